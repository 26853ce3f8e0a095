/**
 * Strict command lines: what a command declares, and nothing else.
 *
 * Written by hand, because `@std/cli/parse-args` is lenient: it takes flags that nobody declared, makes
 * numbers of what looks like one (`007` is 7), nests dotted names, reads `--no-x` as a negation, takes
 * `true` after a switch for its value and does not take a value that begins with `-`.
 *
 * @module
 */

import { UsageError } from "../core/errors.ts";
import { quoted } from "../core/visible.ts";
import type { ArgSpec, CommandSpec, FlagSpec, ParsedLine } from "./command.ts";
import { didYouMean } from "./suggest.ts";
import { tellApart, type Words } from "./words.ts";

/** The flag that every command has. */
export const HELP_FLAG: FlagSpec = { name: "help", short: "h", summary: "show this help" };

/** The parts of a command that say how its line is written. */
export type LineSpec = Pick<CommandSpec<unknown>, "args" | "flags" | "rest">;

/**
 * Reads a command's line.
 *
 * @param argv the words after the command's name
 * @returns null when help was asked for, whatever else is missing then
 * @throws {UsageError} when the line is not one that the command declares.
 */
export function parseLine(argv: readonly string[], spec: LineSpec): ParsedLine | null {
  const flags = [...spec.flags ?? [], HELP_FLAG];
  const words = tellApart(argv, flags);
  if (words.flags.some(({ flag }) => flag === HELP_FLAG)) return null;
  const args = spec.rest === undefined ? [...words.args, ...words.rest ?? []] : words.args;
  checkArgs(args, spec);
  const read = collect(words, flags);
  return {
    args,
    rest: spec.rest === undefined ? [] : words.rest ?? [],
    value(name) {
      const { flag, written } = read(name);
      return valuesOf(flag, written.slice(-1))[0];
    },
    values(name) {
      const { flag, written } = read(name);
      return valuesOf(flag, written);
    },
    given: (name) => read(name).written.length > 0,
  };
}

/** A flag, and what was written for it each time, in order. */
interface ReadFlag {
  readonly flag: FlagSpec;
  readonly written: readonly string[];
}

/** Looks flags up by name. */
function collect(words: Words, flags: readonly FlagSpec[]): (name: string) => ReadFlag {
  for (const { flag, value } of words.flags) {
    if (value !== undefined) checkChoice(`--${flag.name}`, value, flag.choices);
  }
  return (name) => {
    const flag = flags.find((flag) => flag.name === name);
    // A slip in a command, not in a line.
    if (flag === undefined) throw new TypeError(`flag --${name} was not declared`);
    const written = words.flags.filter((word) => word.flag === flag);
    return { flag, written: written.map(({ value }) => value ?? "") };
  };
}

/** No value where none was written: an optional one left out reads as empty, and is never empty. */
function valuesOf(flag: FlagSpec, values: readonly string[]): readonly string[] {
  if (flag.value === undefined) return [];
  return flag.valueOptional === true ? values.filter((value) => value !== "") : values;
}

function checkArgs(args: readonly string[], spec: LineSpec): void {
  const declared = spec.args ?? [];
  const missing = declared[args.length];
  if (missing !== undefined && missing.optional !== true) {
    throw new UsageError(`missing argument <${missing.name}>`);
  }
  for (const [index, value] of args.entries()) {
    const arg = declared[index] ?? lastVariadic(declared);
    if (arg === null) throw new UsageError(`unexpected argument ${quoted(value)}`);
    checkChoice(`<${arg.name}>`, value, arg.choices);
  }
}

function lastVariadic(declared: readonly ArgSpec[]): ArgSpec | null {
  const last = declared.at(-1);
  return last?.variadic === true ? last : null;
}

function checkChoice(what: string, value: string, choices: readonly string[] | undefined): void {
  if (choices === undefined || choices.includes(value)) return;
  throw new UsageError(
    `${what}: ${quoted(value)} is not one of ${choices.join(", ")}${didYouMean(value, choices)}`,
  );
}
