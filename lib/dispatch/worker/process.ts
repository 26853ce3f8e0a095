/**
 * The process of a headless worker: launching it, asking whether it is alive, ending it.
 *
 * @module
 */

import { isRecordedProcess, type ProcessFacts, workerMark } from "../../core/dispatch/identity.ts";
import type { HeadlessRecord } from "../../core/dispatch/record.ts";
import { parseProcFacts, parsePsFacts } from "../../core/process/facts.ts";
import { FabError } from "../../core/errors.ts";
import type { Context } from "../../ports.ts";
import type { Attempt } from "../attempt.ts";
import { launchArgv, membersArgv, probeArgv, signalGroupArgv, signalOneArgv } from "./scripts.ts";

/** In the environment of a worker and all that it starts: `<id>/<stage>`. */
const WORKER_VARIABLE = "FAB_DISPATCH_WORKER";

/** Milliseconds between SIGTERM and SIGKILL, and for SIGKILL to do its work. */
const GRACE_MS = 5000;
const KILL_MS = 2000;
const POLL_MS = 30;

/** Milliseconds that a small script may take. */
const SCRIPT_TIMEOUT_MS = 10_000;

/**
 * Refuses where there are no sessions and signals to build on.
 *
 * @throws {FabError} on a system that is not POSIX.
 */
export function requirePosix(context: Context): void {
  if (context.env.os === "other") {
    throw new FabError(
      "failed",
      "headless workers need a POSIX system (sh, setsid, kill); use 'fab dispatch open' in tmux",
    );
  }
}

/**
 * Launches a worker in a session of its own. It runs nothing before `recorded` has resolved: a
 * worker without a record can't come to be, even when this process is killed in between.
 *
 * @param options.recorded writes the record of the given pid; when it fails, nothing was run
 * @throws {FabError} when the system can't detach a process or limit its time.
 */
export async function launchWorker(
  context: Context,
  attempt: Attempt,
  options: {
    readonly command: string;
    readonly timeout: number | null;
    readonly recorded: (pid: number) => Promise<void>;
  },
): Promise<void> {
  const { exit, log, prompt } = attempt.paths;
  const { command, timeout } = options;
  const launcher = context.exec.lines(launchArgv({ exit, log, prompt, timeout, command }), {
    cwd: attempt.root,
    env: { [WORKER_VARIABLE]: attempt.label },
  });
  try {
    const first = await firstLine(launcher.lines);
    if (!/^[0-9]+$/.test(first)) {
      const reason = first.replace(/^error: /, "") || "its shell ended without a word";
      throw new FabError("failed", `${attempt.label} can't be launched: ${reason}`);
    }
    await options.recorded(Number(first));
    await launcher.write("go\n");
  } finally {
    await launcher.close();
  }
}

/** Whether the recorded worker's shell is alive, and is the recorded one. */
export async function isWorkerAlive(
  context: Context,
  attempt: Attempt,
  record: HeadlessRecord,
): Promise<boolean> {
  const facts = await probe(context, record.pid);
  const logged = await context.files.stat(attempt.paths.log) !== null;
  return isRecordedProcess(record, facts, { mark: workerMark(attempt.id, attempt.stage), logged });
}

/**
 * Ends a worker with all of its process group: SIGTERM, and SIGKILL for what is left after a
 * grace time. Safe on one that is gone, and on a record whose numbers now belong to others.
 *
 * @returns whether there was anything to end
 * @throws {FabError} when something survives even SIGKILL.
 */
export async function endWorker(
  context: Context,
  attempt: Attempt,
  record: HeadlessRecord,
): Promise<boolean> {
  const facts = await probe(context, record.pid);
  const logged = await context.files.stat(attempt.paths.log) !== null;
  const mark = workerMark(attempt.id, attempt.stage);
  if (isRecordedProcess(record, facts, { mark, logged })) {
    if (facts?.pgid === record.pgid && record.pgid === record.pid) {
      await endGroup(context, attempt, record.pgid);
    } else {
      await endOne(context, attempt, record.pid);
    }
    return true;
  }
  return await endLeftBehind(context, attempt, record);
}

/**
 * Ends what a worker's shell left behind when it alone was killed: members of its process group
 * that carry its name in their environment. Where there is no /proc they can't be told from others
 * and stay.
 *
 * @returns whether there was anything to end
 */
export async function endLeftBehind(
  context: Context,
  attempt: Attempt,
  record: HeadlessRecord,
): Promise<boolean> {
  if (context.env.os !== "linux") return false;
  const mark = `${WORKER_VARIABLE}=${attempt.label}`;
  if ((await members(context, record.pgid, mark)).length === 0) return false;
  await endGroup(context, attempt, record.pgid);
  return true;
}

async function endGroup(context: Context, attempt: Attempt, pgid: number): Promise<void> {
  for (const [signal, ms] of [["TERM", GRACE_MS], ["KILL", KILL_MS]] as const) {
    await context.exec.run(signalGroupArgv(signal, pgid), { timeoutMs: SCRIPT_TIMEOUT_MS });
    const gone = async () => (await members(context, pgid, "")).length === 0;
    if (await within(context, ms, gone)) return;
  }
  const left = (await members(context, pgid, "")).join(", ");
  throw new FabError("failed", `${attempt.label}: still running after SIGKILL: process ${left}`);
}

async function endOne(context: Context, attempt: Attempt, pid: number): Promise<void> {
  for (const [signal, ms] of [["TERM", GRACE_MS], ["KILL", KILL_MS]] as const) {
    await context.exec.run(signalOneArgv(signal, pid), { timeoutMs: SCRIPT_TIMEOUT_MS });
    const gone = async () => (await probe(context, pid))?.zombie ?? true;
    if (await within(context, ms, gone)) return;
  }
  throw new FabError("failed", `${attempt.label}: still running after SIGKILL: process ${pid}`);
}

async function within(
  context: Context,
  ms: number,
  check: () => Promise<boolean>,
): Promise<boolean> {
  const end = context.clock.monotonic() + ms;
  for (;;) {
    if (await check()) return true;
    if (context.clock.monotonic() >= end) return false;
    await context.clock.sleep(POLL_MS);
  }
}

async function probe(context: Context, pid: number): Promise<ProcessFacts | null> {
  const { os } = context.env;
  const { stdout } = await context.exec.run(probeArgv(pid, os), { timeoutMs: SCRIPT_TIMEOUT_MS });
  const now = context.clock.now();
  return os === "linux" ? parseProcFacts(stdout, now) : parsePsFacts(stdout, now);
}

async function members(context: Context, pgid: number, mark: string): Promise<readonly string[]> {
  const argv = membersArgv(pgid, { mark, os: context.env.os });
  const { stdout } = await context.exec.run(argv, { timeoutMs: SCRIPT_TIMEOUT_MS });
  return stdout.split("\n").filter((line) => line !== "");
}

async function firstLine(lines: AsyncIterable<string>): Promise<string> {
  for await (const line of lines) return line;
  return "";
}
