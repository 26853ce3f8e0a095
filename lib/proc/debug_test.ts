import { assertEquals } from "@std/assert";
import { debugLine } from "./debug.ts";

Deno.test("a command is shown as one line that can be pasted", () => {
  assertEquals(
    debugLine(["tmux", "-u", "send-keys", "-t", "%3", "--", "it's a;", ""], 3.72),
    "tmux -u send-keys -t %3 -- 'it'\\''s a;' ''  # 3.7 ms",
  );
  assertEquals(
    debugLine(["x", "a\nb\t\x1b\\'", "日本", "~", "$(x)", "a=b"], 12),
    "x $'a\\nb\\t\\u001b\\\\\\'' '日本' '~' '$(x)' a=b  # 12.0 ms",
  );
});
