/**
 * Names of keys, as tmux knows them. tmux types a name that it does not know as text, so it has to
 * be checked before.
 *
 * @module
 */

/** Names without modifiers, beside `F1` to `F12`, the keypad's and single characters. */
export const KEY_NAMES: readonly string[] = [
  "Enter",
  "Escape",
  "Tab",
  "BTab",
  "Space",
  "BSpace",
  "Up",
  "Down",
  "Left",
  "Right",
  "Home",
  "End",
  "PageUp",
  "PageDown",
  "Insert",
  "Delete",
];

/** Other spellings that tmux takes. */
const ALIASES = ["PgUp", "PgDn", "PPage", "NPage", "IC", "DC"];

const NAMED = new RegExp(
  `^(?:${[...KEY_NAMES, ...ALIASES].join("|")}|F[1-9]|F1[0-2]|KP(?:[0-9/*+.-]|Enter))$`,
  "i",
);

/**
 * Whether a word names a key: `Enter`, `y`, `C-c`, `M-Left`, `^C`, `F5`. Modifiers are `C-`, `M-`
 * and `S-`, in any order.
 *
 * @example
 * ```ts
 * import { assert, assertFalse } from "@std/assert";
 * assert(isKeyName("C-c"));
 * assertFalse(isKeyName("Return"));
 * ```
 */
export function isKeyName(word: string): boolean {
  const caret = /^\^([!-~])$/.exec(word);
  const bare = caret?.[1] ?? word.replace(/^(?:[CMScms]-)+(?=.)/s, "");
  if (NAMED.test(bare)) return true;
  // One character of any script that a screen shows; a control character has a name instead.
  return [...bare].length === 1 && !/[\p{C}\p{Z}\p{M}]/u.test(bare);
}
