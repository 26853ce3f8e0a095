/**
 * Where a prompt comes from.
 *
 * @module
 */

import { isAbsolute, join, resolve } from "@std/path";
import { FabError, UsageError } from "../core/errors.ts";
import { pointerTo } from "../core/message/payload.ts";
import { fileText, type TextSource } from "../core/message/text_source.ts";
import type { Context } from "../ports.ts";
import { createTmux, requirePaneId } from "../tmux/tmux.ts";

/**
 * The line that points to a prompt file: the path as given, and absolute where a relative one would
 * lead to nothing, or to another file, from the pane's own directory. Warns when the file is empty.
 *
 * @throws {FabError} when there is no such file; nothing was typed.
 * @throws {PaneMissingError} when there is no such pane.
 */
export async function promptPointer(
  context: Context,
  prompt: { readonly path: string; readonly pane: string; readonly server: string | null },
): Promise<string> {
  const { path } = prompt;
  const pane = requirePaneId(prompt.pane);
  const here = isAbsolute(path) ? path : resolve(context.env.cwd(), path);
  const stat = await context.files.stat(here);
  if (stat?.kind !== "file") {
    throw new FabError(
      "failed",
      stat === null
        ? `${path}: no such prompt file; nothing was typed`
        : `${path}: not a file; nothing was typed`,
    );
  }
  if (stat.size === 0) await context.out.warn(`${path} is empty`);
  if (isAbsolute(path)) return pointerTo(path);
  const tmux = createTmux(context.exec, prompt.server);
  const { fields } = await tmux.pane(pane, ["pane_current_path"]);
  const there = await context.files.realPath(join(fields.pane_current_path, path));
  return pointerTo(there === await context.files.realPath(here) ? path : here);
}

/**
 * All of standard input as it is, but for one line feed at its end: that is how commands end what
 * they print, and a shell's `$(…)` leaves it out as well.
 *
 * @throws {UsageError} when it is not UTF-8.
 */
export async function textFromStdin(context: Context): Promise<string> {
  const bytes = await context.out.readStdin();
  try {
    const text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
    return text.replace(/\n$/, "");
  } catch {
    throw new UsageError("standard input is not UTF-8; it can't be delivered byte for byte");
  }
}

/**
 * The text of a source that is the same for every pane; null for a pointer, which depends on the pane.
 *
 * @throws {FabError} when the file is none, or is not UTF-8.
 * @throws {UsageError} when standard input is not UTF-8, or there is nothing in the file.
 */
export async function textFor(context: Context, source: TextSource): Promise<string | null> {
  switch (source.kind) {
    case "text":
      return source.text;
    case "stdin":
      return await textFromStdin(context);
    case "file":
      return await textFromFile(context, source.path);
    case "prompt":
      return null;
  }
}

async function textFromFile(context: Context, path: string): Promise<string> {
  const content = await context.files.readText(resolve(context.env.cwd(), path));
  if (content === null) {
    throw new FabError("failed", `${path}: no such text file; nothing was typed`);
  }
  const { text, crlf } = fileText(content);
  if (text === "") throw new UsageError(`${path} is empty; there is nothing to deliver`);
  if (crlf) await context.out.warn(`${path} has CRLF line ends; they are delivered as line feeds`);
  return text;
}
