import { assertEquals } from "@std/assert";
import { oneLine, quoted, visible } from "./visible.ts";

Deno.test("what moves the cursor or turns the line around shows as an escape", () => {
  assertEquals(visible("a\tb\nc\r\x1b[31m\x7f\x9b"), "a\\tb\\nc\\r\\x1b[31m\\x7f\\x9b");
  assertEquals(visible("a\u202eb\u2028c\ufeff\ud800"), "a\\u202eb\\u2028c\\ufeff\\ud800");
});

Deno.test("what shows as itself stays: CJK, emoji put together, accents, quotes", () => {
  const text = '日本 👩\u200d👩\u200d👧 e\u0301 "it\'s" \\n #{x}';
  assertEquals(visible(text), text);
});

Deno.test("a message is one line, its breaks joined, its ends trimmed", () => {
  assertEquals(oneLine("  first \n  second\r\n\nthird\x1b \n"), "first; second; third\\x1b");
  assertEquals(oneLine(""), "");
});

Deno.test("a quoted value is cut by characters, not inside one", () => {
  assertEquals(quoted("a\nb"), '"a\\nb"');
  assertEquals(quoted("🚀".repeat(5), 3), '"🚀🚀🚀…"');
  assertEquals(quoted("🚀".repeat(3), 3), '"🚀🚀🚀"');
});
