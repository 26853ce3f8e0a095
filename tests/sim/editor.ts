/**
 * The input line of a simulated agent: text, cursor and folded pastes.
 *
 * A folded paste is one character of Unicode's private use area in the text; the real text is kept
 * beside it, and one backspace removes it whole.
 *
 * @module
 */

import { layout } from "./text.ts";

/** What `C-u` removes. */
export type Clearing =
  /** Everything, however many lines. */
  | "all"
  /** To the start of the line; at the start, the line break before it. */
  | "line"
  /** The part of the line that is on the cursor's visual row; at its start, the row before. */
  | "row"
  /** The cursor's line, and never a line before it. */
  | "last-line"
  /** Nothing: the key means something else. */
  | "nothing";

/** The first character that stands for a folded paste. */
const FOLD_BASE = 0xe000;

/** The text being edited. */
export interface Editor {
  /** What was edited so far, folds as their characters. */
  text(): string;
  /** The real text: folds opened. */
  expanded(): string;
  /** Code unit offset of the cursor. */
  cursor(): number;
  insert(text: string): void;
  /** Inserts a paste that is shown as a label. */
  insertFolded(text: string): void;
  /** The label of a fold's character, null for any other. */
  label(character: string): string | null;
  backspace(): void;
  deleteForward(): void;
  move(to: "left" | "right" | "home" | "end"): void;
  /** `C-u`, for a text that wraps at `width` columns. */
  clear(clearing: Clearing, width: number): void;
  /** `C-k`: to the end of the line. */
  killToEnd(): void;
  /** `C-w`: the word before the cursor. */
  killWord(): void;
  /** Replaces everything. */
  set(text: string): void;
}

/** Makes an empty editor. */
export function createEditor(): Editor {
  let text = "";
  let cursor = 0;
  let folded = 0;
  const folds = new Map<string, { readonly text: string; readonly label: string }>();

  function splice(from: number, to: number, insert: string): void {
    text = text.slice(0, from) + insert + text.slice(to);
    cursor = from + insert.length;
  }

  /** Offset of the code point before the cursor. */
  function before(): number {
    const last = Array.from(text.slice(0, cursor)).at(-1);
    return cursor - (last?.length ?? 0);
  }

  function after(): number {
    const next = text.codePointAt(cursor);
    return next === undefined ? cursor : cursor + String.fromCodePoint(next).length;
  }

  const lineStart = () => cursor === 0 ? 0 : text.lastIndexOf("\n", cursor - 1) + 1;
  const lineEnd = () => {
    const end = text.indexOf("\n", cursor);
    return end < 0 ? text.length : end;
  };

  const editor: Editor = {
    text: () => text,
    cursor: () => cursor,
    expanded: () =>
      Array.from(text, (character) => folds.get(character)?.text ?? character).join(""),
    label: (character) => folds.get(character)?.label ?? null,
    insert: (added) => splice(cursor, cursor, added),
    insertFolded(added) {
      const character = String.fromCharCode(FOLD_BASE + folded++);
      const more = added.split("\n").length - 1;
      const label = `[Pasted text #${folded}${more > 0 ? ` +${more} lines` : ""}]`;
      folds.set(character, { text: added, label });
      splice(cursor, cursor, character);
    },
    backspace: () => splice(before(), cursor, ""),
    deleteForward() {
      const at = cursor;
      splice(at, after(), "");
    },
    move(to) {
      if (to === "left") cursor = before();
      else if (to === "right") cursor = after();
      else cursor = to === "home" ? lineStart() : lineEnd();
    },
    clear(clearing, width) {
      if (clearing === "nothing") return;
      if (clearing === "all") return editor.set("");
      let from = lineStart();
      if (clearing === "row") {
        const rows = layout(text, { width, label: editor.label });
        const row = rows.findLast((candidate) => candidate.start <= cursor);
        from = Math.min(row?.start ?? 0, cursor);
      }
      if (from === cursor && cursor > 0 && clearing !== "last-line") from = before();
      splice(from, cursor, "");
    },
    killToEnd() {
      const at = cursor;
      splice(at, lineEnd(), "");
    },
    killWord() {
      const kept = text.slice(0, cursor).replace(/\S*\s*$/, "");
      splice(kept.length, cursor, "");
    },
    set(next) {
      text = next;
      cursor = next.length;
    },
  };
  return editor;
}
