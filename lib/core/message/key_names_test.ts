import { assertEquals } from "@std/assert";
import { isKeyName } from "./key_names.ts";

const KEYS = [
  ...["Enter", "enter", "Escape", "Tab", "BTab", "Space", "BSpace", "Up", "Down", "Left", "Right"],
  ...["Home", "End", "PageUp", "PgDn", "NPage", "Insert", "IC", "Delete", "F1", "F12", "KPEnter"],
  ...["KP5", "KP*", "y", "Y", "1", "/", ";", "-", "é", "語", "😀", "#", "^", "C", "C-c", "M-x"],
  ...["C-M-Left", "S-Up", "c-c", "^C", "^[", "C-Space", "M--", "C-;", "KP."],
];
const NO_KEYS = [
  ...["", "Return", "Esc", "Entr", "yes", "F0", "F13", "F20", "C-", "M-", "C-cc", "Ctrl-c"],
  ...["C-Return", "KP10", " ", "\t", "\n", "\x1b", "\u0301", "--", "Enter Enter", "^CC", "\u202e"],
];

Deno.test("key names: what tmux knows as a key, and nothing that it would type as text", () => {
  for (const key of KEYS) assertEquals(isKeyName(key), true, key);
  for (const word of NO_KEYS) {
    assertEquals(isKeyName(word), false, JSON.stringify(word));
  }
});
