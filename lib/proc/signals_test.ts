import { assertEquals } from "@std/assert";
import { signalExitCode } from "./signals.ts";

Deno.test("signals end a program as shells count", () => {
  assertEquals(signalExitCode("SIGINT"), 130);
  assertEquals(signalExitCode("SIGTERM"), 143);
  assertEquals(signalExitCode("SIGKILL"), 137);
  assertEquals(signalExitCode("SIGHUP"), 129);
});
