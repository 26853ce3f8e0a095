import { assertEquals, assertLess, assertRejects } from "@std/assert";
import { InterruptedError } from "../core/errors.ts";
import { createClock } from "./clock.ts";

Deno.test("a sleep ends with the signal that interrupts it", async () => {
  const controller = new AbortController();
  const clock = createClock(controller.signal);
  const started = clock.monotonic();
  await clock.sleep(1);
  const long = clock.sleep(60_000);
  controller.abort(new InterruptedError("SIGTERM"));
  const error = await assertRejects(() => long, InterruptedError);
  assertEquals(error.signal, "SIGTERM");
  await assertRejects(() => clock.sleep(60_000), InterruptedError);
  assertLess(clock.monotonic() - started, 10_000);
});
