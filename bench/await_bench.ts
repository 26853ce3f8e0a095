/**
 * How soon a wait answers, and what it costs while nothing happens.
 *
 * @module
 */

import { compare, quantile, readPlace } from "./harness.ts";
import { makeWorld } from "./map_world.ts";

/**
 * Most milliseconds from a change to the program's end, in the middle of all waits: half a pause
 * between two looks, and the work, which takes longer on a slower or a busier machine.
 */
const REACTION_MS = { pause: 90, work: 60 };

/**
 * Most of one processor core that a wait may take, in percent, all its programs counted. Work is
 * dearer on a machine whose caches others use, seen up to twice as dear.
 */
const CORE_PERCENT = 1;
const DEARER = 2;

/** What a bare program's start takes where the limits hold as they are. */
const BARE_MS = 30;

/** Milliseconds after which a wait looks as rarely as it ever does, and how long it is watched. */
const SETTLED_MS = 18_000;
const WATCHED_MS = 15_000;

const STATE = "@rk_pane_agent_state";
const PANES = 8;

/** A kind of wait: what it is told, and what then happens. */
interface Kind {
  readonly name: string;
  /** Milliseconds that it waits before something happens. */
  readonly afterMs: number;
  flags(pane: number): readonly string[];
  happen(pane: number): Promise<void>;
}

const { fab, bare, json } = readPlace(Deno.args);
const world = await makeWorld({ panes: PANES, repositories: 1 });
const decoder = new TextDecoder();

async function tmux(...args: readonly string[]): Promise<string> {
  const { stdout } = await new Deno.Command("tmux", {
    args: ["-L", world.label, ...args],
    env: { ...world.env },
  }).output();
  return decoder.decode(stdout).trim();
}

const ids = (await tmux("list-panes", "-a", "-F", "#{pane_id}")).split("\n");
const pane = (index: number) => ids[index % ids.length]!;
const file = (index: number) => `${world.env["HOME"]}/result-${index}`;
const set = (index: number, value: string) =>
  tmux("set-option", "-p", "-t", pane(index), STATE, value);

const KINDS: readonly Kind[] = [
  {
    name: "a state, soon",
    afterMs: 3000,
    flags: () => ["--until", "idle"],
    happen: async (index) => void await set(index, "idle:1"),
  },
  {
    name: "a state, after a long wait",
    afterMs: SETTLED_MS,
    flags: () => ["--until", "idle"],
    happen: async (index) => void await set(index, "idle:1"),
  },
  {
    name: "a file, after a long wait",
    afterMs: SETTLED_MS,
    flags: (index) => ["--file", file(index)],
    happen: (index) => Deno.writeTextFile(file(index), "status: done\n"),
  },
  {
    name: "a pattern, after a long wait",
    afterMs: SETTLED_MS,
    flags: () => ["--pattern", "finished"],
    happen: async (index) => void await tmux("send-keys", "-t", pane(index), "-l", "finished"),
  },
];

function start(flags: readonly string[], index: number): Deno.ChildProcess {
  return new Deno.Command(fab, {
    args: ["pane", "await", pane(index), "-L", world.label, ...flags],
    env: { ...world.env },
    stdin: "null",
    stdout: "null",
  }).spawn();
}

const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** Milliseconds from a change to the end of the wait for it, one wait in each pane, in turn. */
async function reactions(kind: Kind): Promise<readonly number[]> {
  const waits = ids.map((_, index) => {
    const child = start(kind.flags(index), index);
    return child.status.then(({ code }) => {
      if (code !== 0) throw new Error(`${kind.name}: exit ${code}`);
      return performance.now();
    });
  });
  await sleep(kind.afterMs);
  const times: number[] = [];
  for (const [index, ended] of waits.entries()) {
    // No multiple of the pause between two looks, so that changes fall anywhere in it.
    await sleep(137);
    const changed = performance.now();
    await kind.happen(index);
    times.push(await ended - changed);
  }
  return times;
}

/** Processor time of these programs and all that they started, in milliseconds. */
async function processorTime(pids: readonly number[]): Promise<number> {
  let ms = 0;
  for (const pid of pids) {
    const threads = await Array.fromAsync(Deno.readDir(`/proc/${pid}/task`)).catch(() => []);
    for (const { name } of threads) {
      const text = await Deno.readTextFile(`/proc/${pid}/task/${name}/schedstat`).catch(() => "0");
      ms += Number(text.split(" ")[0]) / 1e6;
      const list = await Deno.readTextFile(`/proc/${pid}/task/${name}/children`).catch(() => "");
      const children = list.split(" ").filter((word) => word !== "").map(Number);
      if (children.length > 0) ms += await processorTime(children);
    }
  }
  return ms;
}

/** Share of a core that a settled wait takes, in percent: its own programs', and the server's. */
async function cost(flags: readonly string[]): Promise<{ own: number; server: number }> {
  const server = Number(await tmux("display-message", "-p", "#{pid}"));
  const child = start(flags, 0);
  try {
    await sleep(SETTLED_MS);
    const [own, theirs] = [await processorTime([child.pid]), await serverTime(server)];
    const from = performance.now();
    await sleep(WATCHED_MS);
    const percent = 100 / (performance.now() - from);
    return {
      own: (await processorTime([child.pid]) - own) * percent,
      server: (await serverTime(server) - theirs) * percent,
    };
  } finally {
    child.kill("SIGTERM");
    await child.status;
  }
}

/** The panes' own programs are the server's children and not counted. */
async function serverTime(pid: number): Promise<number> {
  return Number((await Deno.readTextFile(`/proc/${pid}/schedstat`)).split(" ")[0]) / 1e6;
}

/** How many times slower than it could be this machine is now; 1 at least. */
async function slowness(): Promise<number> {
  const [figure] = await compare([{ name: "bare", argv: [bare] }], { runs: 15 });
  return Math.max(1, (figure?.median ?? BARE_MS) / BARE_MS);
}

async function measure() {
  const reaction: Record<string, { medianMs: number; worstMs: number }> = {};
  const before = await slowness();
  for (const kind of KINDS) {
    for (const index of ids.keys()) await set(index, "active:1");
    const times = await reactions(kind);
    reaction[kind.name] = { medianMs: quantile(times, 0.5), worstMs: Math.max(...times) };
  }
  const core = {
    "a state": await cost(["--until", "waiting"]),
    "a file": await cost(["--file", file(99)]),
    "a pattern": await cost(["--pattern", "never"]),
    "an exit": await cost(["--exit"]),
  };
  return { slowness: (before + await slowness()) / 2, reaction, core };
}

try {
  const figures = await measure();
  if (json) console.log(JSON.stringify({ title: "Waiting", ...figures }, null, 2));
  else {
    console.log("Waiting: from a change to the program's end\n");
    console.log("| wait for | median | worst |\n| --- | --- | --- |");
    for (const [name, { medianMs, worstMs }] of Object.entries(figures.reaction)) {
      console.log(`| ${name} | ${medianMs.toFixed(0)} ms | ${worstMs.toFixed(0)} ms |`);
    }
    console.log("\nWaiting: share of a core while nothing happens\n");
    console.log("| wait for | fab | tmux server |\n| --- | --- | --- |");
    for (const [name, { own, server }] of Object.entries(figures.core)) {
      console.log(`| ${name} | ${own.toFixed(2)} % | ${server.toFixed(2)} % |`);
    }
    console.log();
  }
  const limits = {
    ms: REACTION_MS.pause + REACTION_MS.work * figures.slowness,
    percent: CORE_PERCENT * Math.min(DEARER, figures.slowness),
  };
  console.error(
    `a bare start takes ${(BARE_MS * figures.slowness).toFixed(0)} ms here and now (else ` +
      `${BARE_MS}): a median may be ${limits.ms.toFixed(0)} ms, and a wait's cost ` +
      `${limits.percent.toFixed(1)} % of a core`,
  );
  const slow = Object.values(figures.reaction).some(({ medianMs }) => medianMs > limits.ms);
  const dear = Object.values(figures.core).some(({ own, server }) => own + server > limits.percent);
  if (slow || dear) Deno.exitCode = 1;
} finally {
  await world.end();
}
