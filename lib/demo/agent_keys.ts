/**
 * The demo agent's ear: what a terminal sends, as keys.
 *
 * @module
 */

/** A key, or a whole paste. Keys that mean nothing to the agent are left out. */
export type Key =
  | { readonly kind: "text" | "paste"; readonly text: string }
  /** `clear` is `C-u`. */
  | { readonly kind: "enter" | "backspace" | "clear" };

const PASTE_START = "\x1b[200~";
const PASTE_END = "\x1b[201~";

const CONTROLS: Readonly<Record<string, "enter" | "backspace" | "clear">> = {
  "\r": "enter",
  "\n": "enter",
  "\x7f": "backspace",
  "\b": "backspace",
  "\x15": "clear",
};

/**
 * Reads keys off the front of what came so far.
 *
 * @param input what an earlier call left, and what was read since
 * @returns the keys that are complete, and the rest: the beginning of a sequence, or of a paste
 */
export function readKeys(
  input: string,
): { readonly keys: readonly Key[]; readonly rest: string } {
  const keys: Key[] = [];
  let rest = input;
  while (rest !== "") {
    if (rest.startsWith(PASTE_START)) {
      const end = rest.indexOf(PASTE_END);
      if (end < 0) break;
      keys.push({ kind: "paste", text: rest.slice(PASTE_START.length, end) });
      rest = rest.slice(end + PASTE_END.length);
      continue;
    }
    const text = /^[^\x00-\x1f\x7f]+/.exec(rest)?.[0];
    if (text !== undefined) {
      keys.push({ kind: "text", text });
      rest = rest.slice(text.length);
      continue;
    }
    // Perhaps the beginning of a sequence that was cut by the read.
    if (/^\x1b(?:\[[0-9;?]*|O)?$/.test(rest)) break;
    const sequence = /^\x1b(?:\[[0-9;?]*[@-~]|O[A-Z])/.exec(rest)?.[0] ?? rest.slice(0, 1);
    const kind = CONTROLS[sequence];
    if (kind !== undefined) keys.push({ kind });
    rest = rest.slice(sequence.length);
  }
  return { keys, rest };
}
