/**
 * The known configuration keys, as data: the schema, the names of variables, the reference that
 * `fab config explain` prints and the suggestions for misspelt keys are all made from it.
 *
 * @module
 */

import { DISPATCH_MODES } from "../dispatch/landing.ts";
import { ROLES } from "../agent/roles.ts";

/** What a leaf holds. */
export type LeafType =
  | { readonly kind: "text" }
  /** A shell line. */
  | { readonly kind: "command" }
  | { readonly kind: "boolean" }
  | { readonly kind: "integer"; readonly min: number; readonly max: number }
  | { readonly kind: "choice"; readonly choices: readonly string[] };

/** A leaf. In its path `<role>` stands for each role and `<name>` for any provider. */
export interface KeySpec {
  readonly path: readonly string[];
  readonly type: LeafType;
  /** One line, lower case, no full stop. */
  readonly summary: string;
  /** The key that replaces it, for an old spelling that can still be read. */
  readonly replacedBy?: string;
}

const TEXT: LeafType = { kind: "text" };
const COMMAND: LeafType = { kind: "command" };

/** All known leaves, in the order of the reference. */
export const KEYS: readonly KeySpec[] = [
  key("agent.session", TEXT, "provider of the default and operator roles"),
  key("agent.workers", TEXT, "provider of the doing, review, hydrate and fast roles"),
  key("agent.profiles.<role>.provider", TEXT, "provider of this role, whatever the two above say"),
  key("agent.profiles.<role>.model", TEXT, "model of this role, whatever its provider fills in"),
  key("agent.profiles.<role>.effort", TEXT, "effort of this role, whatever its provider fills in"),
  key(
    "agent.seen",
    { kind: "boolean" },
    "whether a state that no hook wrote is told by what is seen of the pane",
  ),
  key("agent.records", { kind: "boolean" }, "whether agents' own records are read"),
  key(
    "providers.<name>.interactive_command",
    COMMAND,
    "shell line that starts it in a terminal; {model} and {effort} are filled in",
  ),
  key(
    "providers.<name>.headless_command",
    COMMAND,
    "shell line that runs it once, with the prompt on standard input",
  ),
  key(
    "providers.<name>.not_inherited",
    TEXT,
    "variables of a calling agent that it starts without, separated by blanks; none for none",
  ),
  key("providers.<name>.native", { kind: "boolean" }, "whether a calling harness runs it itself"),
  key("providers.<name>.profiles.<role>.model", TEXT, "model that it fills in for this role"),
  key("providers.<name>.profiles.<role>.effort", TEXT, "effort that it fills in for this role"),
  ...signals(),
  ...records(),
  key(
    "dispatch.mode",
    { kind: "choice", choices: DISPATCH_MODES },
    "where a stage worker begins to look for a place; it descends from there, never up",
  ),
  key(
    "dispatch.column_width",
    { kind: "integer", min: 0, max: 100 },
    "width of the worker column, percent of the window; 0 leaves it to tmux",
  ),
  key("dispatch.reap_done", { kind: "boolean" }, "whether the pane of a finished worker is closed"),
  old("agent.tiers.<role>.provider", TEXT, "agent.profiles.<role>.provider"),
  old("agent.tiers.<role>.model", TEXT, "agent.profiles.<role>.model"),
  old("agent.tiers.<role>.effort", TEXT, "agent.profiles.<role>.effort"),
  old("providers.<name>.model", TEXT, "providers.<name>.profiles.default.model"),
  old("providers.<name>.effort", TEXT, "providers.<name>.profiles.default.effort"),
  old("providers.<name>.session_command", COMMAND, "providers.<name>.interactive_command"),
  old("providers.<name>.dispatch_command", COMMAND, "providers.<name>.headless_command"),
];

/** What a program gives away about its state; patterns are regular expressions. */
function signals(): readonly KeySpec[] {
  const summaries: readonly (readonly [string, LeafType, string])[] = [
    ["known_by", TEXT, "pattern of the pane's title by which it is known as node or in a shell"],
    ["title_active", TEXT, "pattern of the title while a turn is in progress"],
    ["title_waiting", TEXT, "pattern of the title while it waits for a person"],
    ["title_idle", TEXT, "pattern of the title while neither is so"],
    ["work", TEXT, "pattern of the rows that are there while a turn is in progress"],
    ["work_always", { kind: "boolean" }, "whether such a row is there all through a turn"],
    ["input", TEXT, "pattern of the input, from its first row to its last"],
    ["question", TEXT, "pattern of a dialog that does not have a question's form"],
    ["cursor", { kind: "boolean" }, "whether the terminal's cursor is hidden outside the input"],
    [
      "still_ms",
      { kind: "integer", min: 100, max: 60_000 },
      "milliseconds without a sign of work that end a turn where no title tells",
    ],
    ["seen_with", TEXT, "the version that the signals were seen with"],
  ];
  return summaries.map(([name, type, summary]) =>
    key(`providers.<name>.signals.${name}`, type, summary)
  );
}

/** Where a program keeps its own records. */
function records(): readonly KeySpec[] {
  const summaries: readonly (readonly [string, LeafType, string])[] = [
    ["read", { kind: "boolean" }, "whether its own records are read"],
    ["history", TEXT, "path of what was submitted to it; see docs/records.md for {names}"],
    ["history_format", TEXT, "format of that"],
    ["turns", TEXT, "path of what its model was asked and said"],
    ["turns_format", TEXT, "format of that"],
    ["session_file", TEXT, "path of a file that names the session of a process {pid}"],
    ["session_key", TEXT, "key in that file; unset: the session is in its path"],
    ["helper", TEXT, "argument by which a process of it is known that only helps others"],
    ["seen_with", TEXT, "the version that the records were seen with"],
  ];
  return summaries.map(([name, type, summary]) =>
    key(`providers.<name>.records.${name}`, type, summary)
  );
}

function key(path: string, type: LeafType, summary: string): KeySpec {
  return { path: path.split("."), type, summary };
}

function old(path: string, type: LeafType, replacedBy: string): KeySpec {
  return { ...key(path, type, `old spelling of ${replacedBy}`), replacedBy };
}

/** Whether a part of a real path is one that a part of a {@linkcode KeySpec} stands for. */
function matches(pattern: string, part: string): boolean {
  if (pattern === "<name>") return part !== "";
  return pattern === "<role>" ? (ROLES as readonly string[]).includes(part) : pattern === part;
}

/** The known leaf of a path; undefined for any other path, a known map among them. */
export function findKey(path: readonly string[]): KeySpec | undefined {
  return KEYS.find((spec) =>
    spec.path.length === path.length &&
    spec.path.every((pattern, index) => matches(pattern, path[index] ?? ""))
  );
}

/**
 * What may stand at the next level below a path, patterns included; empty for a leaf and for a path
 * that is not known.
 */
export function childrenOf(path: readonly string[]): readonly string[] {
  const below = KEYS.filter((spec) =>
    spec.path.length > path.length &&
    path.every((part, index) => matches(spec.path[index] ?? "", part))
  );
  return [...new Set(below.map((spec) => spec.path[path.length] ?? ""))];
}

/** Says what a leaf holds, for messages and the reference. */
export function describeType(type: LeafType): string {
  switch (type.kind) {
    case "text":
      return "text";
    case "command":
      return "a shell line as text";
    case "boolean":
      return "true or false";
    case "integer":
      return `a whole number from ${type.min} to ${type.max}`;
    case "choice":
      return `one of ${type.choices.join(", ")}`;
  }
}

/**
 * Reads a dotted key. A part that holds a dot itself is written in double quotes:
 * `providers."my.agent".native`.
 *
 * @returns null when it is no dotted key
 */
export function parseKey(dotted: string): readonly string[] | null {
  const parts: string[] = [];
  const part = /"((?:[^"\\]|\\.)*)"|([^."]+)/y;
  for (let at = 0;;) {
    part.lastIndex = at;
    const match = part.exec(dotted);
    if (match === null) return null;
    parts.push(match[1]?.replaceAll(/\\(.)/g, "$1") ?? match[2] ?? "");
    at += match[0].length;
    if (at === dotted.length) return parts;
    if (dotted[at++] !== ".") return null;
  }
}

/** Writes a path as {@linkcode parseKey} reads it. */
export function formatKey(path: readonly string[]): string {
  return path.map((part) => /^[^."\\\s]+$/.test(part) ? part : JSON.stringify(part)).join(".");
}

/** Whether a key's value is a provider's name. */
export function namesProvider(path: readonly string[]): boolean {
  const key = formatKey(path);
  return key === "agent.session" || key === "agent.workers" ||
    (path.length === 4 && path[0] === "agent" && path[1] === "profiles" && path[3] === "provider");
}
