/**
 * Which lines are new where some of the old ones were painted anew.
 *
 * @module
 */

/** What became of old lines. */
export interface LineDiff {
  /** Indices of the new text's lines that are none of the old ones, in order. */
  readonly added: readonly number[];
  /** Pairs of indices, old and new, of lines that are both, in order. */
  readonly kept: readonly (readonly [number, number])[];
}

/**
 * Compares by hashes. Of several ways to keep as many lines the one that keeps them latest is taken:
 * what a program moves is what stands at the bottom.
 */
export function diffLines(before: readonly number[], after: readonly number[]): LineDiff {
  let top = 0;
  while (top < before.length && top < after.length && before[top] === after[top]) top++;
  let bottom = 0;
  while (
    bottom < before.length - top && bottom < after.length - top &&
    before[before.length - 1 - bottom] === after[after.length - 1 - bottom]
  ) bottom++;
  const middle = common(
    before.slice(top, before.length - bottom),
    after.slice(top, after.length - bottom),
  );
  const kept: (readonly [number, number])[] = [];
  for (let at = 0; at < top; at++) kept.push([at, at]);
  for (const [one, other] of middle) kept.push([one + top, other + top]);
  for (let at = bottom; at > 0; at--) kept.push([before.length - at, after.length - at]);
  const known = new Set(kept.map(([, at]) => at));
  return { added: [...after.keys()].filter((at) => !known.has(at)), kept };
}

/** A longest common subsequence, as pairs of indices. */
function common(
  one: readonly number[],
  other: readonly number[],
): readonly (readonly [number, number])[] {
  if (one.length === 0 || other.length === 0) return [];
  const wide = other.length + 1;
  const length = new Uint16Array((one.length + 1) * wide);
  const at = (row: number, column: number) => length[row * wide + column] ?? 0;
  for (let row = 1; row <= one.length; row++) {
    for (let column = 1; column <= other.length; column++) {
      length[row * wide + column] = one[row - 1] === other[column - 1]
        ? at(row - 1, column - 1) + 1
        : Math.max(at(row - 1, column), at(row, column - 1));
    }
  }
  const pairs: (readonly [number, number])[] = [];
  let row = one.length;
  let column = other.length;
  while (row > 0 && column > 0) {
    if (one[row - 1] === other[column - 1]) pairs.unshift([--row, --column]);
    else if (at(row - 1, column) >= at(row, column - 1)) row--;
    else column--;
  }
  return pairs;
}
