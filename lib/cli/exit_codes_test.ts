import { assertEquals } from "@std/assert";
import {
  ClosedPipeError,
  FabError,
  InterruptedError,
  PaneMissingError,
  ProgramMissingError,
  TmuxError,
  UsageError,
} from "../core/errors.ts";
import { exitCodeOf } from "./exit_codes.ts";

Deno.test("each error ends the program with the contract's code", () => {
  const cases: [unknown, number][] = [
    [new FabError("failed", "x"), 1],
    [new ProgramMissingError("x"), 1],
    [new UsageError("x"), 2],
    [new PaneMissingError("%1"), 2],
    [new TmuxError("no-server", "x"), 3],
    [new InterruptedError("SIGHUP"), 129],
    [new InterruptedError("SIGINT"), 130],
    [new InterruptedError("SIGTERM"), 143],
    [new ClosedPipeError(), 0],
    [new RangeError("x"), 1],
    ["a string", 1],
  ];
  for (const [error, code] of cases) assertEquals(exitCodeOf(error), code, String(error));
});
