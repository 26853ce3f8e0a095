import { assertEquals } from "@std/assert";
import { isSocketPath, labelOf, serverWords } from "./server.ts";

Deno.test("a label and a socket's path are told apart, whatever the label", () => {
  assertEquals(serverWords(null), []);
  assertEquals(serverWords("work"), ["-L", "work"]);
  assertEquals(serverWords("/run/tmux/work"), ["-S", "/run/tmux/work"]);
  assertEquals(isSocketPath(labelOf("//work")), false);
  assertEquals(serverWords(labelOf("a/b;")), ["-L", "a/b;"]);
});
