/**
 * The demo agent as a program: it takes its pane's terminal, shows itself, and does what an agent
 * CLI with rk's hooks does. Its decisions are in `agent_model.ts`.
 *
 * @module
 */

import { AGENT_STATE_OPTION } from "../core/agent_state.ts";
import { FabError } from "../core/errors.ts";
import type { Context } from "../ports.ts";
import { createTmux } from "../tmux/tmux.ts";
import { readKeys } from "./agent_keys.ts";
import {
  advance,
  type AgentEffect,
  type AgentEvent,
  type AgentModel,
  BEGINNING,
} from "./agent_model.ts";
import { drawAgent, paint, PASTE_ON } from "./agent_screen.ts";
import { fingerprint } from "./fingerprint.ts";

/** Milliseconds in which it has not taken the terminal yet. */
const BOOT_MS = 400;
/** Milliseconds that a turn takes: more than a second, so that its two states differ in time. */
const TURN_MS = 1200;
const SPIN_MS = 80;

/** Where the agent writes the `n`th prompt, exactly as it received it. */
export function promptFile(directory: string, n: number): string {
  return `${directory}/prompt-${n}`;
}

/**
 * Runs the agent until its terminal goes away.
 *
 * @param directory where it writes what it received
 * @throws {FabError} outside a tmux pane.
 */
export async function runDemoAgent(context: Context, directory: string): Promise<void> {
  const pane = context.env.get("TMUX_PANE") ?? "";
  if (pane === "") {
    throw new FabError("failed", "the demo's agent needs a tmux pane; run 'fab demo'");
  }
  const tmux = createTmux(context.exec, null);
  const failed = Promise.withResolvers<never>();
  failed.promise.catch(() => {});
  let model: AgentModel = BEGINNING;
  // One after the other: what an event does outside is done before the next one's begins.
  let doing: Promise<void> = Promise.resolve();

  function happen(event: AgentEvent): void {
    const next = advance(model, event);
    const now = model = next.model;
    doing = doing.then(async () => {
      await show(context, now);
      for (const effect of next.effects) await carryOut(effect);
    });
    doing.catch(failed.reject);
  }

  async function carryOut(effect: AgentEffect): Promise<void> {
    if (effect.kind === "work") {
      await context.files.writeAtomic(promptFile(directory, effect.prompt), effect.text);
      work(effect.text).catch(failed.reject);
      return;
    }
    // `fab` itself never writes this option. Here it plays an agent, whose hooks do.
    const value = `${effect.state}:${Math.floor(context.clock.now() / 1000)}`;
    await tmux.call([["set-option", "-p", "-t", pane, AGENT_STATE_OPTION, value]], { pane });
  }

  async function work(text: string): Promise<void> {
    const { bytes, lines, sha256 } = await fingerprint(text);
    const end = context.clock.monotonic() + TURN_MS;
    while (context.clock.monotonic() < end) {
      await context.clock.sleep(SPIN_MS);
      happen({ kind: "tick" });
    }
    happen({
      kind: "answered",
      text: `I have ${bytes} bytes in ${lines} lines.\nsha256 ${sha256}`,
    });
  }

  async function listen(reads: AsyncIterable<Uint8Array>): Promise<void> {
    const decoder = new TextDecoder("utf-8", { ignoreBOM: true });
    let rest = "";
    for await (const bytes of reads) {
      const read = readKeys(rest + decoder.decode(bytes, { stream: true }));
      rest = read.rest;
      for (const key of read.keys) happen({ kind: "key", key });
    }
  }

  await show(context, model);
  await context.clock.sleep(BOOT_MS);
  const keyboard = context.out.keyboard();
  try {
    await context.out.stdout(PASTE_ON);
    happen({ kind: "booted" });
    await Promise.race([listen(keyboard.reads), failed.promise]);
  } finally {
    keyboard.close();
  }
}

async function show(context: Context, model: AgentModel): Promise<void> {
  const size = context.out.size() ?? { columns: 80, rows: 24 };
  await context.out.stdout(paint(drawAgent(model, size)));
}
