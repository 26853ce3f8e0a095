/**
 * What `FAB_DEBUG=1` shows of the programs that are run.
 *
 * @module
 */

/**
 * One line that bash, zsh and ksh run again as it was: each word quoted, control characters
 * escaped so that it stays one line, the duration behind a `#`, and that no program was run for it.
 */
export function debugLine(
  argv: readonly string[],
  ms: number,
  how: "program" | "socket" = "program",
): string {
  const asked = how === "socket" ? ", over its socket" : "";
  return `${argv.map(word).join(" ")}  # ${ms.toFixed(1)} ms${asked}`;
}

function word(text: string): string {
  if (/^[A-Za-z0-9_@%+=:,./-]+$/.test(text)) return text;
  if (!/[\x00-\x1f\x7f-\x9f]/.test(text)) return `'${text.replaceAll("'", `'\\''`)}'`;
  const escaped = text.replaceAll(/[\\']/g, "\\$&").replaceAll(
    /[\x00-\x1f\x7f-\x9f]/g,
    (char) => char === "\n" ? "\\n" : char === "\t" ? "\\t" : `\\u${hex(char)}`,
  );
  return `$'${escaped}'`;
}

function hex(char: string): string {
  return char.charCodeAt(0).toString(16).padStart(4, "0");
}
