/**
 * Walks the states of an attempt by the real verbs and real workers: every transition that the two
 * derivations allow, each from the state that it begins in, and a look at what the verbs say there.
 */
import { assertEquals } from "@std/assert";
import { DISPATCH_STATES } from "../lib/core/dispatch/state.ts";
import { type DispatchRepo, untilFile, untilGone, withRepo } from "./helpers/dispatch_repo.ts";
import { withPaneWorkers } from "./helpers/pane_workers.ts";
import type { ProgramOptions } from "./helpers/program.ts";

type Step = readonly [from: string, action: string, to: string];

/** `none` is the attempt that was never made. */
const HEADLESS: readonly Step[] = [
  ["none", "start", "running"],
  ["running", "start is refused", "running"],
  ["running", "restart is refused", "running"],
  ["running", "reap does nothing", "running"],
  ["running", "worker succeeds", "done"],
  ["done", "kill does nothing", "done"],
  ["done", "start", "running"],
  ["running", "worker fails", "failed"],
  ["failed", "kill does nothing", "failed"],
  ["failed", "start", "running"],
  ["running", "worker forgets its result", "failed (no-result)"],
  ["failed (no-result)", "result comes late", "done"],
  ["done", "restart", "running"],
  ["running", "worker forgets its result", "failed (no-result)"],
  ["failed (no-result)", "start", "running"],
  ["running", "kill", "orphaned"],
  ["orphaned", "kill does nothing", "orphaned"],
  ["orphaned", "restart", "running"],
  ["running", "worker is lost", "orphaned"],
  ["orphaned", "start", "running"],
  ["running", "worker fails", "failed"],
  ["failed", "restart", "running"],
  ["running", "worker forgets its result", "failed (no-result)"],
  ["failed (no-result)", "restart", "running"],
  ["running", "kill", "orphaned"],
  ["orphaned", "clean", "none"],
];

const PANE: readonly Step[] = [
  ["none", "open", "running"],
  ["running", "open is refused", "running"],
  ["running", "deliver", "running"],
  ["running", "deliver is refused", "running"],
  ["running", "reap does nothing", "running"],
  ["running", "worker succeeds", "done"],
  ["done", "deliver again", "running"],
  ["running", "worker succeeds", "done"],
  ["done", "reap", "done"],
  ["done", "deliver is refused", "done"],
  ["done", "kill does nothing", "done"],
  ["done", "open", "running"],
  ["running", "kill", "orphaned"],
  ["orphaned", "kill does nothing", "orphaned"],
  ["orphaned", "deliver is refused", "orphaned"],
  ["orphaned", "restart", "running"],
  ["running", "pane is lost", "orphaned"],
  ["orphaned", "result comes late", "done"],
  ["done", "restart", "running"],
  ["running", "server is lost", "orphaned"],
  ["orphaned", "open elsewhere", "running"],
  ["running", "kill", "orphaned"],
  ["orphaned", "clean", "none"],
];

/** The transitions that a derivation allows between two looks, by what can happen in between. */
const REQUIRED = {
  headless: [
    "none→running",
    "running→done",
    "running→failed",
    "running→failed (no-result)",
    "running→orphaned",
    "done→running",
    "failed→running",
    "failed (no-result)→running",
    "failed (no-result)→done",
    "orphaned→running",
    "orphaned→none",
  ],
  pane: [
    "none→running",
    "running→done",
    "running→orphaned",
    "done→running",
    "orphaned→running",
    "orphaned→done",
    "orphaned→none",
  ],
} as const;

/** Performs one step after another, and checks the state and the verbs' agreement after each. */
async function walk(
  repo: DispatchRepo,
  steps: readonly Step[],
  { surroundings, actions }: {
    readonly surroundings: ProgramOptions;
    readonly actions: Readonly<Record<string, () => Promise<unknown>>>;
  },
): Promise<void> {
  let state = "none";
  for (const [index, [from, action, to]] of steps.entries()) {
    const step = `step ${index + 1}: ${from} — ${action} → ${to}`;
    assertEquals(state, from, step);
    const act = actions[action];
    if (act === undefined) throw new Error(`${step}: unknown action`);
    try {
      await act();
      state = await settle(repo, { to, surroundings });
    } catch (error) {
      throw new Error(`${step}: ${error instanceof Error ? error.message : error}`, {
        cause: error,
      });
    }
    assertEquals(state, to, step);
  }
}

async function settle(
  repo: DispatchRepo,
  { to, surroundings }: { readonly to: string; readonly surroundings: ProgramOptions },
): Promise<string> {
  if (to === "none") {
    const { code } = await repo.dispatch(["status", "ab12", "apply"], surroundings);
    return code === 1 && await repo.read("apply.yaml") === null ? "none" : "something";
  }
  const timeout = to === "running" ? "0" : "20";
  const waited = await repo.ok(["wait", "ab12", "apply", "--timeout", timeout], surroundings);
  assertEquals(await repo.ok(["status", "ab12", "apply"], surroundings), waited);
  const { state } = JSON.parse(await repo.ok(["status", "ab12", "apply", "--json"], surroundings));
  assertEquals(`${state}\n`, waited);
  assertEquals(DISPATCH_STATES.includes(state), true);
  return state;
}

/** Runs a verb that must be refused with exit code 1 and no answer. */
async function refused(
  repo: DispatchRepo,
  args: readonly string[],
  options: ProgramOptions,
): Promise<void> {
  const result = await repo.dispatch(args, options);
  assertEquals([result.code, result.stdout], [1, ""], JSON.stringify(result));
}

/** Tells the worker, who waits for a word, how to end. */
async function tell(repo: DispatchRepo, word: string): Promise<void> {
  await Deno.writeTextFile(`${repo.root}/word.tmp`, word);
  await Deno.rename(`${repo.root}/word.tmp`, `${repo.root}/word`);
}

const WORKER = `echo $$ > pid
until [ -s word ]; do sleep 0.02; done
word=$(cat word)
rm word
case $word in
succeed) echo "status: ok" > .fab-dispatch/ab12/apply-result.yaml ;;
fail) exit 9 ;;
esac
`;

Deno.test("the tables name every transition, and end where they began", () => {
  for (const [mode, steps] of [["headless", HEADLESS], ["pane", PANE]] as const) {
    const walked = new Set(steps.map(([from, , to]) => `${from}→${to}`));
    for (const transition of REQUIRED[mode]) {
      assertEquals(walked.has(transition), true, `${mode}: ${transition}`);
    }
    assertEquals([steps[0]?.[0], steps.at(-1)?.[2]], ["none", "none"]);
  }
});

Deno.test("headless: every transition", async () => {
  await withRepo(async (repo) => {
    const stage = ["ab12", "apply"];
    const launch = (verb: string) => async () => {
      await Deno.remove(`${repo.root}/pid`).catch(() => {});
      await repo.ok([verb, ...stage], { stdin: WORKER });
      await untilFile(`${repo.root}/pid`);
    };
    await walk(repo, HEADLESS, {
      surroundings: {},
      actions: {
        "start": launch("start"),
        "restart": launch("restart"),
        "start is refused": () => refused(repo, ["start", ...stage], { stdin: WORKER }),
        "restart is refused": () => refused(repo, ["restart", ...stage], {}),
        "reap does nothing": () => repo.ok(["reap", ...stage]),
        "kill": () => repo.ok(["kill", ...stage]),
        "kill does nothing": () => repo.ok(["kill", ...stage]),
        "clean": () => repo.ok(["clean", "ab12"]),
        "worker succeeds": () => tell(repo, "succeed"),
        "worker fails": () => tell(repo, "fail"),
        "worker forgets its result": () => tell(repo, "forget"),
        "result comes late": () => repo.write("apply-result.yaml", "status: ok\n"),
        "worker is lost": async () => {
          const { pid } = JSON.parse(await repo.ok(["status", ...stage, "--json"]));
          Deno.kill(-pid, "SIGKILL");
          await untilGone(pid);
        },
      },
    });
  });
});

Deno.test("pane: every transition", async () => {
  await withPaneWorkers(async ({ repo, server, inside }) => {
    const stage = ["ab12", "apply"];
    let surroundings: ProgramOptions = inside;
    const ok = (args: readonly string[], options: ProgramOptions = {}) =>
      repo.ok(args, { ...surroundings, ...options });
    const deliver = async () => {
      await ok(["ready", ...stage, "--wait", "20"]);
      await ok(["deliver", ...stage]);
    };
    const pane = async () => JSON.parse(await ok(["status", ...stage, "--json"])).pane;
    await walk(repo, PANE, {
      surroundings: inside,
      actions: {
        "open": () => ok(["open", ...stage], { stdin: WORKER }),
        "open is refused": () => refused(repo, ["open", ...stage], { ...inside, stdin: WORKER }),
        "restart": () => ok(["restart", ...stage]),
        "deliver": deliver,
        "deliver again": deliver,
        "deliver is refused": () => refused(repo, ["deliver", ...stage], inside),
        "reap": () => ok(["reap", ...stage]),
        "reap does nothing": () => ok(["reap", ...stage]),
        "kill": () => ok(["kill", ...stage]),
        "kill does nothing": () => ok(["kill", ...stage]),
        "clean": () => ok(["clean", "ab12"]),
        "worker succeeds": () => tell(repo, "succeed"),
        "result comes late": () => repo.write("apply-result.yaml", "status: ok\n"),
        "pane is lost": async () => void await server.tmux("kill-pane", "-t", await pane()),
        "server is lost": async () => void await server.tmux("kill-server"),
        "open elsewhere": async () => {
          await server.tmux("new-session", "-d", "-s", "keeper", "sleep", "86400");
          surroundings = {};
          await ok(["open", ...stage, "-L", server.label], { stdin: WORKER });
        },
      },
    });
  });
});
