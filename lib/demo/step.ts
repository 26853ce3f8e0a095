/**
 * A step of the demo in words.
 *
 * @module
 */

/** Something that was proven. */
export interface Step {
  /** One word: what was done. */
  readonly name: string;
  /** Milliseconds that it took. */
  readonly ms: number;
  /** What came of it, as it was read. */
  readonly text: string;
  /** A pane's rows, shown below. */
  readonly screen?: readonly string[];
}

/** The step's line, and its screen below it; with a line feed. */
export function stepText({ name, ms, text, screen = [] }: Step): string {
  const took = `${Math.round(ms)} ms`.padStart(8);
  const rows = screen.map((row) => `    ${row}`.trimEnd());
  return [`  ${name.padEnd(8)}${took}  ${text}`, ...rows].join("\n") + "\n";
}
