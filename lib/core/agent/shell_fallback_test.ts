import { assert, assertEquals } from "@std/assert";
import {
  inPlaceOfShell,
  survivingInterrupts,
  withEnvPrefix,
  withShellFallback,
} from "./shell_fallback.ts";

Deno.test("the fallback is the documented suffix where the shell is known", () => {
  assertEquals(withShellFallback("claude 'x'", { shellKnown: true }), `claude 'x'; exec "$SHELL"`);
});

Deno.test("where it is not, the shell is checked first, and the suffix is the same", () => {
  const line = withShellFallback("claude", { shellKnown: false });
  assert(line.startsWith("claude; "), line);
  assert(line.includes("SHELL=/bin/sh"), line);
  assert(line.endsWith('; exec "$SHELL"'), line);
});

Deno.test("a line that is ended already gets no second separator", () => {
  assertEquals(withShellFallback("a;\n", { shellKnown: true }), 'a; exec "$SHELL"');
  assertEquals(withShellFallback("a &", { shellKnown: true }), 'a & exec "$SHELL"');
});

Deno.test("variables stand in front, quoted", () => {
  assertEquals(
    withEnvPrefix("a; b", { FAB_AGENT_WORKERS: "codex" }),
    "FAB_AGENT_WORKERS='codex' a; b",
  );
  assertEquals(withEnvPrefix("a", {}), "a");
});

Deno.test("the wrapper that survives interrupts keeps the line as it is behind it", () => {
  assertEquals(survivingInterrupts("a; b"), "trap : INT QUIT; a; b");
});

Deno.test("a single command takes its shell's place; anything more keeps the shell", () => {
  for (const line of ['claude -n "$(basename "$(pwd)")"', "sh -c 'a; b'", "a 'x\ny' > f"]) {
    assertEquals(inPlaceOfShell(line), `exec ${line}`);
  }
  for (const line of ["a; b", "cd x && a", "A=1 a", "a | b", "a\nb", "(a)", "eval a", "exec a"]) {
    assertEquals(inPlaceOfShell(line), `trap : INT QUIT; ${line}`);
  }
});
