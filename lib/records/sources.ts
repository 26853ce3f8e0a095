/**
 * The files of one agent: which they are, by its row and by what is known of its process.
 *
 * @module
 */

import { parsed, textAt } from "../core/records/json.ts";
import type { RecordFormat } from "../core/records/formats/format.ts";
import { RECORD_FORMATS } from "../core/records/known_records.ts";
import { type Owner, sessionArgument } from "../core/records/owner.ts";
import {
  type PathFacts,
  type PathPattern,
  patternOf,
  type Records,
} from "../core/records/records.ts";
import type { Files } from "../ports.ts";
import { candidatesOf } from "./candidates.ts";

/** One kind of file of an agent. */
export interface Source {
  readonly format: RecordFormat;
  readonly pattern: PathPattern;
  /** Whether another process of the program may write into the same files. */
  readonly shared: boolean;
}

/** All that tells an agent's files from others'. */
export interface Ownership {
  readonly owner: Owner;
  readonly row: Records;
  /** SHA-256 of the working directory. */
  readonly sha256: string;
}

/** Its files. A format that is not known gives none. */
export function sourcesOf(ownership: Ownership, session: string | null): readonly Source[] {
  const { row } = ownership;
  const kinds = [[row.history, row.history_format], [row.turns, row.turns_format]] as const;
  return kinds.flatMap(([text, name]): readonly Source[] => {
    const format = RECORD_FORMATS[name ?? ""];
    const pattern = text === undefined ? null : patternOf(text, factsOf(ownership, session));
    if (format === undefined || pattern === null || text === undefined) return [];
    return [{ format, pattern, shared: isShared(ownership, text, pattern) }];
  });
}

function factsOf({ owner, sha256 }: Ownership, session: string | null): PathFacts {
  const { cwd, variables } = owner.place;
  return {
    ...{ home: variables["HOME"] ?? "", variables, cwd, sha256, session },
    pid: owner.pids[0] ?? 0,
  };
}

/** Whether a process beside the pane's may write files of this pattern. */
function isShared(ownership: Ownership, text: string, { root, ofFolder }: PathPattern): boolean {
  return ownership.owner.rivals.some(({ cwd, variables }) => {
    if (ofFolder && cwd !== ownership.owner.place.cwd) return false;
    const theirs = { ...factsOf(ownership, null), home: variables["HOME"] ?? "", variables };
    return patternOf(text, theirs)?.root === root;
  });
}

/**
 * The agent's session: by a file that names its process, by a file that it has open, by its
 * arguments.
 *
 * @returns null where none of them tells
 */
export async function sessionOf(files: Files, ownership: Ownership): Promise<string | null> {
  const { owner, row } = ownership;
  for (const pid of row.session_file === undefined ? [] : owner.pids) {
    const facts = { ...factsOf(ownership, null), pid };
    const pattern = patternOf(row.session_file ?? "", facts);
    const found = pattern === null ? [] : await candidatesOf(files, pattern);
    if (found.length !== 1 || found[0] === undefined) continue;
    const [{ path, session }] = [found[0]];
    if (row.session_key === undefined) return session;
    const part = await files.readPart(path, { from: 0, most: 64 * 1024 });
    const named = part === null
      ? null
      : textAt(parsed(new TextDecoder().decode(part.bytes)), row.session_key);
    if (named !== null && /^[\w-]+$/.test(named)) return named;
  }
  const turns = sourcesOf(ownership, null).filter(({ format }) => format.source === "turns");
  const candidates = (await Promise.all(turns.map(({ pattern }) => candidatesOf(files, pattern))))
    .flat();
  const open = candidates.filter(({ path }) => owner.open.includes(path));
  if (open.length === 1) return open[0]?.session ?? null;
  const argument = sessionArgument(owner.argv);
  return candidates.some(({ session }) => session !== null && session === argument)
    ? argument
    : null;
}
