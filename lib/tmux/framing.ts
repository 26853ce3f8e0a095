/**
 * Framing of what tmux prints, so that no name, path or option value can shift or merge rows.
 *
 * Values may hold tabs, line feeds and anything else, and control characters are printed as they
 * are, or escaped, depending on the tmux version. So fields are put between marks that are made of
 * a random number, printable in every version and locale and not to be guessed by whoever named a
 * directory.
 *
 * @module
 */

/** A random mark for one call. */
export function newNonce(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(8));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** The `-F` format of a record with these format variables. */
export function fieldsFormat(fields: readonly string[], nonce: string): string {
  return `<${nonce}<${fields.map((field) => `#{${field}}`).join(`|${nonce}|`)}>${nonce}>`;
}

/**
 * Reads records of {@linkcode fieldsFormat} back.
 *
 * @returns the records in order, and what was printed before the first and after the last one
 */
export function parseRecords<F extends string>(
  text: string,
  fields: readonly F[],
  nonce: string,
): {
  readonly records: readonly Readonly<Record<F, string>>[];
  readonly before: string;
  readonly rest: string;
} {
  const open = `<${nonce}<`;
  const close = `>${nonce}>`;
  const records: Record<F, string>[] = [];
  let at = 0;
  for (;;) {
    const start = text.indexOf(open, at);
    if (start < 0) break;
    const end = text.indexOf(close, start);
    if (end < 0) break;
    const values = text.slice(start + open.length, end).split(`|${nonce}|`);
    const record = {} as Record<F, string>;
    fields.forEach((field, index) => record[field] = values[index] ?? "");
    records.push(record);
    at = end + close.length;
    if (text[at] === "\n") at++;
  }
  const first = text.indexOf(open);
  return { records, before: first < 0 ? "" : text.slice(0, first), rest: text.slice(at) };
}
