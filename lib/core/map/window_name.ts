/**
 * Guarded renames of windows.
 *
 * @module
 */

import { visible } from "../visible.ts";

/**
 * The name behind what tmux shows: it stores a renamed window's backslashes and control
 * characters as escapes, and would escape those again when the name is set from what it shows.
 */
export function storedName(shown: string): string {
  return shown.replaceAll(
    /\\([0-7]{3}|[\\abfnrtvs0])/g,
    (_, code: string) => ESCAPES[code] ?? String.fromCharCode(Number.parseInt(code, 8)),
  );
}

const ESCAPES: Readonly<Record<string, string>> = {
  "\\": "\\",
  a: "\x07",
  b: "\b",
  f: "\f",
  n: "\n",
  r: "\r",
  t: "\t",
  v: "\v",
  s: " ",
  "0": "\0",
};

/** What a rename did; the names are as tmux shows them. */
export interface RenameReport {
  readonly old: string;
  readonly new: string;
  readonly action: "renamed" | "noop";
}

/** The report as a line, nothing where nothing was done. */
export function renameLine(report: RenameReport): string {
  if (report.action === "noop") return "";
  return `renamed: ${visible(report.old)} -> ${visible(report.new)}\n`;
}

/** A rename that may turn out to be none. */
export type Rename =
  | { readonly kind: "ensure-prefix"; readonly prefix: string }
  | { readonly kind: "replace-prefix"; readonly from: string; readonly to: string };

/**
 * The name that a window gets, null when it stays as it is: it already begins with the prefix, or
 * no longer with the one to replace, because a person renamed it.
 *
 * @param shown the window's name as tmux shows it
 */
export function renamed(shown: string, rename: Rename): string | null {
  const names = [shown, storedName(shown)];
  if (rename.kind === "ensure-prefix") {
    if (names.some((name) => name.startsWith(rename.prefix))) return null;
    return rename.prefix + storedName(shown);
  }
  const { from, to } = rename;
  const name = names.find((name) => name.startsWith(from));
  if (name === undefined || from === to) return null;
  return to + (name === shown ? storedName(shown.slice(from.length)) : name.slice(from.length));
}
