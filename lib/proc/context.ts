/**
 * The real context: everything outside, put together once.
 *
 * @module
 */

import type { InterruptedError } from "../core/errors.ts";
import type { Context } from "../ports.ts";
import { createClock } from "./clock.ts";
import { debugLine } from "./debug.ts";
import { createEnv } from "./env.ts";
import { createExec } from "./exec.ts";
import { createFiles } from "./files.ts";
import { createOut } from "./out.ts";
import { listenForSignals } from "./signals.ts";

/** A context, and how to leave nothing running behind it. */
export interface RealContext {
  readonly context: Context;
  /** Whether `FAB_DEBUG=1` was set. */
  readonly debug: boolean;
  /** Kills the programs that still run on this process's behalf. */
  readonly killAll: () => void;
}

/**
 * Builds the context of this process and begins to listen for its signals.
 *
 * @param again as in {@linkcode listenForSignals}
 */
export function createContext(again: (error: InterruptedError) => void): RealContext {
  const env = createEnv();
  const signals = listenForSignals(again);
  const out = createOut(env, signals.signal);
  const debug = env.get("FAB_DEBUG") === "1";
  const exec = createExec({
    signals,
    ...(debug ? { trace: (...run) => writeNow(`fab: ${debugLine(...run)}\n`) } : {}),
  });
  const clock = createClock(signals.signal);
  const files = createFiles(signals.signal);
  const context: Context = { exec, clock, files, env, out, signal: signals.signal };
  return { context, debug, killAll: () => exec.killAll() };
}

/** Writes to standard error before the next line of code runs, so that no line is lost at the end. */
function writeNow(text: string): void {
  try {
    Deno.stderr.writeSync(new TextEncoder().encode(text));
  } catch {
    // Nobody reads it.
  }
}
