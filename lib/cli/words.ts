/**
 * Tells flags from arguments, strictly.
 *
 * @module
 */

import { UsageError } from "../core/errors.ts";
import { quoted } from "../core/visible.ts";
import type { FlagSpec } from "./command.ts";
import { didYouMean } from "./suggest.ts";

/** A flag as it was written. */
export interface WrittenFlag {
  readonly flag: FlagSpec;
  /** Undefined for a switch, and for an optional value that was left out. */
  readonly value: string | undefined;
}

/** A command line, told apart. */
export interface Words {
  readonly flags: readonly WrittenFlag[];
  readonly args: readonly string[];
  /** What follows `--`; null when there was none. */
  readonly rest: readonly string[] | null;
}

/**
 * Tells the flags of a line from its arguments. A word is a flag when it begins with `-`, is not
 * `-` itself, and comes before `--`; only declared flags exist.
 *
 * @throws {UsageError} for an unknown flag, a missing value, or a value that a flag does not take.
 */
export function tellApart(argv: readonly string[], flags: readonly FlagSpec[]): Words {
  const written: WrittenFlag[] = [];
  const args: string[] = [];
  for (let at = 0; at < argv.length; at++) {
    const word = argv[at] ?? "";
    if (word === "--") return { flags: written, args, rest: argv.slice(at + 1) };
    if (!word.startsWith("-") || word === "-") args.push(word);
    else {
      const read = word.startsWith("--") ? readLong : readShort;
      if (read(word, argv[at + 1], { flags, written }) === "took-next") at++;
    }
  }
  return { flags: written, args, rest: null };
}

/** What one word is read with, and where its flags go. */
interface Reading {
  readonly flags: readonly FlagSpec[];
  readonly written: WrittenFlag[];
}
type Progress = "took-next" | "done";

/** `--name`, `--name=value`, `--name value`. */
function readLong(word: string, next: string | undefined, { flags, written }: Reading): Progress {
  const equals = word.indexOf("=");
  const name = equals < 0 ? word.slice(2) : word.slice(2, equals);
  const value = equals < 0 ? undefined : word.slice(equals + 1);
  const flag = flags.find((flag) => flag.name === name);
  if (flag === undefined) {
    const known = flags.map((flag) => flag.name);
    throw new UsageError(
      `unknown flag ${shownFlag(`--${name}`)}${didYouMean(name, known, (word) => `--${word}`)}`,
    );
  }
  if (flag.value === undefined) {
    if (value !== undefined) {
      throw new UsageError(`--${name} takes no value, but ${quoted(value)} was given`);
    }
    written.push({ flag, value: undefined });
    return "done";
  }
  if (flag.valueOptional === true) {
    if (value === "") {
      throw new UsageError(`--${name}= has no value; write --${name} or --${name}=${flag.value}`);
    }
    written.push({ flag, value });
    return "done";
  }
  if (value !== undefined) {
    written.push({ flag, value });
    return "done";
  }
  if (next === undefined) throw missingValue(`--${name}`, flag);
  written.push({ flag, value: next });
  return "took-next";
}

/** `-l 5`, `-l5`, `-l=5`, and clusters of switches, the last of which may take a value. */
function readShort(word: string, next: string | undefined, { flags, written }: Reading): Progress {
  const letters = [...word.slice(1)];
  for (const [index, letter] of letters.entries()) {
    const flag = flags.find((flag) => flag.short === letter);
    if (flag === undefined) {
      const whole = word.slice(1);
      // `-json`: one dash where two belong.
      const long = flags.some((flag) => flag.name === whole) ? `; did you mean --${whole}?` : "";
      const where = letters.length > 1 ? ` in ${quoted(word)}` : "";
      throw new UsageError(`unknown flag ${shownFlag(`-${letter}`)}${where}${long}`);
    }
    const after = letters.slice(index + 1).join("");
    if (flag.value === undefined) {
      if (after.startsWith("=")) {
        throw new UsageError(`-${letter} takes no value, but ${quoted(after.slice(1))} was given`);
      }
      written.push({ flag, value: undefined });
      continue;
    }
    if (after !== "") {
      written.push({ flag, value: after.startsWith("=") ? after.slice(1) : after });
      return "done";
    }
    if (flag.valueOptional === true) {
      written.push({ flag, value: undefined });
      return "done";
    }
    if (next === undefined) throw missingValue(`-${letter}`, flag);
    written.push({ flag, value: next });
    return "took-next";
  }
  return "done";
}

function missingValue(flag: string, spec: FlagSpec): UsageError {
  return new UsageError(`${flag} needs a value: ${flag} ${spec.value}`);
}

/** A flag bare when it can be, else quoted. */
function shownFlag(flag: string): string {
  return /^--?\w[\w.-]*$/.test(flag) ? flag : quoted(flag);
}
