/**
 * The completion popup of a simulated agent: what opens it, what it offers, what choosing does.
 *
 * @module
 */

/** What the popup offers for a text, and the text after the first of it was chosen. */
export interface Completion {
  readonly rows: readonly string[];
  readonly completed: string;
}

/**
 * A popup opens on `/word` as the whole text, and on a last word that is `@word` or `name.ext`.
 *
 * @returns null when the text opens none
 */
export function completionFor(text: string): Completion | null {
  const command = text.match(/^\/(\S*)$/)?.[1];
  if (command !== undefined) {
    const offered = [`/${command}-all`, `/${command}-clear`];
    return { rows: offered.map((row) => `  ${row}  command`), completed: `${offered[0]} ` };
  }
  const word = text.match(/(?:^|\s)(@\S*|\S*\w\.[a-z]{1,4})$/)?.[1];
  if (word === undefined) return null;
  const name = word.replace(/^@/, "");
  return {
    rows: [`  src/${name}`, `  tests/${name}`],
    completed: `${text.slice(0, text.length - word.length)}@src/${name} `,
  };
}
