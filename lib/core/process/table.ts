/**
 * Processes as the operating system lists them, read from recorded text. Nothing here asks the
 * system: the text comes from one subprocess that prints `/proc`, or from `ps`.
 *
 * @module
 */

/** One process at the moment of reading. */
export interface ProcessRow {
  readonly pid: number;
  readonly ppid: number;
  /** Process group. */
  readonly pgrp: number;
  /** Foreground process group of its terminal, -1 without one. */
  readonly tpgid: number;
  /** The kernel's name of it: at most 15 characters on Linux, and whatever the process chose. */
  readonly comm: string;
  /** Its arguments; empty when they can't be read (a kernel thread, another user's, a zombie). */
  readonly argv: readonly string[];
  /** It has ended, and its parent has not taken note yet. */
  readonly zombie: boolean;
  /**
   * Tells this program in this process from another one that had, or will have, its number, or that is
   * run in its place (`exec`): when it began, and where the kernel put it. Empty when not told.
   */
  readonly life: string;
  /** Clock ticks that it has computed for; absent where that isn't told. */
  readonly ticks?: number;
  /** Its terminal's number, 0 without one; absent where that isn't told. */
  readonly tty?: number;
  /** The kernel function that its main thread sleeps in; empty or `0` when that isn't told. */
  readonly wait: string;
}

/**
 * Reads `/proc/<pid>/stat`, `cmdline` and `wchan` as `grep -azH ''` prints them: each record is
 * `<pid>/<file>:<content>` and ends in NUL, so no name can forge another process's record. Names
 * hold spaces, parentheses and line feeds: the name ends at the *last* `)`.
 *
 * A process whose `stat` is missing or cut short ended in the middle, and is left out.
 *
 * @returns rows in the order of their first record
 */
export function parseProcRecords(text: string): ProcessRow[] {
  const stats = new Map<number, string>();
  const commands = new Map<number, string[]>();
  const waits = new Map<number, string>();
  for (const record of text.split("\0")) {
    const match = /^(\d+)\/(stat|cmdline|wchan):/.exec(record);
    if (match === null) continue;
    const pid = Number(match[1]);
    const content = record.slice(match[0].length);
    if (match[2] === "stat") stats.set(pid, content);
    else if (match[2] === "wchan") waits.set(pid, content);
    else {
      const words = commands.get(pid);
      if (words === undefined) commands.set(pid, [content]);
      else words.push(content);
    }
  }
  const rows: ProcessRow[] = [];
  for (const [pid, stat] of stats) {
    const row = parseStat(stat);
    if (row === null || row.pid !== pid) continue;
    rows.push({ ...row, argv: commands.get(pid) ?? [], wait: waits.get(pid) ?? "" });
  }
  return rows;
}

/** One `/proc/<pid>/stat`, null when it is not whole. */
function parseStat(text: string): Omit<ProcessRow, "argv" | "wait"> | null {
  const open = text.indexOf("(");
  const close = text.lastIndexOf(")");
  if (open < 0 || close < open) return null;
  const after = text.slice(close + 1).trim().split(/\s+/);
  // state ppid pgrp session tty_nr tpgid …
  const pid = Number.parseInt(text.slice(0, open), 10);
  const [ppid, pgrp, tpgid] = [after[1], after[2], after[5]].map((word) =>
    Number.parseInt(word ?? "", 10)
  );
  if (ppid === undefined || pgrp === undefined || tpgid === undefined) return null;
  if ([pid, ppid, pgrp, tpgid].some(Number.isNaN)) return null;
  const tty = Number(after[4]);
  const ticks = Number(after[11]) + Number(after[12]);
  const zombie = after[0] === "Z" || after[0] === "X";
  // starttime startcode startstack; the last two are 0 or 1 for whoever may not know.
  const [began, code, stack] = [after[19], after[23], after[25]];
  const life = stack === undefined ? "" : `${began}.${code}.${stack}`;
  return {
    ...{ pid, ppid, pgrp, tpgid, zombie, life, comm: text.slice(open + 1, close) },
    ...(Number.isNaN(ticks) ? {} : { ticks }),
    ...(Number.isNaN(tty) ? {} : { tty }),
  };
}

/**
 * Reads what two calls of macOS's `ps` print: `ps -axo pid=,ppid=,pgid=,tpgid=,stat=,comm=` and
 * `ps -axo pid=,command=`. Two, because only a last column may hold spaces. `ps` joins arguments
 * with spaces, so `argv` is the command split at white space: enough to tell programs apart, not
 * to rebuild what was typed. A process that only one call saw ended in the middle, and keeps what
 * is known of it.
 */
export function parsePsRows(table: string, commands: string): ProcessRow[] {
  const argvs = new Map<number, string[]>();
  for (const line of commands.split("\n")) {
    const match = /^\s*(\d+)\s+(.*)$/.exec(line);
    if (match === null) continue;
    argvs.set(Number(match[1]), (match[2] ?? "").split(/\s+/).filter((word) => word !== ""));
  }
  const rows: ProcessRow[] = [];
  for (const line of table.split("\n")) {
    const match = /^\s*(\d+)\s+(\d+)\s+(\d+)\s+(-?\d+)\s+(\S+)\s(.*)$/.exec(line);
    if (match === null) continue;
    const [pid = 0, ppid = 0, pgrp = 0, tpgid = -1] = match.slice(1, 5).map(Number);
    const [, , , , , stat = "", comm = ""] = match;
    rows.push({
      pid,
      ppid,
      pgrp,
      tpgid,
      // macOS shows where the program is; its name is what Linux shows.
      comm: comm.trim().replace(/^.*\//, ""),
      argv: argvs.get(pid) ?? [],
      zombie: stat.startsWith("Z"),
      life: "",
      wait: "",
    });
  }
  return rows;
}

/** Adds what `ps -axo pid=,lstart=` prints: when each process began, to the second. */
export function withStarts(rows: readonly ProcessRow[], starts: string): readonly ProcessRow[] {
  const began = new Map<number, string>();
  for (const [, pid, text = ""] of starts.matchAll(/^\s*(\d+)\s+(.*\S)\s*$/gm)) {
    began.set(Number(pid), text.replaceAll(/\W+/g, "-"));
  }
  return rows.map((row) => {
    const start = began.get(row.pid);
    if (start === undefined) return row;
    return { ...row, life: `${start}.${row.comm.replaceAll(/\W+/g, "-")}` };
  });
}
