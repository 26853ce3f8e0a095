/**
 * The map of many panes, whole process, against a bare compiled program and plain tmux.
 *
 * @module
 */

import { compare, type Figure, readPlace, report } from "./harness.ts";
import { makeWorld, type World } from "./map_world.ts";

const WORLDS = [
  { panes: 1, repositories: 1, runs: 31 },
  { panes: 20, repositories: 10, runs: 31 },
  { panes: 200, repositories: 50, runs: 21 },
  { panes: 1000, repositories: 200, runs: 11 },
] as const;

/** Milliseconds that the map of 200 panes may take on top of a bare program's start… */
const ADDED_MS = 60;

/** …where that start takes this long. A slower or a busier machine gets as many times more. */
const BARE_MS = 30;

const { fab, bare, json } = readPlace(Deno.args);
const added = new Map<number, number>();
let within = true;

for (const { panes, repositories, runs } of WORLDS) {
  const world = await makeWorld({ panes, repositories });
  try {
    const common = { env: world.env };
    const map = [fab, "pane", "map", "--all-sessions", "-L", world.label];
    const figures = await compare([
      { ...common, name: "a bare compiled program", argv: [bare] },
      {
        ...common,
        name: "tmux list-panes",
        argv: ["tmux", "-L", world.label, "list-panes", "-a"],
      },
      { ...common, name: "fab pane map", argv: map },
      { ...common, name: "fab pane map --json", argv: [...map, "--json"] },
    ], { runs });
    const title = `Map of ${panes} panes in ${repositories} repositories`;
    within = report(title, figures, { json }) && within;
    added.set(panes, addedBy(figures));
    if (!json) console.log(`${await memory(map, world)}\n`);
  } finally {
    await world.end();
  }
}

/** What the map takes on top of the bare program, in starts of that program. */
function addedBy(figures: readonly Figure[]): number {
  return (figures.find((figure) => figure.name === "fab pane map")?.ratio ?? NaN) - 1;
}

/** The largest amount of memory that a run has, where the machine has a program that tells. */
async function memory(argv: readonly string[], world: World): Promise<string> {
  try {
    const { stderr } = await new Deno.Command("/usr/bin/time", {
      args: ["-f", "%M", ...argv],
      env: { ...world.env },
      stdout: "null",
    }).output();
    const kilobytes = Number(new TextDecoder().decode(stderr).trim().split("\n").at(-1));
    return `Peak memory of fab pane map: ${(kilobytes / 1024).toFixed(0)} MB`;
  } catch {
    return "Peak memory: not measured, there is no /usr/bin/time";
  }
}

const [at200 = NaN, at1000 = NaN] = [added.get(200), added.get(1000)];
const growth = at1000 / at200;
console.error(
  `200 panes add ${(at200 * BARE_MS).toFixed(0)} ms where a bare start takes ${BARE_MS} ms ` +
    `(limit ${ADDED_MS}); 1000 panes add ${growth.toFixed(1)} times as much (limit 5)`,
);
if (!within || at200 * BARE_MS > ADDED_MS || growth > 5) Deno.exitCode = 1;
