/**
 * tmux's own names of panes.
 *
 * @module
 */

/** Whether a word is an exact pane id. */
export function isPaneId(word: string): boolean {
  return /^%(0|[1-9][0-9]{0,9})$/.test(word);
}
