/**
 * The flags that name a tmux server, wherever they stand in a line.
 *
 * @module
 */

import { UsageError } from "../../core/errors.ts";
import { labelOf } from "../../core/server.ts";
import { type ParsedLine, serverFlag, socketFlag } from "../command.ts";

/**
 * The server that a line names; null for none, and an empty name is as none. A socket goes before
 * a label, as tmux has it.
 */
export function serverOf(line: ParsedLine): string | null {
  const socket = line.value("socket") ?? "";
  if (socket !== "") return socket;
  const label = labelOf(line.value("server") ?? "");
  return label === "" ? null : label;
}

/** A line whose socket is an absolute path: what is remembered of it must mean the same elsewhere. */
export function withAbsoluteSocket(line: ParsedLine, cwd: () => string): ParsedLine {
  return {
    ...line,
    value(name) {
      const value = line.value(name);
      if (name !== socketFlag.name || value === undefined || /^(?:\/|$)/.test(value)) return value;
      return `${cwd()}/${value.replace(/^(?:\.\/+)+/, "")}`;
    },
  };
}

/**
 * The words at a place in a line that name a server: `-L work`, `-Lwork`, `--server=work`; none
 * when there is something else.
 *
 * @throws {UsageError} when the name is missing.
 */
export function serverWordsAt(argv: readonly string[], at: number): readonly string[] {
  const word = argv[at] ?? "";
  for (const flag of [serverFlag, socketFlag]) {
    if (word === `-${flag.short}` || word === `--${flag.name}`) {
      const value = argv[at + 1];
      if (value === undefined) throw new UsageError(`${word} needs a value: ${word} ${flag.value}`);
      return [word, value];
    }
    if (word.startsWith(`-${flag.short}`) || word.startsWith(`--${flag.name}=`)) return [word];
  }
  return [];
}
