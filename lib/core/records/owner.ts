/**
 * Which agent is in a pane, where it keeps its files, and who else might write them, decided from
 * what is known of all processes.
 *
 * @module
 */

import { isAgentProcess } from "../process/agent_program.ts";
import type { ProcessRow } from "../process/table.ts";

/** What is known of a process beside its row. */
export interface ProcessPlace {
  /** Number of the user. */
  readonly user: string;
  readonly cwd: string;
  /** Its mount namespace and its root. */
  readonly space: string;
  /** Those variables that were asked for. */
  readonly variables: Readonly<Record<string, string>>;
  /** Files that it has open. */
  readonly open: readonly string[];
}

/** All that was read of processes. */
export interface ProcessFacts {
  readonly rows: readonly ProcessRow[];
  /** The processes of the pane, the pane's own first. */
  readonly mine: readonly number[];
  readonly places: ReadonlyMap<number, ProcessPlace>;
  /** Milliseconds since the system's start. */
  readonly upMs: number | null;
  /** Of the process that asks. */
  readonly user: string;
  readonly space: string;
}

/** The agent of a pane. */
export interface Owner {
  /** The name of its row. */
  readonly program: string;
  /** Its processes, those nearest to the pane first. */
  readonly pids: readonly number[];
  readonly place: ProcessPlace;
  readonly argv: readonly string[];
  /** Milliseconds since it began; null where unknown. */
  readonly ageMs: number | null;
  /** Files that its processes have open. */
  readonly open: readonly string[];
  /** Other processes of the program that may write the same files. */
  readonly rivals: readonly ProcessPlace[];
}

/**
 * The agent that is nearest to the pane's own process.
 *
 * @param names of programs → the name of the row
 * @param helperOf the argument by which a process of a row is known to help others of it
 * @returns null where there is none, or one whose files are not those that are seen from here
 */
export function ownerOf(
  facts: ProcessFacts,
  names: ReadonlyMap<string, string>,
  helperOf: (program: string) => string | undefined,
): Owner | null {
  const rowOf = (pid: number) => facts.rows.find((row) => row.pid === pid && !row.zombie);
  const programOf = (row: ProcessRow) => programNamed(row, names);
  const isHelper = (row: ProcessRow, program: string) => {
    const word = helperOf(program);
    return word !== undefined && row.argv.includes(word);
  };
  const mine = facts.mine.map(rowOf).filter((row) => row !== undefined);
  const first = mine.find((row) => programOf(row) !== null);
  const program = first === undefined ? null : programOf(first);
  if (first === undefined || program === null) return null;
  const own = mine.filter((row) => programOf(row) === program && !isHelper(row, program));
  const place = facts.places.get(first.pid);
  if (place === undefined || place.user !== facts.user || place.space !== facts.space) return null;
  const rivals = facts.rows.filter((row) =>
    !row.zombie && !facts.mine.includes(row.pid) && programOf(row) === program &&
    !isHelper(row, program)
  ).map((row) => facts.places.get(row.pid)).filter((found) => found !== undefined);
  return {
    program,
    pids: own.map(({ pid }) => pid),
    place,
    argv: first.argv,
    ageMs: ageOf(first, facts.upMs),
    open: own.flatMap(({ pid }) => facts.places.get(pid)?.open ?? []),
    rivals,
  };
}

/** Clock ticks are 10 ms. */
function ageOf({ life }: ProcessRow, upMs: number | null): number | null {
  const began = Number.parseInt(life, 10);
  return upMs === null || Number.isNaN(began) ? null : Math.max(0, upMs - began * 10);
}

/** The row of a process; null where it is no agent that is known. */
export function programNamed(row: ProcessRow, names: ReadonlyMap<string, string>): string | null {
  if (!isAgentProcess(row, new Set(names.keys()))) return null;
  for (const [program, name] of names) {
    if (isAgentProcess(row, new Set([program]))) return name;
  }
  return null;
}

/** A session's name among a program's arguments, as `--resume <id>` has it. Null where none is. */
export function sessionArgument(argv: readonly string[]): string | null {
  const id = /^(?:--?[\w-]+=)?([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})$/i;
  const found = argv.map((word) => id.exec(word)?.[1]).filter((word) => word !== undefined);
  return found.length === 1 ? found[0] ?? null : null;
}
