/**
 * The one formatter of durations that people see, and its reverse.
 *
 * @module
 */

/**
 * A duration in its largest whole unit, rounded down: `59s`, `3m`, `27h`.
 *
 * @param seconds a negative one (clocks differ between machines) counts as none
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 * assertEquals(formatDuration(119.9), "1m");
 * ```
 */
export function formatDuration(seconds: number): string {
  const whole = Math.max(0, Math.floor(seconds));
  if (whole < 60) return `${whole}s`;
  if (whole < 3600) return `${Math.floor(whole / 60)}m`;
  return `${Math.floor(whole / 3600)}h`;
}

/** Seconds of what {@linkcode formatDuration} printed; null for anything else. */
export function parseDuration(text: string): number | null {
  const [, digits, unit] = /^(\d+)([smh])$/.exec(text) ?? [];
  if (digits === undefined) return null;
  return Number(digits) * (unit === "s" ? 1 : unit === "m" ? 60 : 3600);
}
