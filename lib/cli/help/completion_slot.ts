/**
 * What a half-written command line can go on with, told from the declarations alone.
 *
 * @module
 */

import type {
  ArgSpec,
  CommandFamily,
  CommandNode,
  CommandSpec,
  Completion,
  FlagSpec,
} from "../command.ts";
import { hostFlag } from "../hosts.ts";
import { serverFlag, socketFlag } from "../command.ts";
import { serverWordsAt } from "../flags/server.ts";
import { HELP_FLAG } from "../parse.ts";
import { listed } from "../resolve.ts";

/** Something that can be put in, and what it is. */
export interface Candidate {
  readonly value: string;
  readonly summary: string;
}

/** The place of the last word of a line. */
export interface Slot {
  /** What stands before the value in the same word: `--until=`, else empty. */
  readonly prefix: string;
  /** The part of the value that is written. */
  readonly written: string;
  /** What is known from the declarations. */
  readonly fixed: readonly Candidate[];
  /** What has to be looked up; null when nothing has. */
  readonly lookUp: Completion | null;
  /** The arguments before it. */
  readonly args?: readonly string[];
  /** Values that the line has already and that would not be wanted twice. */
  readonly taken: readonly string[];
  /** The line's `--server`, for looking up in the right one; null without. */
  readonly server: string | null;
}

/** A line's flags and arguments so far. */
interface Progress {
  readonly given: Set<string>;
  readonly args: string[];
  /** The flag whose value comes next. */
  pending: FlagSpec | null;
  server: string | null;
  /** Whether `--` was written. */
  ended: boolean;
}

/**
 * Finds what the last word of a line may become.
 *
 * @param words the words after `fab`, quotes removed, the last up to the cursor; empty when a new
 *   word begins
 * @returns null where nothing is known, as behind an unknown command
 */
export async function findSlot(
  root: CommandFamily,
  words: readonly string[],
): Promise<Slot | null> {
  const hosts = hostsBefore(words);
  if (hosts > 0) {
    if (hosts > words.length) return flagValueSlot(hostFlag, "", words.at(-1) ?? "");
    if (hosts === words.length) {
      return flagValueSlot(hostFlag, "--host=", words.at(-1)!.slice("--host=".length));
    }
    const there = await findSlot(root, words.slice(hosts));
    // What is on another host is not looked up: a key press is no reason to connect.
    return there === null ? null : { ...there, lookUp: null };
  }
  const last = words.at(-1) ?? "";
  const front = takeServer(root, words.slice(0, -1));
  if (front.pending !== null) return flagValueSlot(front.pending, "", last);
  const slot = await slotBehind(root, front.before, last);
  return slot === null ? null : { ...slot, server: slot.server ?? front.server };
}

/** The words before a command's name, without those that name a server. */
interface Front {
  readonly before: readonly string[];
  readonly server: string | null;
  /** The flag whose value is being written. */
  readonly pending: FlagSpec | null;
}

function takeServer(root: CommandFamily, words: readonly string[]): Front {
  let node: CommandNode | undefined = root;
  let server: string | null = null;
  const before: string[] = [];
  for (let at = 0; at < words.length; at++) {
    const word = words[at] ?? "";
    if (node?.kind !== "family") {
      return { before: [...before, ...words.slice(at)], server, pending: null };
    }
    const pending = at + 1 < words.length
      ? undefined
      : [serverFlag, socketFlag].find(({ name, short }) =>
        word === `-${short}` || word === `--${name}`
      );
    if (pending !== undefined) return { before, server, pending };
    const named = serverWordsAt(words, at);
    if (named.length === 0) {
      before.push(word);
      node = listed(node).find(({ name }) => name === word);
      continue;
    }
    server = named[1] ?? word.replace(/^(?:--[a-z]+=|-[A-Z]=?)/, "");
    at += named.length - 1;
  }
  return { before, server, pending: null };
}

/** The slot of a word behind words that name no host and no server. */
async function slotBehind(
  root: CommandFamily,
  before: readonly string[],
  last: string,
): Promise<Slot | null> {
  let node: CommandNode = root;
  const isHelp = before[0] === "help";
  let at = isHelp ? 1 : 0;
  for (; at < before.length && node.kind === "family"; at++) {
    const child: CommandNode | undefined = listed(node).find(({ name }) => name === before[at]);
    if (child === undefined) break;
    node = child;
  }
  if (isHelp) return at === before.length ? commandSlot(node, last) : null;
  const spec = await node.load?.() ?? null;
  if (node.kind === "family" && at < before.length && spec === null) return null;
  if (node.kind === "family" && at === before.length && !last.startsWith("-")) {
    const own = node === root ? [{ value: "help", summary: "show the help of a command" }] : [];
    const { fixed, ...slot } = commandSlot(node, last);
    return { ...slot, fixed: [...fixed, ...own] };
  }
  if (spec === null) {
    const flags = node === root ? [HELP_FLAG, VERSION_FLAG, hostFlag] : [HELP_FLAG];
    return { ...valueSlot("", last), fixed: flags.map(flagCandidate) };
  }
  return lineSlot(spec, before.slice(at), last);
}

/**
 * How many words at the front name hosts. The number of all words when the last one is `--host=…`,
 * and one more when a host's name is the last word.
 */
function hostsBefore(words: readonly string[]): number {
  let at = 0;
  for (; at < words.length; at++) {
    if (words[at] === "--host" && at + 1 < words.length) at++;
    else if (!words[at]!.startsWith("--host=")) return at;
    if (at === words.length - 1) return words[at]!.startsWith("--host=") ? at + 1 : at + 2;
  }
  return at;
}

const VERSION_FLAG: FlagSpec = { name: "version", summary: "show the version" };

function commandSlot(node: CommandNode, last: string): Slot {
  const children = node.kind === "family" ? listed(node) : [];
  const fixed = children.map(({ name, summary }) => ({ value: name, summary }));
  return { ...valueSlot("", last), fixed };
}

/** The slot of a word behind a command. */
// deno-lint-ignore no-explicit-any -- the option type does not matter here
function lineSlot(spec: CommandSpec<any>, before: readonly string[], last: string): Slot | null {
  const flags = [...spec.flags ?? [], HELP_FLAG];
  const progress: Progress = {
    given: new Set(),
    args: [],
    pending: null,
    server: null,
    ended: false,
  };
  for (const word of before) read(word, flags, progress);
  const { pending, server, ended } = progress;
  if (pending !== null) return { ...flagValueSlot(pending, "", last), server };
  if (!ended && /^--[^=]+=/.test(last)) {
    const name = last.slice(2, last.indexOf("="));
    const flag = flags.find((flag) => flag.name === name && flag.value !== undefined);
    if (flag === undefined) return null;
    return { ...flagValueSlot(flag, `--${name}=`, last.slice(name.length + 3)), server };
  }
  if (!ended && last.startsWith("-")) {
    const wanted = flags.filter((flag) => flag.repeat === true || !progress.given.has(flag.name));
    return { ...valueSlot("", last), fixed: wanted.map(flagCandidate) };
  }
  if (ended && spec.rest !== undefined) return { ...valueSlot("", last), lookUp: "file" };
  const arg = argAt(spec.args ?? [], progress.args.length);
  if (arg === null) return null;
  return {
    ...valueSlot("", last),
    fixed: fixedOf(arg),
    lookUp: arg.complete ?? null,
    args: progress.args,
    taken: arg.variadic === true ? progress.args : [],
    server,
  };
}

/** Takes one whole word in, as the strict parser would. */
function read(word: string, flags: readonly FlagSpec[], progress: Progress): void {
  const pending = progress.pending;
  if (pending !== null) {
    progress.pending = null;
    if (namesServer(pending)) progress.server = word;
  } else if (progress.ended || !word.startsWith("-") || word === "-") progress.args.push(word);
  else if (word === "--") progress.ended = true;
  else if (word.startsWith("--")) {
    const [name = "", ...value] = word.slice(2).split("=");
    const flag = flags.find((flag) => flag.name === name);
    if (flag === undefined) return;
    progress.given.add(name);
    if (value.length > 0) {
      if (namesServer(flag)) progress.server = value.join("=");
    } else if (flag.value !== undefined && flag.valueOptional !== true) progress.pending = flag;
  } else readShort(word, flags, progress);
}

/** `-l`, `-l5`, `-jl`. */
function readShort(word: string, flags: readonly FlagSpec[], progress: Progress): void {
  const letters = [...word.slice(1)];
  for (const [index, letter] of letters.entries()) {
    const flag = flags.find((flag) => flag.short === letter);
    if (flag === undefined) return;
    progress.given.add(flag.name);
    if (flag.value === undefined) continue;
    const value = letters.slice(index + 1).join("").replace(/^=/, "");
    if (namesServer(flag) && value !== "") progress.server = value;
    if (value === "" && flag.valueOptional !== true) progress.pending = flag;
    return;
  }
}

function namesServer(flag: FlagSpec): boolean {
  return flag.name === serverFlag.name || flag.name === socketFlag.name;
}

function flagValueSlot(flag: FlagSpec, prefix: string, written: string): Slot {
  return {
    ...valueSlot(prefix, written),
    fixed: fixedOf(flag),
    lookUp: flag.complete ?? null,
  };
}

function valueSlot(prefix: string, written: string): Slot {
  return { prefix, written, fixed: [], lookUp: null, taken: [], server: null };
}

/** A flag as a word; the value of one with an optional value follows directly. */
function flagCandidate(flag: FlagSpec): Candidate {
  const equals = flag.valueOptional === true ? "=" : "";
  return { value: `--${flag.name}${equals}`, summary: flag.summary };
}

function fixedOf({ choices }: Pick<ArgSpec | FlagSpec, "choices">): readonly Candidate[] {
  return (choices ?? []).map((value) => ({ value, summary: "" }));
}

function argAt(args: readonly ArgSpec[], index: number): ArgSpec | null {
  const last = args.at(-1);
  return args[index] ?? (last?.variadic === true ? last : null);
}
