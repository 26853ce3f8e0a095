import { assertEquals, assertLessOrEqual } from "@std/assert";
import { lookPause } from "./pace.ts";

Deno.test("pace: short waits are looked at often, and no pause is longer than it may be", () => {
  const connected = { connected: true, told: false };
  assertEquals(lookPause(0, connected), 30);
  assertEquals(lookPause(5000, connected), 50);
  for (const waited of [0, 1000, 10_000, 3_600_000]) {
    // Half of it, and the way there and back, have to stay below 150 ms.
    assertLessOrEqual(lookPause(waited, connected), 250);
    assertLessOrEqual(lookPause(waited, { connected: false, told: true }), 280);
    assertLessOrEqual(lookPause(waited, { connected: true, told: true }), 500);
  }
});
