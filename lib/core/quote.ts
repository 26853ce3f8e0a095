/**
 * Quoting of a value as one word of a shell line. What comes out reads the same to sh, dash, ksh,
 * bash, zsh and fish, interactive or not, and to csh but for line feeds.
 *
 * Everything stands in single quotes, where no shell expands anything, but three characters, which
 * stand outside behind a backslash: `'` can't be written inside; `\` is literal inside for POSIX
 * shells and an escape for fish; `!` is expanded even there by csh.
 *
 * @module
 */

/** Words that no shell would read otherwise. `=` at the start and `~` are for zsh to expand. */
const PLAIN = /^[A-Za-z0-9_@+:,./-][A-Za-z0-9_@+:,./=-]*$/;

/** The value as one word: bare where that is safe, quoted where it is not; never empty. */
export function quoteWord(value: string): string {
  return PLAIN.test(value) ? value : quoteAlways(value);
}

/** The value as one word, in quotes whatever it is. */
export function quoteAlways(value: string): string {
  return `'${insideSingle(value)}'`;
}

/** Several words, joined by single spaces. */
export function quoteWords(values: readonly string[]): string {
  return values.map(quoteWord).join(" ");
}

/** The value as text for the inside of single quotes that stand already. */
export function insideSingle(value: string): string {
  return value.replaceAll(/['\\!]/g, (char) => `'\\${char}'`);
}

/** The value as text for the inside of double quotes that stand already. */
export function insideDouble(value: string): string {
  // Escapes in double quotes differ between shells, so anything special leaves them for a while.
  return /[$`"\\!]/.test(value) ? `"${quoteAlways(value)}"` : value;
}
