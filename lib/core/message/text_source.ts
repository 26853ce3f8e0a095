/**
 * Where a text comes from that is to be handed over.
 *
 * @module
 */

/** Nothing of it is read yet. */
export type TextSource =
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "stdin" }
  /** The content of a file. */
  | { readonly kind: "file"; readonly path: string }
  /** A pointer to a file that the agent reads itself. */
  | { readonly kind: "prompt"; readonly path: string };

/** How a source is called in `--json`: the keys that every command with a text has. */
export function sourceKeys(source: TextSource) {
  const path = "path" in source ? { path: source.path } : {};
  return { source: source.kind === "prompt" ? "prompt" as const : "text" as const, ...path };
}

/** How a source is called in a report: `text`, `prompt <path>`. */
export function sourceLabel(source: TextSource): string {
  return source.kind === "prompt" ? `prompt ${source.path}` : "text";
}

/** What a file holds, as it is handed over. */
export interface FileText {
  readonly text: string;
  /** Line ends of two characters were made one. */
  readonly crlf: boolean;
}

/**
 * A file's content without what belongs to the file and not to the text: a byte order mark, carriage
 * returns before line feeds, and one line feed at the end.
 */
export function fileText(content: string): FileText {
  const text = content.replace(/^\ufeff/, "").replaceAll("\r\n", "\n");
  return { text: text.replace(/\n$/, ""), crlf: content.includes("\r\n") };
}
