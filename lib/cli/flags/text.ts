/**
 * The ways in which a command is told panes and the text for them.
 *
 * @module
 */

import { UsageError } from "../../core/errors.ts";
import type { TextSource } from "../../core/message/text_source.ts";
import type { ArgSpec, FlagSpec, ParsedLine } from "../command.ts";
import { isPaneId } from "../../core/pane_id.ts";

/** `<pane>`, further panes, and the text. */
export const textArgs: readonly ArgSpec[] = [
  { name: "pane", summary: "exact pane id, such as %3", complete: "pane" },
  {
    name: "pane | text",
    optional: true,
    variadic: true,
    summary: "more panes, and last the text; - reads standard input",
    complete: "pane",
  },
];

/** The flags that carry a text. */
export const textFlags: readonly FlagSpec[] = [
  {
    name: "text",
    value: "<string>",
    summary: "the text; - reads standard input, without a line feed at its end",
  },
  {
    name: "text-file",
    value: "<path>",
    summary: "the content of this file, without a line feed at its end",
    complete: "file",
  },
];

/** The flag that carries a pointer to a file. */
export const promptFileFlag: FlagSpec = {
  name: "prompt-file",
  value: "<path>",
  summary: "tell the agent to read and execute this file",
  complete: "file",
};

/** Whom it is for, and what; null when no text was given. */
export interface Addressed {
  readonly panes: readonly string[];
  readonly source: TextSource | null;
}

/**
 * Reads {@linkcode textArgs} and the flags. A text that looks like a pane's id is given with a flag.
 *
 * @throws {UsageError} for two texts, and for an empty one.
 */
export function addressedText(line: ParsedLine, carriers: readonly FlagSpec[]): Addressed {
  const [first = "", ...more] = line.args;
  const panes = more.filter(isPaneId);
  const words = more.filter((word) => !isPaneId(word));
  const flagged = carriers.flatMap(({ name }) =>
    line.values(name).map((value) => ({ name, value }))
  );
  const given = [...words.map((value) => ({ name: "", value })), ...flagged];
  const [one, two] = given;
  if (two !== undefined) {
    const shown = given.map(({ name }) => name === "" ? "an argument" : `--${name}`);
    throw new UsageError(`a text is given once, and here ${shown.join(" and ")} carry one`);
  }
  return {
    panes: [...new Set([first, ...panes])],
    source: one === undefined ? null : sourceOf(one),
  };
}

function sourceOf({ name, value }: { readonly name: string; readonly value: string }): TextSource {
  const file = name === "text-file" || name === "prompt-file";
  if (value === "") {
    throw new UsageError(
      file
        ? `--${name} is empty; give the path of a file`
        : `${name === "" ? "the text" : `--${name}`} is empty; there is nothing to deliver`,
    );
  }
  if (name === "text-file") return { kind: "file", path: value };
  if (name === "prompt-file") return { kind: "prompt", path: value };
  return value === "-" ? { kind: "stdin" } : { kind: "text", text: value };
}
