/**
 * The argv that runs a simulated agent, for whoever opens a pane.
 *
 * @module
 */

import { behaviourOf, type Kind } from "./kinds.ts";

/** How a simulated agent is started. */
export interface SimOptions {
  /** File for messages and events; the raw bytes go to `<log>.raw`. */
  readonly log: string;
  /** Milliseconds after which a change is shown. Default 0. */
  readonly repaintMs?: number;
  /** How long a turn takes in milliseconds. Default: the kind's own. */
  readonly busyMs?: number;
  /** Unsubmitted text in the input from the start. */
  readonly draft?: string;
  /** What it answers to each message, instead of `done`. */
  readonly answer?: string;
  /** Program that is run with the file that a message points to, to do what an agent would. */
  readonly obey?: string;
}

const PROGRAM = new URL("./mod.ts", import.meta.url).pathname;

/** The argv of a simulated agent, to be run without a shell. */
export function simArgv(kind: Kind, options: SimOptions): readonly string[] {
  const argv = [
    Deno.execPath(),
    "run",
    "--allow-all",
    "--no-check",
    "--no-config",
    "--no-lock",
    "--quiet",
    PROGRAM,
    "--kind",
    kind,
    "--log",
    options.log,
    "--repaint-ms",
    String(options.repaintMs ?? 0),
  ];
  if (options.busyMs !== undefined) argv.push("--busy-ms", String(options.busyMs));
  if (options.draft !== undefined) argv.push("--draft", options.draft);
  if (options.answer !== undefined) argv.push("--answer", options.answer);
  if (options.obey !== undefined) argv.push("--obey", options.obey);
  const behaviour = behaviourOf(kind);
  if (behaviour !== null && behaviour.crashAfterPasteMs !== null) {
    return ["/bin/sh", "-c", '"$@"; exec "$@" --restarted yes', "sh", ...argv];
  }
  if (behaviour?.shellAfter !== true) return argv;
  return ["/bin/sh", "-c", '"$@"; exec /bin/sh -i', "sh", ...argv];
}
