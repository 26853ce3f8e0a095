/**
 * What the eight processes of a soak do.
 *
 * @module
 */

import type { Random } from "../fuzz/random.ts";
import { NASTY } from "../helpers/nasty.ts";
import { type Report, reportOf } from "./ledger.ts";
import type { Ended, World } from "./world.ts";

/** What has been done so far. */
export interface Account {
  /** Each text that was sent, with what was reported of it. */
  readonly sent: Map<string, Report>;
  /** Runs by verb and exit code, such as `deliver 0`. */
  readonly runs: Map<string, number>;
  /** Answers that no circumstance excuses, in words. */
  readonly wrong: string[];
}

/** What a verb is done with. */
export interface Doing {
  readonly world: World;
  readonly random: Random;
  readonly record: Account;
  readonly changes: readonly string[];
}

/** Verbs by how often they come. */
const VERBS: readonly (readonly [number, (doing: Doing) => Promise<void>])[] = [
  [10, deliver],
  [3, ready],
  [3, map],
  [3, capture],
  [3, waitFor],
  [3, dispatch],
];

/** Does one random verb. */
export async function doOne(doing: Doing): Promise<void> {
  const all = VERBS.flatMap(([often, verb]) => Array(often).fill(verb) as (typeof verb)[]);
  await doing.random.pick(all)(doing);
}

let texts = 0;

async function deliver(doing: Doing): Promise<void> {
  const { world, random, record } = doing;
  const pane = anyPane(doing);
  if (pane === null) return;
  const number = ++texts;
  // A number at each end: no text is a part of another, and what is torn is seen.
  const middle = [
    random.pick(Object.values(NASTY)),
    random.pick(["", "two\nlines", "y".repeat(700)]),
  ];
  const text = `<${number} ${middle.filter((part) => part !== "").join(" ")} ${number}>`;
  record.sent.set(text, "unknown");
  const id = random.oneIn(2) ? ["--id", `soak-${number}`] : [];
  const argv = ["pane", "deliver", "--force", `--text=${text}`, ...id, ...server(doing), pane];
  const done = await run(doing, "deliver", argv);
  const report = reportOf(done);
  record.sent.set(text, report);
  if (report === "delivered" && id.length > 0 && random.oneIn(3)) {
    // In a pane that was replaced meanwhile it is new; there it may arrive once more.
    const again = await run(doing, "deliver again", [
      "pane",
      "deliver",
      ...id,
      "--text=never typed",
      ...server(doing),
      pane,
    ]);
    if (again.code === 0 && !again.stdout.startsWith("already delivered")) {
      record.sent.set("never typed", "unknown");
    }
  }
  await world.tornRecords().then((torn) => record.wrong.push(...torn.map((one) => `torn: ${one}`)));
}

async function ready(doing: Doing): Promise<void> {
  const pane = anyPane(doing);
  if (pane === null) return;
  const done = await run(doing, "ready", ["pane", "ready", ...server(doing), pane]);
  if (done.code === 0 && !/^(ready|booting|parked)\n/.test(done.stdout)) {
    wrong(doing, "ready", done);
  }
}

async function map(doing: Doing): Promise<void> {
  const done = await run(doing, "map", [
    "pane",
    "map",
    "--all-sessions",
    "--json",
    ...server(doing),
  ]);
  if (done.code !== 0) return;
  try {
    JSON.parse(done.stdout);
  } catch {
    wrong(doing, "map", done);
  }
}

async function capture(doing: Doing): Promise<void> {
  const pane = anyPane(doing);
  if (pane === null) return;
  await run(doing, "capture", ["pane", "capture", "--raw", ...server(doing), pane]);
}

async function waitFor(doing: Doing): Promise<void> {
  const pane = anyPane(doing);
  if (pane === null) return;
  const done = await run(doing, "await", [
    "pane",
    "await",
    "--pattern=<[0-9]+ ",
    "--timeout=1",
    ...server(doing),
    pane,
  ]);
  if (done.code === 0 && !/^(pattern|running)\n$/.test(done.stdout)) wrong(doing, "await", done);
}

/** A headless worker that writes its result, from its start to its end. */
async function dispatch(doing: Doing): Promise<void> {
  const { random, changes } = doing;
  const attempt = [random.pick(changes), random.pick(["apply", "review"])];
  const prompt = `sleep 0.${random.below(5)}; echo 'status: ok' > .fab-dispatch/${
    attempt.join("/")
  }-result.yaml\n`;
  const started = await run(doing, "dispatch start", ["dispatch", "start", ...attempt], prompt);
  const waited = await run(doing, "dispatch wait", ["dispatch", "wait", ...attempt, "--timeout=3"]);
  const known = /^(running|done|failed|failed \(no-result\)|orphaned)\n$/;
  if (waited.code === 0 && !known.test(waited.stdout)) wrong(doing, "dispatch wait", waited);
  if (started.code === 0 && random.oneIn(3)) {
    await run(doing, "dispatch kill", ["dispatch", "kill", ...attempt]);
  }
}

const server = ({ world }: Doing) => ["-L", world.server.label];

function anyPane({ world, random }: Doing): string | null {
  return world.panes.length === 0 ? null : random.pick(world.panes);
}

async function run(
  doing: Doing,
  verb: string,
  argv: readonly string[],
  stdin?: string,
): Promise<Ended> {
  const done = await doing.world.fab(argv, stdin);
  const key = `${verb} ${done.code}${reasonOf(done)}`;
  doing.record.runs.set(key, (doing.record.runs.get(key) ?? 0) + 1);
  if (done.code > 3 && done.code !== 137) wrong(doing, verb, done);
  if (done.stderr.includes("internal error")) wrong(doing, verb, done);
  return done;
}

/** Why a run failed, without what differs from run to run. */
function reasonOf({ code, stderr }: Ended): string {
  if (code === 0 || stderr === "") return "";
  const line = stderr.trimEnd().split("\n").at(0) ?? "";
  return ` ${line.replaceAll(/%?\d+|"[^"]*"|[/]\S+/g, "…").slice(0, 70)}`;
}

function wrong({ record }: Doing, verb: string, done: Ended): void {
  record.wrong.push(`${verb}: ${JSON.stringify(done)}`);
}
