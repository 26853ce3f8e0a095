/**
 * The program: the only place that reads its arguments, hears its signals and exits.
 *
 * @module
 */

import config from "./deno.json" with { type: "json" };
import { root } from "./commands/mod.ts";
import { exitCodeOf } from "./lib/cli/exit_codes.ts";
import { runProgram } from "./lib/cli/run.ts";
import { createContext } from "./lib/proc/context.ts";

/** Milliseconds that a command has after a signal to put things in order. */
const CLEANUP_MS = 3000;

const { context, debug, killAll } = createContext(end);

context.signal.addEventListener("abort", () => {
  setTimeout(() => end(context.signal.reason), CLEANUP_MS);
});
// What no command caught: still one line, and no trace unless it is asked for.
globalThis.addEventListener("unhandledrejection", (event) => {
  event.preventDefault();
  endBadly(event.reason);
});
globalThis.addEventListener("error", (event) => {
  event.preventDefault();
  endBadly(event.error);
});

const code = await runProgram(Deno.args, context, {
  root,
  version: config.version,
  debug,
  loadRemote: () => import("./lib/remote/pass_on.ts"),
});
killAll();
Deno.exit(code);

function endBadly(error: unknown): void {
  const words = debug && error instanceof Error ? error.stack ?? error.message : error;
  context.out.warn(`internal error: ${words}`).finally(() => end(error));
}

function end(error: unknown): never {
  killAll();
  Deno.exit(exitCodeOf(error));
}
