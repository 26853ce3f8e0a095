import { assertEquals } from "@std/assert";
import { chooseLanding, describeSkipped, DISPATCH_MODES } from "./landing.ts";

const ALL = { interactive: true, native: true, headless: true, tmux: true };
const NONE = { interactive: false, native: false, headless: false, tmux: false };

Deno.test("landing: the preferred rung when it is possible", () => {
  for (const mode of DISPATCH_MODES) {
    assertEquals(chooseLanding(mode, ALL), { mode, skipped: [] });
  }
});

Deno.test("landing: every combination descends to the first possible rung and never ascends", () => {
  for (let bits = 0; bits < 16; bits++) {
    const capabilities = {
      interactive: (bits & 1) !== 0,
      native: (bits & 2) !== 0,
      headless: (bits & 4) !== 0,
      tmux: (bits & 8) !== 0,
    };
    const possible = {
      pane: capabilities.interactive && capabilities.tmux,
      native: capabilities.native,
      headless: capabilities.headless,
    };
    DISPATCH_MODES.forEach((preferred, rung) => {
      const expected = DISPATCH_MODES.find((mode, index) => index >= rung && possible[mode]) ??
        null;
      const landing = chooseLanding(preferred, capabilities);
      assertEquals(landing.mode, expected, `${preferred} with ${JSON.stringify(capabilities)}`);
      for (const { mode } of landing.skipped) assertEquals(possible[mode], false);
    });
  }
});

Deno.test("landing: what was passed over is said", () => {
  const landing = chooseLanding("pane", { ...NONE, interactive: true });
  assertEquals(
    describeSkipped(landing.skipped),
    "pane: no tmux server; native: not a native provider; headless: no headless_command",
  );
  assertEquals(
    describeSkipped(chooseLanding("pane", { ...ALL, interactive: false }).skipped),
    "pane: no interactive_command",
  );
  assertEquals(describeSkipped([]), "");
});
