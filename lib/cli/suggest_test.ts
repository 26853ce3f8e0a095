import { assertEquals } from "@std/assert";
import { didYouMean, nearest } from "./suggest.ts";

const COMMANDS = ["map", "capture", "window-name", "kill", "ready"];

Deno.test("the nearest word is near", () => {
  assertEquals(nearest("captrue", COMMANDS), "capture");
  assertEquals(nearest("CAPTURE", COMMANDS), "capture");
  assertEquals(nearest("mp", COMMANDS), "map");
  assertEquals(nearest("mpa", COMMANDS), "map");
  assertEquals(nearest("redy", COMMANDS), "ready");
  assertEquals(nearest("cap", COMMANDS), "capture");
  assertEquals(nearest("window", COMMANDS), "window-name");
});

Deno.test("nothing near is no suggestion", () => {
  assertEquals(nearest("xyzzy", COMMANDS), null);
  assertEquals(nearest("", COMMANDS), null);
  assertEquals(nearest("k", ["kill"]), null);
  assertEquals(nearest("kill", []), null);
  assertEquals(didYouMean("xyzzy", COMMANDS), "");
  assertEquals(didYouMean("kil", COMMANDS, (word) => `--${word}`), "; did you mean --kill?");
});
