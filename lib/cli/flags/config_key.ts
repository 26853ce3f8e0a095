/**
 * Configuration keys on the command line.
 *
 * @module
 */

import { findKey, KEYS, parseKey } from "../../core/config/keys.ts";
import { UsageError } from "../../core/errors.ts";
import { ROLES } from "../../core/agent/roles.ts";
import { quoted } from "../../core/visible.ts";
import type { ArgSpec } from "../command.ts";
import { didYouMean } from "../suggest.ts";

/** The argument. */
export const keyArg: ArgSpec = {
  name: "key",
  summary: 'a dotted key; a part with a dot in it stands in double quotes: providers."a.b".native',
  complete: "config-key",
};

/** @throws {UsageError} for what is no dotted key. */
export function keyPath(dotted: string): readonly string[] {
  const path = parseKey(dotted);
  if (path === null) {
    throw new UsageError(`${quoted(dotted)} is no dotted key, such as agent.session`);
  }
  return path;
}

/** @throws {UsageError} naming the nearest known key. */
export function unknownKey(dotted: string): UsageError {
  const parts = dotted.split(".");
  // A pattern is shown with the parts that were typed in its place.
  const known = KEYS.flatMap((spec) =>
    spec.path.includes("<role>")
      ? ROLES.map((role) => spec.path.map((part) => part === "<role>" ? role : part))
      : [spec.path]
  )
    .filter((path) => path.length === parts.length)
    .map((path) =>
      path.map((part, index) => part === "<name>" ? parts[index] ?? part : part).join(".")
    );
  return new UsageError(
    `unknown configuration key ${quoted(dotted)}${didYouMean(dotted, known)}; ` +
      "'fab config explain' lists them",
  );
}

/** A leaf's path. @throws {UsageError} for a map, an old spelling or a key that is not known. */
export function leafPath(dotted: string): readonly string[] {
  const path = keyPath(dotted);
  const spec = findKey(path);
  if (spec?.replacedBy !== undefined) {
    throw new UsageError(`${dotted} is an old spelling; set ${spec.replacedBy}`);
  }
  if (spec !== undefined) return path;
  const below = KEYS.filter(({ path: key }) =>
    key.length > path.length &&
    path.every((part, index) => key[index] === part || key[index]?.startsWith("<") === true)
  );
  if (below.length === 0) throw unknownKey(dotted);
  throw new UsageError(
    `${dotted} is a map; set one of ${
      below.map(({ path: key }) => key.slice(path.length).join(".")).join(", ")
    } below it`,
  );
}
