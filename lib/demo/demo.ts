/**
 * `fab demo`: the main job, step by step, on a stage of its own (contract §10).
 *
 * @module
 */

import { type AgentState, IDLE } from "../core/agent_state.ts";
import { FabError } from "../core/errors.ts";
import { quoteWords } from "../core/quote.ts";
import type { Readiness } from "../core/screen/readiness.ts";
import { awaitSignal } from "../wait/await.ts";
import { capturePane } from "../pane/capture.ts";
import { deliver } from "../deliver/deliver.ts";
import { paneHandle, pressEnter } from "../look/pane_handle.ts";
import { openPane } from "../pane/open.ts";
import { probeReady } from "../deliver/ready.ts";
import { readPaneState } from "../look/state.ts";
import type { Context } from "../ports.ts";
import { promptFile } from "./agent.ts";
import { fingerprint } from "./fingerprint.ts";
import { DEMO_PROMPT } from "./prompt.ts";
import { type Stage, startStage } from "./stage.ts";
import type { Step } from "./step.ts";

/** Milliseconds that any one wait may take. */
const PATIENCE_MS = 15_000;
const LOOK_MS = 25;

/** What the demo is given. */
export interface DemoOptions {
  /** The words that start the demo's agent; the directory that it writes to follows. */
  readonly agent: readonly string[];
  /** Called when a step is proven. */
  tell(step: Step): Promise<void>;
}

/**
 * Runs the demo. Nothing of it is left, whether it succeeds, fails or is interrupted.
 *
 * @throws {FabError} when a step did not come out as it must.
 * @throws {InterruptedError} when a signal came.
 */
export async function runDemo(context: Context, options: DemoOptions): Promise<void> {
  const proven = stopwatch(context, options.tell);
  try {
    const stage = await startStage(context);
    await onStage(stage, async () => {
      const { version, server, directory } = stage;
      await proven("server", `${version}, a server of its own: tmux -L ${server}, in ${directory}`);
      await perform(stage, { agent: options.agent, proven });
    });
    await proven("close", "the server, the agent and the directory are gone");
  } catch (error) {
    // A step that a signal cut short may fail in other words; the signal is the reason.
    throw context.signal.aborted ? context.signal.reason : error;
  }
}

/** Closes the stage after `body`; when both fail, `body`'s failure is the one to tell of. */
async function onStage(stage: Stage, body: () => Promise<void>): Promise<void> {
  try {
    await body();
  } catch (error) {
    await stage.close().catch(() => {});
    throw error;
  }
  await stage.close();
}

type Proven = (name: string, text: string, screen?: readonly string[]) => Promise<void>;

async function perform(
  stage: Stage,
  { agent, proven }: { readonly agent: readonly string[]; readonly proven: Proven },
): Promise<void> {
  const { context, tmux, server, directory } = stage;
  const { pane } = await openPane(context, {
    // Traces would be drawn into the agent's screen.
    command: `exec ${quoteWords(["env", "FAB_DEBUG=0", ...agent, directory])}`,
    server,
    directory,
    placement: "window",
  });
  await proven("open", `pane ${pane} runs the built-in demo agent`);

  const at = { stage, pane };
  const wall = await probeUntil(at, { state: "parked", proven });
  await proven("ready", `parked, agent state ${await stateWord(at)}; it shows`, wall);

  await pressEnter(paneHandle(context, { pane, tmux }));
  await proven("Enter", "pressed by this demo at that wall; fab never answers a dialog");

  await probeUntil(at, { state: "ready", proven });
  const before = await readPaneState(tmux, pane);
  await proven("ready", `ready, agent state ${before?.state ?? "unknown"}`);

  const known = await fingerprint(DEMO_PROMPT);
  const id = "demo";
  const first = await deliver(context, { pane, server, text: DEMO_PROMPT, id });
  await proven(
    "deliver",
    `${first.outcome}: ${known.bytes} bytes in ${known.lines} lines, attempt ${first.attempts}`,
    DEMO_PROMPT.split("\n"),
  );

  const file = promptFile(directory, 1);
  await awaited(at, { file, before: null });
  const received = await context.files.readText(file);
  if (received !== DEMO_PROMPT) {
    throw unproven("the agent received something else", [received ?? ""]);
  }
  await proven("proof", "the agent's file of what it received is equal, byte for byte");

  await awaited(at, { file: null, before });
  await proven("await", "idle: the agent's turn is over");

  const { lines } = await capturePane(context, tmux, { pane, lines: 16, ansi: false });
  const answer = lines.filter((line) =>
    line.includes(`${known.bytes} bytes in ${known.lines} lines`) || line.includes(known.sha256)
  );
  if (answer.length !== 2) throw unproven("the agent's answer is not on its screen", lines);
  await proven("capture", "its answer, with the same size and hash, is on its screen", lines);

  const again = await deliver(context, { pane, server, text: DEMO_PROMPT, id });
  const second = await context.files.readText(promptFile(directory, 2));
  if (again.outcome !== "already_delivered" || second !== null) {
    throw unproven("the same delivery was made twice", []);
  }
  await proven("again", "already delivered: the same --id types nothing");
}

/** A pane on a stage. */
interface At {
  readonly stage: Stage;
  readonly pane: string;
}

/** Probes until the pane is as it must be, telling of other words on the way. */
async function probeUntil(
  { stage, pane }: At,
  { state, proven }: { readonly state: Readiness; readonly proven: Proven },
): Promise<readonly string[]> {
  const { context, server } = stage;
  const end = context.clock.monotonic() + PATIENCE_MS;
  let last: Readiness | null = null;
  for (;;) {
    const report = await probeReady(context, { pane, server });
    if (report.state === state) return report.lines;
    if (context.clock.monotonic() > end) {
      throw unproven(`the pane is ${report.state}, not ${state}`, report.lines);
    }
    if (report.state !== last) await proven("ready", `${report.state}`);
    last = report.state;
    await context.clock.sleep(LOOK_MS);
  }
}

async function stateWord({ stage, pane }: At): Promise<string> {
  return (await readPaneState(stage.tmux, pane))?.state ?? "unknown";
}

/** Waits for a file, or until the agent is idle, newly since `before`. */
async function awaited(
  { stage, pane }: At,
  { file, before }: { readonly file: string | null; readonly before: AgentState | null },
): Promise<void> {
  const { context, tmux, server } = stage;
  const answer = await awaitSignal(context, {
    seen: null,
    panes: [pane],
    mode: "any",
    server,
    file,
    state: file === null ? { states: [IDLE], newerThan: { baseline: before } } : null,
    pattern: null,
    exit: null,
    timeoutMs: PATIENCE_MS,
  });
  if (answer.file || answer.panes.every(({ signal }) => signal === IDLE)) return;
  const signal = answer.panes.map((outcome) => outcome.signal).join();
  const { lines } = await capturePane(context, tmux, { pane, lines: 20, ansi: false });
  throw unproven(
    `waited for the agent's ${file === null ? "idle state" : "file"}: ${signal}`,
    lines,
  );
}

function unproven(what: string, lines: readonly string[]): FabError {
  return new FabError("failed", what, { details: lines.length === 0 ? null : lines.join("\n") });
}

/** Tells steps with the time since the last one; stops when a signal came. */
function stopwatch({ clock, signal }: Context, tell: DemoOptions["tell"]): Proven {
  let last = clock.monotonic();
  return async (name, text, screen = []) => {
    signal.throwIfAborted();
    const now = clock.monotonic();
    await tell({ name, ms: now - last, text, screen });
    last = clock.monotonic();
  };
}
