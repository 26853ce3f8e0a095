/**
 * Programs that show another terminal's program: what is typed into them is read behind them. On this
 * machine they are followed; what leads elsewhere can't be.
 *
 * @module
 */

import type { ProcessRow } from "./table.ts";

const words = (text: string) => new Set(text.split(/\s+/));

/** They have their own terminal's program below them. */
const OWNERS = words(
  "script su sudo sudo-rs doas runuser pkexec expect unbuffer tclsh rlwrap ptyexec faketty vim nvim vi " +
    "emacs dtach abduco reptyr screen SCREEN tmate zellij systemd-run scriptlive ttyrec asciinema",
);
/** Programs that run a script, which may do the same. */
const INTERPRETER = /^(?:python[\d.]*|perl|ruby|tclsh[\d.]*|expect)$/;
const REMOTE = words(
  "ssh slogin autossh mosh mosh-client et telnet rsh rlogin docker podman nerdctl kubectl oc nsenter " +
    "machinectl lxc lxc-attach incus distrobox toolbox vagrant adb wsl systemd-nspawn picocom minicom cu tio",
);

/** Where what is typed goes. */
export type Relay =
  /** To a terminal of this machine, below this process. */
  | { readonly kind: "owner"; readonly pid: number; readonly name: string; readonly sure: boolean }
  /** To the pane that this client of tmux shows. */
  | { readonly kind: "tmux"; readonly pid: number; readonly argv: readonly string[] }
  | { readonly kind: "remote"; readonly name: string };

/** The relay among the processes in front; null when there is none. */
export function relayIn(members: readonly ProcessRow[]): Relay | null {
  for (const { pid, comm, argv } of members) {
    const name = baseOf(argv[0] ?? comm);
    if (REMOTE.has(name) || REMOTE.has(comm)) return { kind: "remote", name };
    if (isTmuxClient({ comm, argv })) return { kind: "tmux", pid, argv };
    const build = name.replace(/[.-](?:basic|tiny|nox|gtk\d?|\d[\d.]*)$/, "");
    if (OWNERS.has(build) || OWNERS.has(comm)) return { kind: "owner", pid, name, sure: true };
    if (INTERPRETER.test(name)) return { kind: "owner", pid, name, sure: false };
  }
  return null;
}

/** Whether this is a client of tmux, or about to be one. Its server is another process. */
export function isTmuxClient({ comm, argv }: Pick<ProcessRow, "comm" | "argv">): boolean {
  return comm === "tmux: client" || comm !== "tmux: server" && baseOf(argv[0] ?? comm) === "tmux";
}

/** A process and those below it. */
export function belowOf(rows: readonly ProcessRow[], root: number): readonly ProcessRow[] {
  return [...rows.filter(({ pid }) => pid === root), ...descendants(rows, root)];
}

/** A terminal behind a relay, as a pane is named: a process on it, and its device. */
export interface InnerTerminal {
  readonly panePid: number;
  readonly paneTty: string;
}

/**
 * The terminal that the processes below a relay have, and not the relay itself. With several (an
 * editor's), null: which of them is typed to is not known.
 *
 * @param rows all processes of the pane
 */
export function terminalBelow(rows: readonly ProcessRow[], relay: number): InnerTerminal | null {
  const outer = rows.find((row) => row.pid === relay)?.tty;
  const below = descendants(rows, relay).filter(({ tty, zombie }) =>
    !zombie && tty !== undefined && tty !== outer && ttyName(tty) !== null
  );
  const first = below[0];
  if (first?.tty === undefined) return null;
  // A terminal behind the next relay is for the next step.
  const top = (row: ProcessRow): ProcessRow => {
    const parent = below.find(({ pid }) => pid === row.ppid);
    return parent === undefined ? row : top(parent);
  };
  if (below.some((row) => top(row).tty !== first.tty)) return null;
  const paneTty = ttyName(first.tty);
  return paneTty === null ? null : { panePid: first.pid, paneTty };
}

/** The device of a pseudo terminal's number in `/proc/<pid>/stat`; null for another kind. */
export function ttyName(number: number): string | null {
  const major = (number >> 8) & 0xfff;
  const minor = (number & 0xff) | ((number >> 12) & 0xfff00);
  if (major < 136 || major > 143) return null;
  return `/dev/pts/${(major - 136) * 256 + minor}`;
}

/** Processes below another, from the top. */
function descendants(rows: readonly ProcessRow[], root: number): readonly ProcessRow[] {
  const found: ProcessRow[] = [];
  let level = [root];
  while (level.length > 0) {
    const below = rows.filter((row) => level.includes(row.ppid) && !found.includes(row));
    found.push(...below);
    level = below.map(({ pid }) => pid);
  }
  return found;
}

function baseOf(word: string): string {
  return word.slice(word.lastIndexOf("/") + 1);
}
