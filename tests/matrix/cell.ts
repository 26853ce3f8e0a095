/**
 * One cell of the matrix: one simulated agent, one thing done to it, at one speed and size.
 *
 * @module
 */

import { runFab } from "../helpers/program.ts";
import { poll, type SimPane, type Size, type TmuxServer } from "../helpers/tmux_server.ts";
import type { Behaviour } from "../sim/behaviour.ts";
import { behaviourOf, type Kind } from "../sim/kinds.ts";
import type { LogView } from "../sim/log.ts";
import { allSeen, wordsOfScarcity } from "./glimpse.ts";
import { harmIn, judge, type Report, squeeze, type Verdict, wordOf } from "./judge.ts";
import { PAYLOADS } from "./payloads.ts";

/** The drafts that scenes start with, by scene. */
export const DRAFTS: Readonly<Record<string, string>> = {
  ready_draft: "half a thought",
  ready_draft_lines: "half a thought\nand another",
  draft: "half a thought",
  draft_lines: "half a thought\nand another",
  draft_force: "half a thought",
};

/**
 * Everything that can be done in a cell: a payload to deliver, one that is delivered twice on
 * purpose, the readiness probe, drafts.
 */
export const SCENES: readonly string[] = [
  ...Object.keys(PAYLOADS),
  "again",
  "ready",
  ...Object.keys(DRAFTS),
];

/** Where and how. */
export interface Cell {
  readonly kind: Kind;
  readonly scene: string;
  readonly repaintMs: number;
  readonly size: Size;
}

/** What became of it. */
export interface CellResult {
  readonly cell: Cell;
  readonly verdict: Verdict;
  /** What was wrong, for a failure. */
  readonly why: string;
  readonly text: string;
  readonly report: Report;
  /** How often `fab` was called: more than once where the program was still starting. */
  readonly attempts: number;
  readonly elapsedMs: number;
  readonly log: LogView;
  readonly raw: string;
  readonly screen: string;
}

/** How often a program that is still starting is asked. */
const COLD_CALLS = 6;
const CALL_TIMEOUT_MS = 90_000;

/**
 * Whether a scene makes sense for a kind: a draft needs an input that can hold it, and that is told
 * from its frame.
 */
export function applies(kind: Kind, scene: string): boolean {
  const behaviour = behaviourOf(kind);
  if (behaviour === null) return false;
  if (scene === "again") {
    return behaviour.possible.refuses.any === undefined && behaviour.asks === null;
  }
  if (DRAFTS[scene] === undefined) return scene !== "ready" || !behaviour.exitAfterMs;
  return behaviour.look !== "ascii" && behaviour.gate === null && behaviour.reader === "keys" &&
    behaviour.boot === null &&
    behaviour.exitAfterMs === null && behaviour.swallowsEnters === 0 &&
    behaviour.burstMs < 1000 && behaviour.asks === null;
}

async function call(tmux: TmuxServer, args: readonly string[]): Promise<Report> {
  const start = performance.now();
  const done = (result: { code: number; stdout: string; stderr: string }) => ({
    ...result,
    elapsedMs: performance.now() - start,
  });
  try {
    return done(
      await runFab([...args, "-L", tmux.label], { env: tmux.env, timeoutMs: CALL_TIMEOUT_MS }),
    );
  } catch (error) {
    return done({ code: -1, stdout: "", stderr: String(error) });
  }
}

/** Waits until the agent is where the scene begins. */
async function settle(tmux: TmuxServer, sim: SimPane, behaviour: Behaviour): Promise<void> {
  if (behaviour.shellAfter) {
    await tmux.waitFor(sim.pane, /^[#$] *$/m);
  } else if (behaviour.gate !== null) {
    if (behaviour.boot === null) await sim.until("at its gate", (log) => log.has("gate"));
  } else if (behaviour.possible.startsCold.length === 0 && behaviour.exitAfterMs === null) {
    await sim.until("ready", (log) => log.has("ready"));
  }
}

/** The log when nothing more can come: the boot is over, and two reads agree. */
async function finalLog(sim: SimPane, behaviour: Behaviour): Promise<LogView> {
  if (behaviour.boot !== null) {
    await sim.until("started", (log) => log.has("ready") || log.has("gate"));
  }
  let last = "";
  return await poll(async () => {
    const log = await sim.log();
    const now = `${JSON.stringify(log)}${await sim.raw()}`;
    if (now === last) return log;
    last = now;
    await new Promise((resolve) => setTimeout(resolve, 30));
    return null;
  }, { failure: () => Promise.resolve("the log never came to rest") });
}

/** Runs a cell on a server of the cell's size; the server serves one cell at a time. */
export async function runCell(tmux: TmuxServer, cell: Cell): Promise<CellResult> {
  const behaviour = behaviourOf(cell.kind);
  if (behaviour === null) throw new Error(`no kind ${cell.kind}`);
  const draft = DRAFTS[cell.scene];
  const trap = `${tmux.directory}/trap`;
  const payload = PAYLOADS[cell.scene] ?? PAYLOADS["plain"];
  const text = payload === undefined ? "" : payload({ behaviour, trap });
  const sim = await tmux.openSim(cell.kind, {
    repaintMs: cell.repaintMs,
    wait: false,
    ...(draft === undefined ? {} : { draft }),
  });
  try {
    await settle(tmux, sim, behaviour);
    const probing = cell.scene.startsWith("ready");
    const args = probing
      ? ["pane", "ready", sim.pane]
      : ["pane", "deliver", sim.pane, `--text=${text}`];
    if (cell.scene === "draft_force") args.push("--force");
    const start = performance.now();
    let report = await call(tmux, args);
    let attempts = 1;
    const again = () =>
      probing
        ? report.stdout.startsWith("booting")
        : behaviour.possible.startsCold.some((word) => word === wordOf(report));
    while (behaviour.boot !== null && again() && attempts < COLD_CALLS) {
      report = await call(tmux, args);
      attempts++;
    }
    const elapsedMs = performance.now() - start;
    if (cell.scene === "again" && report.code === 0) report = await call(tmux, args);
    const screen = await tmux.capture(sim.pane).catch((error) => String(error));
    const log = await finalLog(sim, behaviour);
    const about = { tmux, sim, size: cell.size, behaviour, text, log, report, trap };
    const [verdict, why] = await sceneVerdict(cell.scene, about);
    const raw = await sim.raw();
    return { cell, verdict, why, text, report, attempts, elapsedMs, log, raw, screen };
  } finally {
    await tmux.tmux("kill-pane", "-t", sim.pane).catch(() => "it ended by itself");
  }
}

interface About {
  readonly tmux: TmuxServer;
  readonly sim: SimPane;
  readonly size: Size;
  readonly behaviour: Behaviour;
  readonly text: string;
  readonly log: LogView;
  readonly report: Report;
  readonly trap: string;
}

async function sceneVerdict(scene: string, about: About): Promise<readonly [Verdict, string]> {
  const { tmux, report, log, behaviour, size, text } = about;
  const leaked = await Deno.stat(about.trap).then(() => true, () => false);
  if (leaked) await Deno.remove(about.trap);
  if (leaked) return ["harm", "a command in the payload was run"];
  const buffers = await tmux.tmux("list-buffers").catch(() => "");
  if (buffers !== "") return ["harm", `buffers are left: ${buffers.trim()}`];
  const draft = DRAFTS[scene];
  const harm = harmIn(log);
  if (scene.startsWith("ready")) {
    if (harm.length > 0) return ["harm", harm.join(", ")];
    const word = report.stdout.split("\n")[0] ?? "";
    const wanted = behaviour.possible.ready;
    if (report.code !== 0 || !wanted.some((right) => right === word)) {
      return ["other word", `${word}, not ${wanted.join(" or ")}`];
    }
    return draft === undefined ? ["exact", ""] : await draftSurvived(about, draft);
  }
  if (draft !== undefined && scene !== "draft_force") {
    if (harm.length > 0) return ["harm", harm.join(", ")];
    if (report.code === 0) return ["false", "delivered over a draft"];
    const word = wordOf(report);
    const blind = behaviour.possible.mayRefuse.any?.some((right) => right === word) === true;
    if (word !== "draft" && !blind) return ["other word", `${word}, not draft`];
    const survived = await draftSurvived(about, draft);
    // Of a draft that scrolls in a single row, the end is seen.
    const partly = behaviour.possible.mayRefuse.any !== undefined ||
      !allSeen(behaviour, size, draft);
    const seen = partly ? draft.slice(draft.lastIndexOf("\n") + 1) : draft;
    const told = word !== "draft" || tells(report, seen);
    return survived[0] === "harm" || told ? survived : ["other word", "the draft is not on stderr"];
  }
  const told = draft === undefined || tells(report, draft);
  if (report.code === 0 && !told) {
    return ["harm", "the cleared draft is not on stderr"];
  }
  if (scene === "again" && report.code === 0) return againVerdict(about);
  const alsoRight = wordsOfScarcity(behaviour, size, text);
  const verdict = judge(report, { behaviour, text, log, alsoRight });
  return [verdict, verdict === "harm" ? harm.join(", ") : `word: ${wordOf(report)}`];
}

/** Whether each line of a draft was printed, as it is seen: wrapped, or beside other text. */
function tells({ stderr }: Report, draft: string): boolean {
  return draft.split("\n").every((line) => squeeze(stderr).includes(squeeze(line)));
}

/** The same text on purpose a second time: what the first left on the screen must not matter. */
function againVerdict({ log, text }: About): readonly [Verdict, string] {
  const harm = harmIn(log);
  if (harm.length > 0) return ["harm", harm.join(", ")];
  const same = log.messages.filter((message) => message === text).length;
  if (same > 2) return ["twice", `${same} times`];
  return same === 2 && log.messages.length === 2 ? ["exact", ""] : ["false", `${same} of 2`];
}

/** Submits what is in the input by hand: it must be the draft, byte for byte. */
async function draftSurvived(
  { tmux, sim, behaviour, report }: About,
  draft: string,
): Promise<readonly [Verdict, string]> {
  // Past the burst guard, and past the screen's own lag: this Enter must be a plain submit.
  await new Promise((resolve) => setTimeout(resolve, behaviour.burstMs + 30));
  await tmux.press(sim.pane, "Enter");
  const log = await sim.until("draft submitted", ({ messages }) => messages.length > 0, {
    deadlineMs: 3000,
  }).catch(() => sim.log());
  if (log.messages[0] === draft) return [report.code === 0 ? "exact" : "right word", ""];
  return ["harm", `the draft became ${JSON.stringify(log.messages)}`];
}
