/**
 * Finds the command that a line names.
 *
 * @module
 */

import { UsageError } from "../core/errors.ts";
import { quoted } from "../core/visible.ts";
import type { CommandFamily, CommandLeaf, CommandNode } from "./command.ts";
import { serverWordsAt } from "./flags/server.ts";
import { didYouMean } from "./suggest.ts";

/** What a line asks for. */
export type Resolved =
  /** Run this command with the words after its name. */
  | { readonly kind: "command"; readonly place: Place; readonly argv: readonly string[] }
  /** Show the help of this place. */
  | { readonly kind: "help"; readonly place: Place }
  | { readonly kind: "version" };

/** A node of the tree and the words that lead to it, `fab` first. */
export interface Place {
  readonly path: readonly string[];
  readonly node: CommandNode;
}

/**
 * Follows the words of a line into the tree.
 *
 * @throws {UsageError} for an unknown command, with the wording that the contract fixes.
 */
export function resolve(root: CommandFamily, argv: readonly string[]): Resolved {
  let place: Place = { path: [root.name], node: root };
  // A server may be named before the command, as in an alias; the command reads it.
  const server: string[] = [];
  for (let at = 0; at < argv.length; at++) {
    const word = argv[at] ?? "";
    const rest = argv.slice(at);
    if (place.node.kind === "command") {
      return { kind: "command", place, argv: [...server, ...rest] };
    }
    const named = serverWordsAt(argv, at);
    if (named.length > 0) {
      server.push(...named);
      at += named.length - 1;
      continue;
    }
    if (place.node === root) {
      if (word === "help") return { kind: "help", place: placeOf(root, rest.slice(1)) };
      if (VERSION_WORDS.includes(word) && rest.length === 1) return { kind: "version" };
    }
    if (word === "--help" || word === "-h") return { kind: "help", place };
    const child = childOf(place.node, word);
    if (child === null) {
      if (place.node.load === undefined) throw unknownWord(place, place.node, word);
      return { kind: "command", place, argv: [...server, ...rest] };
    }
    place = { path: [...place.path, child.name], node: child };
  }
  const runs = place.node.kind === "command" || place.node.load !== undefined;
  return runs ? { kind: "command", place, argv: server } : { kind: "help", place };
}

/** What people write to learn the version. */
const VERSION_WORDS: readonly string[] = ["--version", "-V", "version"];

/** A word that names no command, and whose help tells which there are. */
export class UnknownWordError extends UsageError {
  constructor(message: string, readonly path: readonly string[]) {
    super(message);
  }
}

/** The error for a word that is no command of a family. */
export function unknownWord(place: Place, family: CommandFamily, word: string): UnknownWordError {
  const where = place.path.length === 1 ? "" : ` for '${place.path.join(" ")}'`;
  if (word.startsWith("-") && word !== "-") {
    const known = place.path.length === 1
      ? ["--help", "--host", "--server", "--socket", "--version"]
      : ["--help", "--server", "--socket"];
    const meant = didYouMean(word, known) || "; flags come after the command";
    return new UnknownWordError(`unknown flag ${quoted(word)}${where}${meant}`, place.path);
  }
  const known = listed(family).map((node) => node.name);
  if (place.path.length === 1) known.push("help");
  const other = otherName(family, word);
  const meant = other === null ? didYouMean(word, known) : `; did you mean ${other}?`;
  return new UnknownWordError(`unknown command ${quoted(word)}${where}${meant}`, place.path);
}

/** What people call a command elsewhere, and what it is called here. */
const OTHER_NAMES: Readonly<Record<string, string>> = {
  ls: "map",
  list: "map",
  ps: "map",
  panes: "map",
  cat: "capture",
  show: "capture",
  read: "capture",
  peek: "capture",
  wait: "await",
  rm: "kill",
  close: "kill",
  new: "open",
  start: "spawn",
  run: "spawn",
  prompt: "deliver",
  init: "config set --project",
};

/** The command of this name, or of what it is called here, below a family: `pane map`. */
function otherName(family: CommandFamily, word: string): string | null {
  for (const name of [word, OTHER_NAMES[word]]) {
    if (name === undefined) continue;
    const [first = ""] = name.split(" ");
    if (childOf(family, first) !== null) return name;
    for (const child of listed(family)) {
      if (child.kind === "family" && childOf(child, first) !== null) return `${child.name} ${name}`;
    }
  }
  return null;
}

/** The children that people are told about. */
export function listed(family: CommandFamily): readonly CommandNode[] {
  return family.children.filter((node) => node.kind === "family" || node.hidden !== true);
}

/** Every command that people are told about, in the tree's order; families with their own first. */
export function* commandsOf(place: Place): Generator<Place> {
  if (place.node.kind === "command" || place.node.load !== undefined) yield place;
  if (place.node.kind === "command") return;
  for (const node of listed(place.node)) {
    yield* commandsOf({ path: [...place.path, node.name], node });
  }
}

/** The loader of a place that can be run. */
export function loaderOf(place: Place): CommandLeaf["load"] | null {
  return place.node.load ?? null;
}

/** The place of `fab help <words>`; a flag among them is left to the command's own help. */
function placeOf(root: CommandFamily, words: readonly string[]): Place {
  let place: Place = { path: [root.name], node: root };
  for (const word of words) {
    if (word === "--help" || word === "-h") break;
    const child = place.node.kind === "family" ? childOf(place.node, word) : null;
    if (child === null) {
      if (place.node.kind === "family") throw unknownWord(place, place.node, word);
      throw new UnknownWordError(
        `unknown command ${quoted(word)} for '${place.path.join(" ")}'`,
        place.path,
      );
    }
    place = { path: [...place.path, word], node: child };
  }
  return place;
}

function childOf(family: CommandFamily, word: string): CommandNode | null {
  return family.children.find((node) => node.name === word) ?? null;
}
