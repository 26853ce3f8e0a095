/**
 * A simulated agent: a small program that behaves in its terminal as real agent CLIs do, and writes
 * down the exact bytes of every message that was submitted to it.
 *
 * To look at one, run it in any terminal or tmux pane (`kill` the pane, or press Ctrl-C four times
 * within a second, to end it):
 *
 *     deno run -A tests/sim/mod.ts --kind framed --log /tmp/sim.log
 *     tmux split-window 'deno run -A tests/sim/mod.ts --kind menu --log /tmp/sim.log'
 *
 * | flag | meaning |
 * | --- | --- |
 * | `--kind <name>` | the behaviour, a row of `kinds.ts`; without it the kinds are listed |
 * | `--log <file>` | messages and events as JSON lines; the bytes read go to `<file>.raw` |
 * | `--repaint-ms <n>` | how long after a change it is shown; 0 is at once |
 * | `--busy-ms <n>` | how long a turn takes, instead of the kind's own |
 * | `--obey <program>` | runs the program with the file that a message points to |
 * | `--draft <text>` | unsubmitted text in the input from the start |
 * | `--restarted yes` | it crashed before: clears the screen first, and does so no more |
 *
 * @module
 */

import { createAgent } from "./agent.ts";
import type { Behaviour } from "./behaviour.ts";
import { createDecoder, createWholeDecoder } from "./decode.ts";
import { behaviourOf, KINDS } from "./kinds.ts";
import { readLines, readSecret } from "./lines.ts";
import { openLog, type SimLog } from "./log.ts";
import { obey } from "./obey.ts";
import { createScreen, writeAll } from "./screen.ts";

/** How long a lone ESC is waited for to become a sequence. */
const ESCAPE_MS = 30;

/** What takes a key. */
type Press = ReturnType<typeof createAgent>["key"];

interface Options {
  readonly kind: string;
  readonly log: string | null;
  readonly repaintMs: number;
  readonly busyMs: number | null;
  readonly draft: string;
  readonly answer: string;
  readonly obey: string;
  readonly restarted: boolean;
}

function parse(args: readonly string[]): Options {
  const values = new Map<string, string>();
  for (let at = 0; at < args.length; at += 2) values.set(args[at] ?? "", args[at + 1] ?? "");
  const busy = values.get("--busy-ms");
  return {
    kind: values.get("--kind") ?? "",
    log: values.get("--log") ?? null,
    repaintMs: Number(values.get("--repaint-ms") ?? "0"),
    busyMs: busy === undefined ? null : Number(busy),
    draft: values.get("--draft") ?? "",
    answer: values.get("--answer") ?? "",
    obey: values.get("--obey") ?? "",
    restarted: values.has("--restarted"),
  };
}

const sleep = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

/** Paints what a program shows while it starts, and reads nothing meanwhile. */
async function boot(behaviour: Behaviour, paintPrompt: () => void): Promise<void> {
  const plan = behaviour.boot;
  if (plan === null) return;
  if (plan.tty === "raw") Deno.stdin.setRaw(true);
  if (plan.shows === "prompt") paintPrompt();
  const end = performance.now() + plan.ms;
  for (let step = 1; performance.now() < end; step++) {
    if (plan.shows === "progress") writeAll(`loading module ${step}\r\n`);
    await sleep(Math.min(100, Math.max(0, end - performance.now())));
  }
}

async function run(
  behaviour: Behaviour,
  { options, log }: { readonly options: Options; readonly log: SimLog },
): Promise<void> {
  const size = () => Deno.consoleSize();
  const exit = () => {
    log.event("exit");
    screen.close();
    Deno.exit(0);
  };
  const agent = createAgent(behaviour, {
    draft: options.draft,
    answer: options.answer,
    busyMs: options.busyMs ?? behaviour.busyMs,
    world: {
      log,
      now: () => performance.now(),
      after: (ms, action) => void setTimeout(action, ms),
      changed: () => screen.changed(),
      exit,
      size,
      restarted: options.restarted,
    },
  });
  const screen = createScreen({
    painted: agent,
    alternate: behaviour.alternate,
    parkedCursor: behaviour.cursor === "parked",
    bracketedPaste: behaviour.paste !== "off",
    delayMs: Math.max(options.repaintMs, behaviour.lagMs),
    size,
  });
  if (behaviour.exitAfterMs !== null) setTimeout(exit, behaviour.exitAfterMs);
  if (behaviour.alternate) writeAll(oldShellOutput());
  if (options.restarted) writeAll("\x1b[2J\x1b[H");
  await boot(behaviour, screen.paint);
  Deno.stdin.setRaw(true);
  agent.begin();
  screen.paint();
  if (behaviour.clockMs > 0) setInterval(screen.changed, behaviour.clockMs);
  const { wholeReads, backspaceFrameMs } = behaviour;
  await readKeys(inFrames(agent.key, backspaceFrameMs), { log, exit, wholeReads });
}

/** Backspaces that one frame shows. */
const FRAME_BACKSPACES = 5;

/** Passes keys on in their order; after a few backspaces the rest waits for the next frame. */
function inFrames(press: Press, frameMs: number): Press {
  if (frameMs === 0) return press;
  const waiting: Parameters<Press>[0][] = [];
  let held = false;
  let backspaces = 0;
  const drain = () => {
    for (let key = waiting.shift(); key !== undefined; key = waiting.shift()) {
      press(key);
      backspaces = key.kind === "backspace" ? backspaces + 1 : 0;
      if (backspaces < FRAME_BACKSPACES) continue;
      backspaces = 0;
      held = true;
      setTimeout(() => {
        held = false;
        drain();
      }, frameMs);
      return;
    }
  };
  return (key) => {
    waiting.push(key);
    if (!held) drain();
  };
}

/** What a shell left on the screen before the program was started. */
function oldShellOutput(): string {
  const files = Array.from({ length: 12 }, (_, index) => `notes-${index}.txt`).join("  ");
  return `$ ls\r\n${files}\r\n$ git status\r\nnothing to commit, working tree clean\r\n$ agent\r\n`;
}

async function readKeys(
  press: Press,
  options: { readonly log: SimLog; readonly exit: () => void; readonly wholeReads: boolean },
): Promise<void> {
  const decoder = options.wholeReads ? createWholeDecoder() : createDecoder();
  const buffer = new Uint8Array(65536);
  let escapeTimer: ReturnType<typeof setTimeout> | null = null;
  let cancels: number[] = [];
  for (;;) {
    const count = await Deno.stdin.read(buffer);
    if (count === null) return options.exit();
    const bytes = buffer.slice(0, count);
    options.log.raw(bytes);
    if (escapeTimer !== null) clearTimeout(escapeTimer);
    for (const key of decoder.push(bytes)) {
      press(key);
      if (key.kind !== "control" || key.letter !== "c") continue;
      cancels = [...cancels.filter((at) => performance.now() - at < 1000), performance.now()];
      if (cancels.length >= 4) options.exit();
    }
    escapeTimer = decoder.pending()
      ? setTimeout(() => decoder.flush().forEach(press), ESCAPE_MS)
      : null;
  }
}

if (import.meta.main) {
  const options = parse(Deno.args);
  const behaviour = behaviourOf(options.kind);
  if (behaviour === null) {
    writeAll(KINDS.map((kind) => `${kind.padEnd(18)}${behaviourOf(kind)?.about}\n`).join(""));
    Deno.exit(2);
  }
  const written = openLog(options.log);
  const log: SimLog = {
    ...written,
    message(text) {
      written.message(text);
      if (options.obey !== "") obey(text, options.obey);
    },
  };
  log.event("start", options.kind);
  const delayMs = options.repaintMs;
  if (behaviour.reader === "canonical") readLines({ prompt: behaviour.prompt, log, delayMs });
  else if (behaviour.reader === "secret") readSecret({ prompt: behaviour.prompt, log });
  else await run(behaviour, { options, log });
}
