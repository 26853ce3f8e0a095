/**
 * Delivers every payload to one real CLI at one size.
 *
 * @module
 */

import type { Report } from "../matrix/judge.ts";
import { PAYLOADS } from "../matrix/payloads.ts";
import { runFab } from "../helpers/program.ts";
import { poll, type Size, startTmux, type TmuxServer } from "../helpers/tmux_server.ts";
import { behaviour } from "../sim/behaviour.ts";
import type { RealAgent } from "./agents.ts";
import { type MockModel, startMockModel } from "./mock_model.ts";
import { furnish, openAgent, readiness } from "./open.ts";
import { endProcessesOf } from "./processes.ts";
import { type RecordVerdict, recordVerdict } from "./record_verdict.ts";
import { isOwnCommand, type Outcome, outcomeOf } from "./verdict.ts";

/** One delivery. */
export interface Delivery {
  readonly agent: string;
  readonly size: Size;
  readonly payload: string;
  readonly outcome: Outcome;
  readonly report: Report;
  readonly text: string;
  readonly received: readonly string[];
  readonly screen: string;
  readonly record: RecordVerdict;
}

/** What one run came to. */
export interface AgentRun {
  readonly deliveries: readonly Delivery[];
  /** The questions that were answered by keys, `fab pane ready` having said `parked`. */
  readonly walls: readonly string[];
  /** Processes that outlived the pane and the server, and were ended. */
  readonly leftovers: readonly string[];
}

/** Milliseconds in which a model is asked what was delivered; a turn before it may go on. */
const RECEIVE_MS = 60_000;
/** Milliseconds in which what must not come would come. */
const QUIET_MS = 1500;
const CALL_MS = 90_000;
/** How often a screen that a payload opened is left before the CLI is started anew. */
const ESCAPES = 3;

/** Runs it. What was started is gone when it returns. */
export async function runAgent(
  agent: RealAgent,
  options: {
    readonly size: Size;
    readonly bin: string;
    /** There is no network but loopback. */
    readonly isolated: boolean;
    readonly payloads: readonly string[];
    onDelivery?(delivery: Delivery): void;
  },
): Promise<AgentRun> {
  const server = await startTmux(options.size);
  const model = startMockModel();
  const home = server.env["HOME"] ?? server.directory;
  const project = `${home}/project`;
  const deliveries: Delivery[] = [];
  const walls: string[] = [];
  let leftovers: readonly string[] = [];
  try {
    const { bin, isolated } = options;
    await furnish(agent, { url: model.url, home, project, bin, isolated });
    let pane: string | null = null;
    for (const payload of options.payloads) {
      if (pane !== null && !await takesInput(server, pane)) {
        await server.tmux("kill-pane", "-t", pane).catch(() => "it ended by itself");
        pane = null;
      }
      if (pane === null) {
        const opened = await openAgent(server, agent, project);
        pane = opened.pane;
        walls.push(...opened.walls);
      }
      const delivery = await deliverOne({
        server,
        model,
        pane,
        agent,
        size: options.size,
      }, payload);
      deliveries.push(delivery);
      options.onDelivery?.(delivery);
    }
  } finally {
    await server.tmux("kill-server").catch(() => "it ended by itself");
    leftovers = await endProcessesOf(home);
    await server.stop();
    await model.stop();
  }
  return { deliveries, walls, leftovers };
}

/** Whether the input is there; a help screen or a menu that a payload opened is left by Escape. */
async function takesInput(server: TmuxServer, pane: string): Promise<boolean> {
  for (let escapes = 0;; escapes++) {
    const word = await poll(async () => {
      const now = await readiness(server, pane);
      return now === "booting" ? null : now;
    }, { failure: () => Promise.resolve("booting") }).catch(() => "booting");
    if (word === "ready" || escapes === ESCAPES) return word === "ready";
    await server.press(pane, "Escape").catch(() => {});
  }
}

async function deliverOne(
  at: {
    readonly server: TmuxServer;
    readonly model: MockModel;
    readonly pane: string;
    readonly agent: RealAgent;
    readonly size: Size;
  },
  payload: string,
): Promise<Delivery> {
  const { server, model, pane, agent, size } = at;
  const trap = `${server.directory}/trap`;
  const text = PAYLOADS[payload]?.({
    behaviour: behaviour({ about: agent.name }),
    trap,
  }) ?? "";
  const turns = () => model.received().filter((turn) => agent.ownTurns?.test(turn) !== true);
  const before = turns().length;
  const start = performance.now();
  const { code, stdout, stderr } = await runFab(
    ["pane", "deliver", pane, "-L", server.label, "--json", `--text=${text}`],
    { env: server.env, timeoutMs: CALL_MS },
  );
  const report = { code, stdout, stderr, elapsedMs: performance.now() - start };
  const got = () => turns().slice(before);
  const patience = { failure: () => Promise.resolve("nothing came") };
  await poll(() => Promise.resolve(got().length > 0 ? true : null), {
    ...patience,
    deadlineMs: code === 0 && !isOwnCommand(text) ? RECEIVE_MS : QUIET_MS,
  }).catch(() => null);
  // A second copy would come right behind the first.
  await poll(() => Promise.resolve(got().length > 1 ? true : null), {
    ...patience,
    deadlineMs: QUIET_MS / 2,
  }).catch(() => null);
  const received = got();
  const screen = await server.capture(pane).catch(String);
  if (await Deno.stat(trap).then(() => true, () => false)) {
    throw new Error(`${agent.name} ran a command in the payload ${payload}`);
  }
  const kept = await Promise.all(received.map(fromFile));
  const judged = outcomeOf(report, {
    text,
    received: kept,
    alters: agent.alters,
  });
  const inFile = kept.some((message, at) => message !== received[at]);
  const outcome = judged === "exact" && inFile ? "altered" : judged;
  return {
    agent: agent.name,
    size,
    payload,
    outcome,
    report,
    text,
    received,
    screen,
    record: recordVerdict(report, { text, received: kept, inFile }),
  };
}

/** A CLI may write a long paste into a file and tell the model where: the file's text then. */
async function fromFile(message: string): Promise<string> {
  const path = /^<pasted_content file="([^"]+)"[^>]*\/>$/.exec(message)?.[1];
  return path === undefined ? message : await Deno.readTextFile(path);
}
