/**
 * A tmux server with one pane and a small agent in it, in memory: what a delivery does to it, and
 * what it asks, call by call.
 *
 * @module
 */

import type { RunResult } from "../ports.ts";
import { printedProcesses } from "./fake_processes.ts";
import { type FakeContext, fakeContext, type FakeSettings } from "./fake_context.ts";

/** One tmux command as tmux would read it. */
export type Words = readonly string[];

/** The pane, its agent, and what happened. */
export interface FakePane {
  readonly context: FakeContext;
  /** What the agent's input holds. */
  input: string;
  /** Rows above the input. */
  readonly transcript: string[];
  /** Texts that the agent took. */
  readonly received: string[];
  /** What tmux tells of the pane; a test changes it. */
  readonly facts: Record<string, string>;
  /** Records of `list-clients`. */
  readonly clients: Record<string, string>[];
  /** Pane options by name. */
  readonly options: Map<string, string>;
  /** Buffers by name. */
  readonly buffers: Map<string, string>;
  /** Each tmux call as the commands in it, in order. */
  readonly calls: Words[][];
  /** The pane is gone. */
  gone: boolean;
  /** The program that has the terminal, its words and how the terminal is set. */
  foreground: {
    argv: readonly string[];
    cooked: boolean;
    /** Cooked, and without echo. */
    secret?: boolean;
    /** Cooked, and nobody reads it. */
    deaf?: boolean;
    reader?: number;
    /** When it began, and where the kernel put it: another one after an `exec`. */
    life?: readonly [start: number, stack: number];
  };
  /** What Enter does. Default: the input is taken and shown in the transcript. */
  onEnter: () => void;
  /** What becomes of typed or pasted text. Default: it stands in the input, behind what is there. */
  onText: (text: string, how: "typed" | "pasted") => void;
  /** What backspaces do; by default they take from the input's end. */
  onBackspace: (count: number) => void;
  /** What the screen shows. Default: the transcript, and the input between rules. */
  draw: () => { readonly rows: readonly string[]; readonly x: number; readonly y: number };
  /** A test's answer to a command instead of the server's; null: the server's. */
  answer: (words: Words) => Partial<RunResult> | Error | null;
  /** All keys and pastes so far, such as `"text"`, `BSpace*3`, `paste "text"`. */
  readonly keys: string[];
}

/** The pane's id. */
export const PANE = "%1";
/** The lock's file of the pane. */
export const LOCK = "/tmp/tmux-0/default.fab-pane-1.lock";

/** Makes a pane with an agent that is ready. */
export function fakePane(settings: FakeSettings = {}): FakePane {
  const context = fakeContext(settings);
  const pane: FakePane = {
    context,
    input: "",
    transcript: ["agent 1.0"],
    received: [],
    facts: {
      ...{ pane_id: PANE, pane_dead: "0", pane_in_mode: "0", pane_input_off: "0" },
      ...{ pane_synchronized: "0", pane_tty: "/dev/pts/1", pane_pid: "100", pane_width: "80" },
      ...{ socket_path: "/tmp/tmux-0/default", bracket_paste_flag: "1" },
    },
    clients: [],
    options: new Map(),
    buffers: new Map(),
    calls: [],
    gone: false,
    foreground: { argv: ["claude"], cooked: false },
    keys: [],
    onEnter() {
      pane.received.push(pane.input);
      pane.transcript.push(`❯ ${pane.input}`);
      pane.input = "";
    },
    onText: (text) => void (pane.input += text),
    onBackspace: (count) => void (pane.input = Array.from(pane.input).slice(0, -count).join("")),
    answer: () => null,
    draw() {
      const lines = pane.input.split("\n");
      const held = lines.map((line, row) => `${row === 0 ? "❯ " : "  "}${line}`);
      const rows = [...pane.transcript, "─────", ...held, "─────", "? for help"];
      const y = pane.transcript.length + lines.length;
      return { rows, x: Array.from(held.at(-1) ?? "").length, y };
    },
  };
  context.exec.missing("rk");
  context.exec.always(
    (argv) => argv[0] === "/bin/sh",
    (argv) =>
      argv.at(-1)?.startsWith("^(HOME") === true
        ? printedProcesses([{ pid: 100, argv: pane.foreground.argv }], argv.slice(5, 7).join(""))
        : processes(pane, argv),
  );
  context.exec.always(
    (argv) => argv[0] === "tmux",
    (argv, { stdin }) => serve(pane, commandsOf(argv), String(stdin ?? "")),
  );
  return pane;
}

/** What the script prints that looks at the pane's terminal and processes. */
function processes({ foreground }: FakePane, argv: readonly string[]): string {
  const mark = argv.at(-1) ?? "";
  const name = foreground.argv[0] ?? "";
  const [start, stack] = foreground.life ?? [700, 9000];
  const stat = `100/stat:100 (${name}) S 1 100 100 34817 100 0 ${"0 ".repeat(12)}${start} ` +
    `0 0 0 4096 8192 ${stack}`;
  const cmdline = foreground.argv.map((word) => `100/cmdline:${word}`);
  const records = [stat, ...cmdline, "100/wchan:do_select"].map((record) => `${record}\0`).join("");
  const echo = foreground.secret === true ? "-echo" : "echo";
  const flags = foreground.cooked ? `icanon ${echo}` : "-icanon -echo";
  const call = foreground.deaf === true ? "230" : "0";
  const reads = foreground.cooked ? `100/task/100/syscall:${call} 0x0\n100/fd/0\n` : "";
  return `${flags}\n${mark}${records}${mark}\nin:${foreground.reader ?? 100}\n${reads}`;
}

/** The commands of a call, as tmux splits its arguments. */
function commandsOf(argv: readonly string[]): Words[] {
  const commands: string[][] = [[]];
  const words = argv[2] === "-L" ? argv.slice(4) : argv.slice(2);
  for (const word of words) {
    if (word === ";") commands.push([]);
    else commands.at(-1)?.push(word.endsWith("\\;") ? `${word.slice(0, -2)};` : word);
  }
  return commands;
}

function serve(pane: FakePane, commands: Words[], stdin: string): Partial<RunResult> | Error {
  pane.calls.push(commands);
  let stdout = "";
  for (const words of commands) {
    const own = pane.answer(words);
    if (own !== null) return own instanceof Error ? own : { stdout, ...own };
    if (pane.gone && words.includes(PANE)) {
      return { code: 1, stdout, stderr: `can't find pane: ${PANE}` };
    }
    stdout += run(pane, words, stdin);
  }
  return { stdout };
}

function run(pane: FakePane, words: Words, stdin: string): string {
  const last = words.at(-1) ?? "";
  switch (words[0]) {
    case "display-message":
      return `${expand(last, factsOf(pane))}\n`;
    case "capture-pane":
      return `${pane.draw().rows.join("\n")}\n`;
    case "list-clients":
      return pane.clients.map((client) => `${expand(last, client)}\n`).join("");
    case "send-keys":
      if (words[1] === "-X") {
        pane.facts["pane_in_mode"] = String(Math.max(0, Number(pane.facts["pane_in_mode"]) - 1));
      } else press(pane, words.slice(3));
      return "";
    case "load-buffer":
      pane.buffers.set(words[2] ?? "", stdin);
      return "";
    case "paste-buffer": {
      const name = words[words.indexOf("-b") + 1] ?? "";
      const text = pane.buffers.get(name) ?? "";
      pane.buffers.delete(name);
      pane.keys.push(`paste ${JSON.stringify(text)}`);
      pane.onText(text, words.includes("-p") ? "pasted" : "typed");
      return "";
    }
    case "delete-buffer":
      pane.buffers.delete(last);
      return "";
    case "set-option":
      pane.options.set(words[4] ?? "", words[5] ?? "");
      return "";
    case "show":
    case "show-options":
      return pane.options.has(last) ? `${pane.options.get(last)}\n` : "";
    default:
      throw new Error(`no such tmux command here: ${words.join(" ")}`);
  }
}

function factsOf(pane: FakePane): Record<string, string> {
  const { x, y } = pane.draw();
  return { ...pane.facts, cursor_x: String(x), cursor_y: String(y) };
}

function expand(format: string, values: Readonly<Record<string, string>>): string {
  return format.replaceAll(/#\{(\w+)\}/g, (_, name: string) => values[name] ?? "");
}

function press(pane: FakePane, args: Words): void {
  const key = args.at(-1) ?? "";
  if (args[0] === "-l") {
    pane.keys.push(JSON.stringify(key));
    pane.onText(key, "typed");
    return;
  }
  const count = args[0] === "-N" ? Number(args[1]) : 1;
  pane.keys.push(count === 1 ? key : `${key}*${count}`);
  if (key === "BSpace") pane.onBackspace(count);
  if (key === "C-u") pane.input = pane.input.split("\n").slice(0, -1).join("\n");
  if (key === "Enter") pane.onEnter();
}
