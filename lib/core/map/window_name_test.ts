import { assertEquals } from "@std/assert";
import { renamed, storedName } from "./window_name.ts";

const ensure = (name: string, prefix: string) => renamed(name, { kind: "ensure-prefix", prefix });
const replace = (name: string, from: string, to: string) =>
  renamed(name, { kind: "replace-prefix", from, to });

Deno.test("window name: a prefix is put in front once", () => {
  assertEquals(ensure("fox", "★ "), "★ fox");
  assertEquals(ensure("★ fox", "★ "), null);
  assertEquals(ensure("", "x"), "x");
  assertEquals(ensure("x", "x"), null);
});

Deno.test("window name: a prefix is replaced only where it is", () => {
  assertEquals(replace("run fox", "run ", "done "), "done fox");
  assertEquals(replace("run fox", "run ", ""), "fox");
  assertEquals(replace("run", "run", ""), "");
  assertEquals(replace("fox", "run ", "done "), null);
  assertEquals(replace("run fox", "run ", "run "), null);
});

Deno.test("window name: what tmux shows as escapes is not escaped twice", () => {
  assertEquals(storedName("a\\\\b\\tc\\011d\\n\\q"), "a\\b\tc\td\n\\q");
  assertEquals(ensure("a\\\\b", "x"), "xa\\b");
  assertEquals(ensure("a\\tb", "a\t"), null);
  assertEquals(ensure("a\\tb", "a\\t"), null);
  assertEquals(replace("a\\tb\\\\c", "a\t", ""), "b\\c");
  assertEquals(replace("a\\tb\\\\c", "a\\t", ""), "b\\c");
});
