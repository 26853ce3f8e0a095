/**
 * Random values that a seed makes again.
 *
 * @module
 */

/** A source of random choices. */
export interface Random {
  /** A whole number of 0 to `below - 1`. */
  below(below: number): number;
  pick<T>(values: readonly T[]): T;
  /** True once in `n` times. */
  oneIn(n: number): boolean;
}

/** The generator `mulberry32`: the same seed gives the same values everywhere. */
export function createRandom(seed: number): Random {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (limit: number) => Math.floor(next() * limit);
  return {
    below,
    pick: (values) => values[below(values.length)]!,
    oneIn: (n) => below(n) === 0,
  };
}
