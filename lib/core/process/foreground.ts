/**
 * What has a pane's terminal right now, decided from recorded facts: which programs are in its
 * foreground process group, whether that is an idle shell, whether one of them is waiting for a
 * line, and how the terminal is set.
 *
 * @module
 */

import type { ProcessRow } from "./table.ts";
import { interactiveShell } from "./shells.ts";

/** How a terminal treats what is typed. */
export interface TtyFlags {
  /** The kernel collects whole lines and edits them: no program has taken the terminal over. */
  readonly icanon: boolean;
  /** The kernel shows what is typed. */
  readonly echo: boolean;
}

/**
 * How a program waits for input: `reads`, inside a call that waits for a line; `watches`, an event
 * loop that has the terminal among what it watches, as agents do in their boot long before they take
 * it over; `no`, not at all.
 */
export type TtyReading = "reads" | "watches" | "no";

/** What has a pane's terminal. */
export interface Foreground {
  /** The foreground group's processes, its leader first. Empty when it could not be read. */
  readonly processes: readonly ProcessRow[];
  /** All processes that were seen: those of the pane, in any group, and others where all are listed. */
  readonly everyone: readonly ProcessRow[];
  /** Processes of the pane, in any group, whose standard input is the terminal. */
  readonly readers: readonly number[];
  /** Those of the processes in front whose input, output or errors the terminal is. */
  readonly shown: readonly number[];
  /** The question took too long, on a machine that is too busy: nothing here is complete. */
  readonly timedOut: boolean;
  /** The name of the interactive shell that waits there with nothing running in it, else null. */
  readonly idleShell: string | null;
  /**
   * Whether a foreground process is seen to wait for input from the terminal. Looked at only on a
   * cooked terminal; null when it is not cooked, or the system doesn't tell.
   */
  readonly readingTty: TtyReading | null;
  /** Null when the terminal could not be asked. */
  readonly tty: TtyFlags | null;
}

/** The flags of `stty -a`, in any of its layouts; null when it printed none. */
export function parseSttyFlags(text: string): TtyFlags | null {
  const words = new Set(text.split(/[\s;]+/));
  const flag = (name: string) => words.has(name) ? true : words.has(`-${name}`) ? false : null;
  const icanon = flag("icanon");
  const echo = flag("echo");
  return icanon === null || echo === null ? null : { icanon, echo };
}

/** The processes of the group that has the pane's terminal, its leader first. */
export function foregroundGroup(
  rows: readonly ProcessRow[],
  panePid: number,
): readonly ProcessRow[] {
  const tpgid = rows.find((row) => row.pid === panePid)?.tpgid ?? -1;
  if (tpgid <= 0) return [];
  const members = rows.filter((row) => row.pgrp === tpgid && !row.zombie);
  return members.sort((a, b) => Number(b.pid === tpgid) - Number(a.pid === tpgid));
}

/**
 * The processes of the pane's terminal, in front or behind: those that name the same group as being
 * in front. Where the system tells no process's standard input, any of them may read it.
 */
export function onTerminal(rows: readonly ProcessRow[], panePid: number): readonly number[] {
  const tpgid = rows.find((row) => row.pid === panePid)?.tpgid ?? -1;
  if (tpgid <= 0) return [];
  return rows.filter((row) => row.tpgid === tpgid && !row.zombie).map(({ pid }) => pid);
}

/**
 * Whether what read the terminal before still does. A program that was started anew has another
 * number; one that made room for a shell has become one.
 */
export function sameReaders(before: Foreground, after: Foreground): boolean {
  if (becameShell(before, after)) return false;
  const front = before.processes.map(({ pid }) => pid);
  return before.readers.filter((pid) => front.includes(pid))
    .every((pid) => after.readers.includes(pid));
}

/** Whether a shell waits where a program was. */
export function becameShell(before: Foreground, after: Foreground): boolean {
  return before.idleShell === null && after.idleShell !== null;
}

/** Whether others read the terminal than before, or a shell in a program's place. */
export function wereReplaced(before: Foreground, now: Foreground): boolean {
  return becameShell(before, now) ||
    now.readers.some((pid) => !before.readers.includes(pid)) || now.readers.length === 0;
}

/** The numbers in lines `in:<pid>`: processes whose standard input is the terminal. */
export function parseReaders(text: string): readonly number[] {
  return [...text.matchAll(/^in:(\d+)$/gm)].map(([, pid]) => Number(pid));
}

/** The same with those of lines `out:<pid>`, whose output or errors it is. */
export function parseShown(text: string): readonly number[] {
  return [...text.matchAll(/^(?:in|out):(\d+)$/gm)].map(([, pid]) => Number(pid));
}

/**
 * The shell that a typed line would be run by: the foreground group is an interactive shell and
 * nothing else. Helpers that a prompt theme keeps in the shell's own group don't count while the
 * shell itself waits for input, where the kernel tells what a process waits for.
 *
 * @param members the foreground group, its leader first
 */
export function idleShellOf(members: readonly ProcessRow[]): string | null {
  const leader = members[0];
  if (leader === undefined) return null;
  const name = interactiveShell(leader.argv);
  if (name === null) return null;
  if (members.every((row) => interactiveShell(row.argv) !== null)) return name;
  return /poll|select|wait_woken|tty_read/.test(leader.wait) ? name : null;
}

/** `read` and `readv` on x86-64 and on 64-bit ARM. The numbers mean nothing that waits elsewhere. */
const READ_CALLS: ReadonlySet<string> = new Set(["0", "19", "63", "65"]);

/** Facts about threads and descriptors of foreground processes, as Linux's `/proc` has them. */
export interface WaitRecords {
  /** Of any thread: process, the system call it is in (`0 0x0 …`), or `running`, or nothing. */
  readonly syscalls: readonly { readonly pid: number; readonly text: string }[];
  /** Descriptors of a process that are its terminal. */
  readonly ttyFds: ReadonlyMap<number, ReadonlySet<number>>;
  /** Descriptors that a process's event polls watch. */
  readonly polled: ReadonlyMap<number, ReadonlySet<number>>;
}

/**
 * Reads the records that the foreground script prints for a cooked terminal: lines
 * `<pid>/task/<tid>/syscall:…`, `<pid>/fdinfo/<fd>:tfd: <n> …`, and
 * `<pid>/fd/<n>` for each descriptor that is the terminal.
 */
export function parseWaitRecords(text: string): WaitRecords {
  const syscalls: { pid: number; text: string }[] = [];
  const ttyFds = new Map<number, Set<number>>();
  const polled = new Map<number, Set<number>>();
  const add = (map: Map<number, Set<number>>, pid: number, fd: number) => {
    const fds = map.get(pid);
    if (fds === undefined) map.set(pid, new Set([fd]));
    else fds.add(fd);
  };
  for (const line of text.split("\n")) {
    const task = /^(\d+)\/task\/\d+\/syscall:(.*)$/.exec(line);
    if (task !== null) {
      syscalls.push({ pid: Number(task[1]), text: task[2] ?? "" });
      continue;
    }
    const fd = /^(\d+)\/fd\/(\d+)$/.exec(line);
    if (fd !== null) add(ttyFds, Number(fd[1]), Number(fd[2]));
    const watched = /^(\d+)\/fdinfo\/\d+:tfd:\s*(\d+)/.exec(line);
    if (watched !== null) add(polled, Number(watched[1]), Number(watched[2]));
  }
  return { syscalls, ttyFds, polled };
}

/**
 * How these processes wait for terminal input: a thread is inside `read` of a descriptor that is the
 * terminal, or, where system calls may not be looked at, the wait channel is a terminal read's; an
 * event poll watches one. Null when nothing at all could be seen.
 */
export function readsTty(
  members: readonly ProcessRow[],
  records: WaitRecords,
): TtyReading | null {
  let seen = false;
  let watches = false;
  for (const { pid, wait } of members) {
    const fds = records.ttyFds.get(pid) ?? new Set<number>();
    const calls = records.syscalls.filter((call) => call.pid === pid);
    if (calls.length > 0) seen = true;
    for (const { text } of calls) {
      const [number, first] = text.split(" ");
      if (READ_CALLS.has(number ?? "") && fds.has(Number(first))) return "reads";
    }
    for (const fd of records.polled.get(pid) ?? []) if (fds.has(fd)) watches = true;
    if (wait !== "0" && wait !== "") seen = true;
    if (wait === "n_tty_read") return "reads";
    if (wait === "wait_woken" && calls.length === 0 && fds.size > 0) return "reads";
  }
  if (watches) return "watches";
  return seen ? "no" : null;
}
