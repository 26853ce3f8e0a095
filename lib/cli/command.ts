/**
 * What a command declares. One declaration feeds parsing, `--help`, the examples' test,
 * suggestions, completions and the man page.
 *
 * @module
 */

import type { Context } from "../ports.ts";

/** What completes a value: a fixed set is in `choices`, the others are looked up when asked. */
export type Completion =
  | "pane"
  | "session"
  | "provider"
  | "role"
  | "stage"
  | "change"
  | "file"
  | "directory"
  | "command"
  | "config-key"
  /** What the configuration key before it takes. */
  | "config-value"
  /** What `fab agent` takes: a role's or a stage's name. */
  | "role-or-stage"
  /** Labels of the tmux servers that have a socket. */
  | "server"
  /** What the person's ssh configuration names. */
  | "host"
  /** Agent states, put together with commas. */
  | "states"
  /** Ids of the backlog's pending items. */
  | "backlog-item";

/** A flag. Without `value` it is a switch. */
export interface FlagSpec {
  /** Long name without the dashes. */
  readonly name: string;
  /** One letter. */
  readonly short?: string;
  /** Placeholder of its value, such as `<label>`; its presence makes the flag take a value. */
  readonly value?: string;
  /** The value may be left out, and is then given only as `--flag=value`. */
  readonly valueOptional?: boolean;
  /** May be given several times, each value kept; otherwise the last one wins. */
  readonly repeat?: boolean;
  /** The only values that are accepted. */
  readonly choices?: readonly string[];
  /** One line, lower case, no full stop. */
  readonly summary: string;
  readonly complete?: Completion;
}

/** A positional argument. */
export interface ArgSpec {
  /** Placeholder without brackets, such as `pane`. */
  readonly name: string;
  readonly optional?: boolean;
  /** Takes all that is left; only the last argument may. */
  readonly variadic?: boolean;
  /** The only values that are accepted. */
  readonly choices?: readonly string[];
  readonly summary: string;
  readonly complete?: Completion;
}

/** A command line that works as written; a test parses each. */
export interface Example {
  /** The whole line, beginning with `fab`. */
  readonly line: string;
  readonly summary: string;
}

/** The words of a command line after the flags were told apart. Nothing is interpreted yet. */
export interface ParsedLine {
  /** Positional arguments in order. */
  readonly args: readonly string[];
  /** What follows `--`, verbatim, when the command takes agent arguments; else it is in `args`. */
  readonly rest: readonly string[];
  /** Last value of a flag; undefined when it was not given (or given without its optional value). */
  value(name: string): string | undefined;
  /** All values of a repeatable flag, in order. */
  values(name: string): readonly string[];
  /** Whether the flag was given at all, even with an empty value. */
  given(name: string): boolean;
}

/** A command: how its line is written, how it is read, what it does. */
export interface CommandSpec<O> {
  /** Paragraphs below the summary in `--help`; may be empty. */
  readonly description?: string;
  readonly args?: readonly ArgSpec[];
  readonly flags?: readonly FlagSpec[];
  /** Set when words after `--` are passed on; the text names them in help. */
  readonly rest?: { readonly name: string; readonly summary: string };
  readonly examples: readonly Example[];
  /** Turns the line into options. Throws {@linkcode UsageError}; reads nothing, changes nothing. */
  parse(line: ParsedLine): O;
  /** Does it; resolves to the exit code. */
  run(options: O, context: Context): Promise<number>;
  /** Whether it takes a terminal for itself; on another host it is given one. Absent: it doesn't. */
  takesTerminal?(options: O): boolean;
}

/** `-L`, on every command that talks to tmux; `-S` comes along with it. */
export const serverFlag: FlagSpec = {
  name: "server",
  short: "L",
  value: "<label>",
  summary: "tmux server by its socket label (tmux -L)",
  complete: "server",
};

/** `-S`. A command declares {@linkcode serverFlag} alone. */
export const socketFlag: FlagSpec = {
  name: "socket",
  short: "S",
  value: "<path>",
  summary: "tmux server by the path of its socket (tmux -S)",
  complete: "file",
};

/** A command's flags, with `-S` behind `-L`. */
function withSocket(flags: readonly FlagSpec[]): readonly FlagSpec[] {
  return flags.flatMap((flag) => flag === serverFlag ? [serverFlag, socketFlag] : [flag]);
}

/**
 * Keeps a declaration's option type without writing it twice, and gives every command that takes
 * `-L` the `-S` beside it.
 */
export function defineCommand<O>(spec: CommandSpec<O>): CommandSpec<O> {
  return spec.flags === undefined ? spec : { ...spec, flags: withSocket(spec.flags) };
}

/** A place in the command tree: a command that is loaded when called, or a family of them. */
export type CommandNode = CommandLeaf | CommandFamily;

export interface CommandLeaf {
  readonly kind: "command";
  readonly name: string;
  readonly summary: string;
  /** Heading under which the top-level help lists it. */
  readonly group?: string;
  /** Called by scripts that `fab` writes, not by people: in no help, suggestion or man page. */
  readonly hidden?: boolean;
  // deno-lint-ignore no-explicit-any -- the option type is the command's own business
  load(): Promise<CommandSpec<any>>;
}

export interface CommandFamily {
  readonly kind: "family";
  readonly name: string;
  readonly summary: string;
  readonly group?: string;
  readonly children: readonly CommandNode[];
  /** What the family's name does without a child's (`fab skill`); absent: it shows its help. */
  // deno-lint-ignore no-explicit-any -- as a leaf's
  readonly load?: () => Promise<CommandSpec<any>>;
}
