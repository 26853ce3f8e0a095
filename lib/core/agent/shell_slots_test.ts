import { assertEquals } from "@std/assert";
import { endsInScript, findSlots, simpleCommand } from "./shell_slots.ts";

Deno.test("placeholders are found in order, wherever they stand", () => {
  const command = `x {model} "$(y {effort})" 'z {model}' \`w {effort}\` # {model}`;
  const found = findSlots(command);
  assertEquals(found.map(({ name }) => name), ["model", "effort", "model", "effort", "model"]);
  for (const { name, start, end } of found) assertEquals(command.slice(start, end), `{${name}}`);
});

Deno.test("an unfinished quote or substitution is read to its end", () => {
  for (const command of ["x '{model}", 'x "{model}', "x $({model}", "x `{model}", "x {model}\\"]) {
    assertEquals(findSlots(command).length, 1, command);
  }
});

Deno.test("a simple command is its words without quotes; anything more is none", () => {
  assertEquals(simpleCommand(`a 'b c' "d"e \\f > g`), ["a", "b c", "de", "f", "g"]);
  assertEquals(simpleCommand(`a "$(b; c)"`), ["a", ""]);
  for (const line of ["a; b", "a && b", "a | b", "a &", "a\nb", "(a)", "", "  "]) {
    assertEquals(simpleCommand(line), null, line);
  }
});

Deno.test("a script is what follows a shell's -c, and eval", () => {
  for (
    const line of [
      "sh -c 'a b'",
      "/bin/bash -lc 'a'",
      "X=1 sh -e -c a",
      "eval 'a'",
      "bash -o pipefail -c a",
    ]
  ) {
    assertEquals(endsInScript(line), true, line);
  }
  for (const line of ["sh -c 'a' b", "a -c 'b'", "sh a", "codex -c x=y", "sh"]) {
    assertEquals(endsInScript(line), false, line);
  }
});
