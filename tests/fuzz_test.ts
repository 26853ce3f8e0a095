/**
 * Random names, paths, texts, labels and configuration values at every verb, on a real server:
 * nothing of them is ever run, typed elsewhere or left behind.
 *
 *     deno test -A tests/fuzz_test.ts
 *     FUZZ_SEED=7 FUZZ_SECONDS=600 deno test -A tests/fuzz_test.ts
 *
 * `FUZZ_SEED` repeats a run: its lines are the same as far as it gets in its time.
 *
 * @module
 */

import { assert } from "@std/assert";
import { createRandom } from "./fuzz/random.ts";
import { createValues } from "./fuzz/values.ts";
import type { Try } from "./fuzz/making.ts";
import { makeTry, SORTS } from "./fuzz/verbs.ts";
import { createWorld, type Done, type World } from "./fuzz/world.ts";
import { withTmux } from "./helpers/tmux_server.ts";

/** Lines after which the world is looked at. */
const BATCH = 100;

/** One in so many lines is of those that take long. */
const SLOWNESS = 30;

/** Sorts of lines that name what is not there, or is not to be typed to. */
const ALWAYS_REFUSED = ["next", "dispatch", "deliver astray", "spawn elsewhere"];

/** What holds for every line, however it ended. */
function checkEnd({ argv }: Try, { code, stdout, stderr }: Done): void {
  assert([0, 1, 2, 3].includes(code) || argv[0] === "agent", `exit code ${code}`);
  assert(!stderr.includes("internal error"), "an internal error");
  assert(code === 0 || stderr !== "" || stdout !== "", "it failed without a word");
  assert(stderr === "" || stderr.startsWith("fab: ") || argv[0] === "agent", "a line of no form");
}

/** Runs a line; true when it ended with 0 and all held. */
async function runOne(world: World, tried: Try): Promise<boolean> {
  const done = await world.run(tried.argv, tried.around);
  try {
    checkEnd(tried, done);
    if (done.code === 0) await tried.holds?.(done);
    return done.code === 0;
  } catch (error) {
    throw new Error(`${error instanceof Error ? error.message : error}\n${JSON.stringify(done)}`);
  }
}

// What a program leaves of timers ends with it; here the next line is run by the same process.
const NO_LEAKS = { sanitizeOps: false, sanitizeResources: false };

Deno.test("nothing from outside is run, typed elsewhere or left behind", NO_LEAKS, async () => {
  const seed = Number(Deno.env.get("FUZZ_SEED") ?? Date.now() % 1_000_000);
  const seconds = Number(Deno.env.get("FUZZ_SECONDS") ?? 40);
  const random = createRandom(seed);
  const counts = new Map<string, { tried: number; done: number }>();
  let lines = 0;
  await withTmux(async (server) => {
    const world = await createWorld(server);
    const values = createValues(random, world.canaries);
    const end = performance.now() + seconds * 1000;
    let batch: Try[] = [];
    const look = async () => {
      const damage = await world.damage();
      if (damage === "") return;
      throw new Error(`FUZZ_SEED=${seed}: ${damage}\nafter one of\n${suspects(batch, damage)}`);
    };
    while (performance.now() < end) {
      const tried = await makeTry({ world, random, values }, SLOWNESS);
      batch.push(tried);
      const count = counts.get(tried.sort) ?? { tried: 0, done: 0 };
      counts.set(tried.sort, count);
      count.tried++;
      lines++;
      try {
        if (await runOne(world, tried)) count.done++;
      } catch (error) {
        throw new Error(`FUZZ_SEED=${seed}, line ${lines}: ${shown(tried)}\n${error}`);
      }
      if (batch.length === BATCH) {
        await look();
        batch = [];
      }
    }
    await look();
  });
  console.log(`FUZZ_SEED=${seed}: ${lines} lines in ${seconds} s`);
  if (Deno.env.get("FUZZ_COUNTS") === "1") console.log(Object.fromEntries(counts));
  // A sort that never gets through tries nothing but the refusals.
  const [few, missing] = [20, SORTS.filter((sort) => !counts.has(sort))];
  const vain = [...counts].filter(([, { tried, done }]) => tried >= few && done === 0);
  assert(lines < 2000 || missing.length === 0, `never tried: ${missing.join(", ")}`);
  assert(
    vain.every(([sort]) => ALWAYS_REFUSED.includes(sort)),
    `never done: ${vain.map(([sort]) => sort).join(", ")}`,
  );
});

Deno.test("a canary wakes when a value is run", NO_LEAKS, async () => {
  const directory = await Deno.makeTempDir({ prefix: "fabtest-" });
  try {
    const values = createValues(createRandom(1), directory);
    for (let count = 0; count < 50; count++) {
      await new Deno.Command("sh", {
        args: ["-c", `: ${values.name()}`],
        cwd: directory,
        stdin: "null",
        stderr: "null",
      }).output();
      await new Deno.Command("sh", {
        args: ["-c", `: ${values.text()}`],
        cwd: directory,
        stdin: "null",
        stderr: "null",
      }).output();
    }
    assert([...Deno.readDirSync(directory)].some(({ name }) => /^\d+$/.test(name)));
  } finally {
    await Deno.remove(directory, { recursive: true });
  }
});

/** The lines that held the canaries that woke, or all where it is something else. */
function suspects(batch: readonly Try[], damage: string): string {
  const lines = batch.map(shown);
  const woken = [...damage.matchAll(/[/]c[/](\d+)\b/g)].map(([, number]) => number);
  const found = lines.filter((line) => woken.some((n) => new RegExp(`[/]c[/]${n}\\b`).test(line)));
  return (found.length > 0 ? found : lines).join("\n");
}

function shown({ argv, around }: Try): string {
  return JSON.stringify(around === undefined ? argv : [argv, around]);
}
