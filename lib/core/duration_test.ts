import { assertEquals, assertMatch } from "@std/assert";
import { formatDuration, parseDuration } from "./duration.ts";

for (
  const [seconds, shown] of [
    [-5, "0s"],
    [0, "0s"],
    [0.99, "0s"],
    [59, "59s"],
    [59.999, "59s"],
    [60, "1m"],
    [119, "1m"],
    [3599, "59m"],
    [3600, "1h"],
    [7199, "1h"],
    [86400, "24h"],
    [360000, "100h"],
  ] as const
) {
  Deno.test(`duration: ${seconds} s is ${shown}`, () => {
    assertEquals(formatDuration(seconds), shown);
  });
}

Deno.test("duration: never longer than what it stands for, and less than one unit shorter", () => {
  const unit = { s: 1, m: 60, h: 3600 };
  for (let step = 0; step < 2000; step++) {
    const seconds = Math.random() * 10 ** (step % 8);
    const shown = formatDuration(seconds);
    assertMatch(shown, /^\d+[smh]$/);
    const size = unit[shown.slice(-1) as keyof typeof unit];
    const value = Number(shown.slice(0, -1)) * size;
    assertEquals(value <= seconds && seconds - value < size, true, `${seconds} as ${shown}`);
  }
});

Deno.test("duration: read back, and what is none", () => {
  for (const text of ["0s", "59s", "3m", "100h"]) {
    assertEquals(formatDuration(parseDuration(text) ?? -1), text);
  }
  for (const text of ["", "5", "m", "-5s", "1.5h", "5d", "5s ", "1h5m"]) {
    assertEquals(parseDuration(text), null, text);
  }
});
