/**
 * What a proven delivery and a proven readiness cost, against scripts of plain tmux calls that take
 * the same steps and prove nothing. Then, for one delivery, what each step took. With
 * `FAB_BENCH_LOAD=1` two busy loops a core run meanwhile.
 *
 * @module
 */

import { poll, type SimPane, startTmux } from "../tests/helpers/tmux_server.ts";
import { compare, type Figure, quantile, readPlace, report, type Subject } from "./harness.ts";

/** Milliseconds, whole process, that are aimed at where nothing else runs. */
const AIM = { deliver: 400, ready: 120 } as const;

/** Highest ratios to the scripts: on a busy machine most of it is the start of the program itself. */
const LIMIT = { deliver: 3, ready: 8 } as const;

const SENTINEL = "FAB-READY-PROBE";

/** Type, look, take back, look: `$1` the server, `$2` the pane. */
const READY_SCRIPT = `
tmux -L "$1" display-message -p -t "$2" '#{pane_dead} #{pane_in_mode}'
tmux -L "$1" send-keys -t "$2" -l -- ${SENTINEL}
tmux -L "$1" capture-pane -p -t "$2"
tmux -L "$1" send-keys -t "$2" -N ${SENTINEL.length} BSpace
tmux -L "$1" capture-pane -p -t "$2"
`;

/** The same, then clear, paste, look, wait as long as an agent's paste guard wants, Enter, look. */
const DELIVER_SCRIPT = `${READY_SCRIPT}
tmux -L "$1" send-keys -t "$2" C-u
tmux -L "$1" capture-pane -p -t "$2"
printf %s "$3" | tmux -L "$1" load-buffer -b bench -
tmux -L "$1" paste-buffer -p -d -b bench -t "$2"
tmux -L "$1" capture-pane -p -t "$2"
sleep 0.15
tmux -L "$1" send-keys -t "$2" Enter
tmux -L "$1" capture-pane -p -t "$2"
`;

const { fab, bare, json } = readPlace(Deno.args);
const server = await startTmux();
const loops = Deno.env.get("FAB_BENCH_LOAD") === "1" ? busyLoops() : [];
try {
  const sim = await server.openSim("plain", { busyMs: 1 });
  const env = { ...server.env };
  let texts = 0;
  // Each text another one, or what the screen shows of the last would count as an echo of the next.
  const text = () => `Please summarise issue ${++texts}.`;
  const subject = (name: string, argv: () => readonly string[], limit?: number): Subject => ({
    name,
    get argv() {
      return argv();
    },
    env,
    before: () => atRest(sim),
    ...(limit === undefined ? {} : { limit }),
  });
  const script = (lines: string) => () => [
    ...["sh", "-c", lines, "sh", server.label, sim.pane, text()],
  ];
  const deliverNow = () => [
    ...[fab, "pane", "deliver", sim.pane, `--text=${text()}`, "-L", server.label],
  ];
  const readyNow = () => [fab, "pane", "ready", sim.pane, "-L", server.label];
  const start = subject("a bare compiled program", () => [bare]);
  const plan = { runs: 21, warmups: 3 };

  const ready = await compare([
    subject("plain tmux calls", script(READY_SCRIPT)),
    start,
    subject("fab pane ready", readyNow, LIMIT.ready),
  ], plan);
  const deliver = await compare([
    subject("plain tmux calls", script(DELIVER_SCRIPT)),
    start,
    subject("fab pane deliver", deliverNow, LIMIT.deliver),
  ], plan);

  let within = report("Readiness", ready, { json });
  within = report("Delivery", deliver, { json }) && within;
  if (!json) {
    console.log(aim("ready", ready));
    console.log(aim("deliver", deliver));
    console.log(await breakdown(deliverNow, sim));
  }
  if (!within) Deno.exitCode = 1;
} finally {
  for (const loop of loops) loop.kill("SIGKILL");
  await server.stop();
}

/** What people's agents do to a machine: two loops for each core. */
function busyLoops(): readonly Deno.ChildProcess[] {
  return Array.from(
    { length: 2 * navigator.hardwareConcurrency },
    () => new Deno.Command("sh", { args: ["-c", "while :; do :; done"] }).spawn(),
  );
}

/** Waits until the agent has answered all that it was sent. */
async function atRest(sim: SimPane): Promise<void> {
  await poll(async () => {
    const { messages, events } = await sim.log();
    const answered = events.filter(({ name }) => name === "idle").length;
    const screen = await server.capture(sim.pane);
    return answered === messages.length && /(^|\n)>$/.test(screen.trimEnd()) ? true : null;
  }, { failure: () => server.screens() });
}

/** How a median stands to what is aimed at on a machine that does nothing else. */
function aim(name: keyof typeof AIM, figures: readonly Figure[]): string {
  const [load = 0] = Deno.loadavg();
  const cores = navigator.hardwareConcurrency;
  const median = figures.at(-1)?.median ?? NaN;
  return `${name}: ${median.toFixed(0)} ms of the ${AIM[name]} ms that are aimed at on an idle ` +
    `machine (load ${load.toFixed(1)} on ${cores} cores)`;
}

/** The steps of a delivery as `FAB_DEBUG=1` tells them: medians, and the programs that each ran. */
async function breakdown(argv: () => readonly string[], sim: SimPane): Promise<string> {
  const steps = new Map<string, { readonly ms: number[]; readonly programs: number[] }>();
  for (let run = 0; run < 7; run++) {
    await atRest(sim);
    const [program = "", ...args] = argv();
    const { stderr } = await new Deno.Command(program, {
      args,
      env: { ...server.env, FAB_DEBUG: "1" },
    }).output();
    let programs = 0;
    for (const line of new TextDecoder().decode(stderr).split("\n")) {
      if (/ # [\d.]+ ms$/.test(line)) programs++;
      const [, name, ms] = /^fab: step: (.*) after (\d+) ms$/.exec(line) ?? [];
      if (name === undefined) continue;
      const step = steps.get(name) ?? { ms: [], programs: [] };
      step.ms.push(Number(ms));
      step.programs.push(programs);
      steps.set(name, step);
      programs = 0;
    }
  }
  const rows = [...steps].map(([name, { ms, programs }]) =>
    `| ${name} | ${quantile(ms, 0.5).toFixed(0)} ms | ${quantile(programs, 0.5)} |`
  );
  return ["", "| step | median | programs run |", "| --- | --- | --- |", ...rows, ""].join("\n");
}
