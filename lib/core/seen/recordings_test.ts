/**
 * Recordings of real programs in 120x36, replayed: `recordings/<program>.jsonl.gz` holds a look each
 * 100 ms, as what changed since the one before. Rows are cut after 70 characters.
 */

import { assert, assertEquals } from "@std/assert";
import { screenOf } from "../screen/text.ts";
import { type Facts, type Glimpse, readFacts } from "./facts.ts";
import { judge, type Verdict } from "./judge.ts";
import { KNOWN_SIGNALS } from "./known_signals.ts";
import { matcherOf } from "./signals.ts";
import { follow, type Track } from "./track.ts";

interface Look {
  /** The state that it is in; undefined: in none, or in between. */
  readonly truth: string | undefined;
  /** Milliseconds since the state changed. */
  readonly sinceMs: number;
  readonly glimpse: Glimpse;
}

/** What each phase of a recording truly is; others are not judged. */
const TRUTH: Readonly<Record<string, string>> = {
  idle: "idle",
  typed: "idle",
  idle2: "idle",
  idle3: "idle",
  idle4: "idle",
  settle: "idle",
  "active:slow": "active",
  "active:silent": "active",
  "active:before-tool": "active",
  "active:tool": "active",
  "active:after-tool": "active",
  waiting: "waiting",
};

async function read(name: string): Promise<readonly Look[]> {
  const packed = await Deno.readFile(new URL(`recordings/${name}.jsonl.gz`, import.meta.url));
  const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream("gzip"));
  const text = await new Response(stream).text();
  const rows: string[] = [];
  const now: Record<string, string | number | boolean> = {};
  const looks: Look[] = [];
  let since = 0;
  let truth: string | undefined;
  for (const line of text.trimEnd().split("\n")) {
    const look = JSON.parse(line);
    Object.assign(now, look);
    for (const [row, value] of look.rows ?? []) rows[row] = value;
    const phase = String(now["phase"]);
    // A dialog that is on the screen is a question, whenever the recorder took note of it.
    const is = phase.startsWith("active:") && now["dialog"] === true ? "waiting" : TRUTH[phase];
    if (is !== truth) since = look.t;
    truth = is;
    const [x = 0, y = 0] = String(now["cxy"]).split(",").map(Number);
    looks.push({
      truth,
      sinceMs: look.t - since,
      glimpse: {
        atMs: look.t,
        title: String(now["title"]),
        screen: screenOf(`${Array.from(rows, (row) => row ?? "").join("\n")}\n`, {
          cursor: { x, y },
          width: 120,
        }),
        cursorShown: now["cf"] === "1",
        quietSecs: null,
        cpuMs: Number(now["cpu"]) * 10,
        pids: null,
      },
    });
  }
  return looks;
}

interface Tally {
  ticks: number;
  right: number;
  wrong: string[];
}

/** Judges every look of a recording, and counts those 1.5 s after a change of the state. */
async function replay(name: string, known: boolean): Promise<ReadonlyMap<string, Tally>> {
  const matcher = known ? matcherOf(name, KNOWN_SIGNALS[name] ?? {}) : null;
  const tallies = new Map<string, Tally>();
  let track: Track | null = null;
  for (const { truth, sinceMs, glimpse } of await read(name)) {
    const facts: Facts = readFacts(glimpse, { name, matcher });
    track = follow(track, facts);
    const verdict: Verdict = judge(track, matcher);
    if (truth === undefined || sinceMs < 1500) continue;
    const tally = tallies.get(truth) ?? { ticks: 0, right: 0, wrong: [] };
    tallies.set(truth, tally);
    tally.ticks++;
    if (verdict.state === truth) tally.right++;
    else if (verdict.state !== null) {
      tally.wrong.push(`${glimpse.atMs} ${truth}: ${verdict.state} by ${verdict.by}`);
    } else if (Deno.env.get("SEEN_DEBUG")) {
      console.log(name, known, glimpse.atMs, truth, verdict.by);
    }
  }
  return tallies;
}

/** The least share of right words, 1.5 s after a change. The rest is null, or comes late. */
const LEAST: Readonly<Record<string, number>> = { active: 0.985, waiting: 0.985, idle: 0.95 };

/** Programs that go on to show a turn for a second or two behind its last word. */
const LATE: Readonly<Record<string, number>> = { opencode: 0.8, copilot: 0.8 };

for (const name of Object.keys(KNOWN_SIGNALS)) {
  Deno.test(`recordings: ${name}, with its own signals`, async () => {
    const tallies = await replay(name, true);
    assert((tallies.get("active")?.ticks ?? 0) > 100);
    assert((tallies.get("idle")?.ticks ?? 0) > 300);
    for (const [truth, { ticks, right, wrong }] of tallies) {
      const least = (truth === "idle" ? LATE[name] : undefined) ?? LEAST[truth] ?? 1;
      assert(right / ticks >= least, `${truth}: ${right} of ${ticks} right`);
      const untrue = wrong.filter((word) => !word.includes(": active by"));
      assertEquals(untrue, [], `said of an agent that is ${truth}`);
    }
  });

  Deno.test(`recordings: ${name}, as a program that nobody knows`, async () => {
    for (const [truth, { ticks, right, wrong }] of await replay(name, false)) {
      const untrue = wrong.filter((word) => !word.includes(": active by"));
      assertEquals(untrue, [], `said of an agent that is ${truth}`);
      if (truth === "waiting") assert(right / ticks >= 0.985, `${right} of ${ticks} right`);
    }
  });
}
