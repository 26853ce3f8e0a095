/**
 * Which file a change goes to, and how a word of the command line becomes a value.
 *
 * @module
 */

import { join } from "@std/path";
import { describeType, findKey } from "../core/config/keys.ts";
import { FabError, UsageError } from "../core/errors.ts";
import { quoted } from "../core/visible.ts";
import type { Context } from "../ports.ts";
import type { Scalar } from "./edit.ts";
import {
  findProject,
  PROJECT_CONFIG,
  startDirectory,
  SYSTEM_CONFIG,
  systemConfigPath,
} from "./paths.ts";

/**
 * The file to change: the machine's, or the project's, which is made where there is a `fab` folder
 * in the repository, or where `make` says that it is wanted.
 *
 * @throws {FabError} when there is no home, or no project.
 */
export async function targetFile(
  context: Pick<Context, "env" | "files">,
  options: {
    readonly system: boolean;
    readonly make?: boolean;
    readonly repo?: string | undefined;
  },
): Promise<string> {
  if (options.system) {
    const path = systemConfigPath(context);
    if (path !== null) return path;
    throw new FabError("failed", `HOME is not set, so there is no ~/${SYSTEM_CONFIG}`);
  }
  const from = await startDirectory(context, options.repo);
  const { file, root } = await findProject(context, from);
  if (file !== null) return file;
  const wanted = join(root, PROJECT_CONFIG);
  const folder = await context.files.stat(join(root, "fab"));
  const isClone = await context.files.lstat(join(root, "fab/.git")) !== null;
  if (options.make === true || (folder?.kind === "directory" && !isClone)) return wanted;
  throw new FabError(
    "failed",
    `no ${PROJECT_CONFIG} for ${from}; --project makes ${wanted}, --system is for all of this machine`,
  );
}

/**
 * A value as its key wants it. Text is taken as it is typed; nothing has to be quoted for YAML.
 *
 * @throws {UsageError} for a value that its key does not take.
 */
export function valueFor(path: readonly string[], word: string): Scalar {
  const type = findKey(path)?.type ?? { kind: "text" };
  const wrong = () =>
    new UsageError(`${path.join(".")}: expected ${describeType(type)}, found ${quoted(word)}`);
  if (word === "") {
    throw new UsageError(
      `${path.join(".")}: an empty value defines nothing; use 'fab config unset'`,
    );
  }
  switch (type.kind) {
    case "text":
    case "command":
      return word;
    case "boolean":
      if (word === "true" || word === "false") return word === "true";
      throw wrong();
    case "integer":
      if (/^(0|[1-9][0-9]*)$/.test(word) && Number(word) >= type.min && Number(word) <= type.max) {
        return Number(word);
      }
      throw wrong();
    case "choice":
      if (type.choices.includes(word)) return word;
      throw wrong();
  }
}
