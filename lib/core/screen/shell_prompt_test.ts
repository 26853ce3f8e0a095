import { assertEquals } from "@std/assert";
import { screen } from "../../testing/screens.ts";
import { atShellPrompt } from "./shell_prompt.ts";

Deno.test("a shell's prompt with nothing below it, and what only looks like one", () => {
  const at = (rows: readonly string[], shown: boolean | null = true) =>
    atShellPrompt(screen(rows), shown);
  const prompts = [
    "$ ",
    "root@vm:/# ",
    "bash-5.2$ ",
    "~/w % ",
    "ada@vm ~/w> ",
    "❯ ",
    "➜  w git:(main) ",
    "PS C:\\> ",
  ];
  for (const prompt of prompts) assertEquals(at(["Last login", `${prompt}▮`]), true, prompt);
  for (const prompt of ["worker> ", "Name: ", "agent", ">>> "]) {
    assertEquals(at(["x", `${prompt}▮`]), false, prompt);
  }
  assertEquals(at(["─────", "❯ ▮", "─────", "? for shortcuts"]), false);
  assertEquals(at(["$ ▮"], false), false);
  assertEquals(at(["$ make▮"]), false);
});
