/**
 * Mixed verbs by many processes at once, while what they work on is killed, closed and filled up.
 *
 *     deno task soak --minutes 10 [--agents 20] [--processes 8] [--seed 1]
 *
 * Prints what was done and what went against the promises; exits 1 for any of that. `FAB_BIN` names
 * the compiled program, else the source is run.
 *
 * @module
 */

import { parseArgs } from "@std/cli/parse-args";
import { createRandom, type Random } from "../fuzz/random.ts";
import { judge, type Report } from "./ledger.ts";
import { type Account, doOne } from "./verbs.ts";
import { processesIn, startWorld, type World } from "./world.ts";

const CHANGES = ["aa11", "bb22", "cc33"];

const flags = parseArgs(Deno.args, { string: ["minutes", "agents", "processes", "seed"] });
const minutes = Number(flags["minutes"] ?? 5);
const agents = Number(flags["agents"] ?? 20);
const processes = Number(flags["processes"] ?? 8);
const seed = Number(flags["seed"] ?? Date.now() % 1_000_000);
const random = createRandom(seed);
const record: Account = { sent: new Map(), runs: new Map(), wrong: [] };
const faults = new Map<string, number>();

const world = await startWorld(random, { agents, changes: CHANGES });
let arrived: readonly string[] = [];
try {
  const end = performance.now() + minutes * 60_000;
  const working = Array.from({ length: processes }, async () => {
    while (performance.now() < end) await doOne({ world, random, record, changes: CHANGES });
  });
  await Promise.all([...working, disturb(world, random, end)]);
  await settle(world);
  arrived = await world.arrived();
} finally {
  await world.stop();
}
const left = await processesIn(world.server.directory);
record.wrong.push(...left.map(({ command }) => `process left: ${command}`));
record.wrong.push(...judge(record.sent, arrived));
report();
Deno.exit(record.wrong.length === 0 ? 0 : 1);

/** One fault after the other, until the time is over. */
async function disturb(world: World, random: Random, end: number): Promise<void> {
  const disk = world.disk;
  const fillable = disk === null ? [] : [["disk full", () => fillFor(disk, 2000)] as const];
  const { stepClock } = world;
  const stepped = stepClock === null ? [] : [["clock stepped", stepClock] as const];
  const kinds: readonly (readonly [string, () => Promise<void>])[] = [
    ...Array(12).fill(["program killed", () => Promise.resolve(void world.killOne())]),
    ...Array(4).fill(["pane closed", () => world.replacePane()]),
    ...fillable,
    ...fillable,
    ...stepped,
    ...stepped,
    ["server killed", () => world.restart()],
  ];
  while (performance.now() < end) {
    await pause(500 + random.below(2500));
    const [name, fault] = random.pick(kinds);
    faults.set(name, (faults.get(name) ?? 0) + 1);
    await fault();
  }
}

/** Leaves no room on a file system for a while. */
async function fillFor(disk: string, ms: number): Promise<void> {
  const path = `${disk}/filler`;
  await new Deno.Command("dd", { args: ["if=/dev/zero", `of=${path}`, "bs=4k"], stderr: "null" })
    .output();
  await pause(ms);
  await Deno.remove(path);
}

/** After the faults every agent takes a text again, nothing is locked and no buffer is left. */
async function settle(world: World): Promise<void> {
  const at = ["-L", world.server.label];
  for (const [index, pane] of world.panes.entries()) {
    const text = `<last ${index}>`;
    const ready = await world.fab(["pane", "ready", "--wait", "30", ...at, pane]);
    const done = await world.fab(["pane", "deliver", "--force", `--text=${text}`, ...at, pane]);
    record.sent.set(text, done.code === 0 ? "delivered" : "unknown");
    if (done.code !== 0) {
      record.wrong.push(`pane ${pane} takes nothing any more: ${ready.stdout}${done.stderr}`);
    }
  }
  const buffers = await world.server.tmux("list-buffers", "-F", "#{buffer_name}");
  if (buffers !== "") record.wrong.push(`buffers left: ${buffers}`);
  record.wrong.push(...(await world.tornRecords()).map((one) => `torn: ${one}`));
  record.wrong.push(...(await heldLocks(world)).map((path) => `lock held: ${path}`));
}

/** Lock files that somebody holds; the file of a program that was killed may stay, and holds none. */
async function heldLocks(world: World): Promise<readonly string[]> {
  const script =
    'find "$1" -name "*.lock" | while read -r f; do flock -n "$f" true || echo "$f"; done';
  const { stdout } = await new Deno.Command("sh", {
    args: ["-c", script, "sh", world.server.directory],
  }).output();
  return new TextDecoder().decode(stdout).split("\n").filter((path) => path !== "");
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

function report(): void {
  const of = (kind: Report) => [...record.sent.values()].filter((one) => one === kind).length;
  const rows: [string, number | string][] = [
    ["minutes", minutes],
    ["processors", navigator.hardwareConcurrency],
    ["agents, processes, seed", `${agents}, ${processes}, ${seed}`],
    ["runs of the program", [...record.runs.values()].reduce((sum, n) => sum + n, 0)],
    ["deliveries: delivered", of("delivered")],
    ["deliveries: refused, nothing submitted", of("refused")],
    ["deliveries: unknown, or killed", of("unknown")],
    ["messages that arrived", arrived.length],
    ...[...faults].sort(),
    ...(world.disk === null
      ? [["disk full", "no file system could be mounted"] as [string, string]]
      : []),
    ...(world.stepClock === null
      ? [["clock stepped", "libfaketime is not installed"] as [string, string]]
      : []),
    ["against the promises", record.wrong.length],
  ];
  for (const [name, value] of rows) console.log(`| ${name} | ${value} |`);
  console.log([...record.runs].sort().map(([run, count]) => `${run}: ${count}`).join("\n"));
  for (const one of record.wrong) console.error(one);
}
