/**
 * Which columns of a table have how much room.
 *
 * @module
 */

/** Columns that are narrowed keep at least so much. */
const LEAST = 6;

/**
 * Widths for a line of at most `width`: yielding columns are narrowed, the widest of them first, and
 * where that is not enough they are left out one by one.
 *
 * @param options.yielding indexes, the first to be left out first
 * @returns null for a column that is left out
 */
export function fitColumns(
  full: readonly number[],
  options: { readonly width: number; readonly gap: number; readonly yielding: readonly number[] },
): readonly (number | null)[] {
  const { width, gap } = options;
  const yielding = options.yielding.filter((column) => column >= 0 && column < full.length);
  for (let left = 0;; left++) {
    const out = yielding.slice(0, left);
    const widths = full.map((one, column) => out.includes(column) ? null : one);
    const kept = widths.filter((one) => one !== null);
    let excess = kept.reduce((sum, one) => sum + one, 0) + gap * (kept.length - 1) - width;
    for (; excess > 0; excess--) {
      const widest = yielding.reduce<number | null>(
        (best, column) =>
          (widths[column] ?? 0) > Math.max(LEAST, best === null ? 0 : widths[best] ?? 0)
            ? column
            : best,
        null,
      );
      if (widest === null) break;
      widths[widest] = (widths[widest] ?? 0) - 1;
    }
    if (excess <= 0 || left === yielding.length) return widths;
  }
}
