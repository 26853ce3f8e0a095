/**
 * The surroundings of a soak: a tmux server with simulated agents, which may be killed and started
 * again, and a repository whose workers keep records.
 *
 * @module
 */

import { parse } from "@std/yaml";
import { programArgv, programEnv } from "../helpers/program.ts";
import { startTmux, type TmuxServer } from "../helpers/tmux_server.ts";
import type { Random } from "../fuzz/random.ts";
import { readLog } from "../sim/log.ts";
import type { Kind } from "../sim/kinds.ts";

/** Agents that take every text as it is, each in a way of its own. */
const KINDS: readonly Kind[] = [
  ...["framed", "wrapping", "fullscreen", "hinted", "ghost", "scrollbox", "folded"] as const,
  ...["popup_closes", "burst", "enter_once", "clock", "scrolls", "hides", "linger"] as const,
];

/** How a run of the program ended. */
export interface Ended {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

export interface World {
  readonly server: TmuxServer;
  readonly repo: string;
  /** A small file system of its own for the repository, or null where none can be mounted. */
  readonly disk: string | null;
  /** Sets the clock that the program reads to another time; null where no libfaketime is. */
  readonly stepClock: (() => Promise<void>) | null;
  /** The agents' panes; empty while the server is being started. */
  readonly panes: readonly string[];
  /** Runs the program; while it runs it may be killed. */
  fab(args: readonly string[], stdin?: string): Promise<Ended>;
  /** Kills one of the running programs, if there is one. */
  killOne(): boolean;
  /** Closes a pane and opens another agent. */
  replacePane(): Promise<void>;
  /** Kills the server and starts it with new agents. */
  restart(): Promise<void>;
  /** All messages of all agents so far. */
  arrived(): Promise<readonly string[]>;
  /** Records that don't parse or have no beginning, in words. */
  tornRecords(): Promise<readonly string[]>;
  stop(): Promise<void>;
}

/** Starts a world. Whoever starts it stops it, in a `finally`. */
export async function startWorld(
  random: Random,
  { agents, changes }: { readonly agents: number; readonly changes: readonly string[] },
): Promise<World> {
  const server = await startTmux({ columns: 120, rows: 40 });
  let disk: string | null = null;
  try {
    disk = await mountDisk(`${server.directory}/disk`);
    const repo = `${disk ?? server.directory}/repo`;
    await makeRepository(repo, changes);
    return await worldOf({ server, repo, disk, random, agents });
  } catch (error) {
    await server.tmux("kill-server").catch(() => {});
    if (disk !== null) await unmount(disk);
    await server.stop();
    throw error;
  }
}

async function worldOf({ server, repo, disk, random, agents }: {
  readonly server: TmuxServer;
  readonly repo: string;
  readonly disk: string | null;
  readonly random: Random;
  readonly agents: number;
}): Promise<World> {
  const running = new Set<Deno.ChildProcess>();
  const program = await Deno.realPath(programArgv()[0]!);
  const clock = await fakeClock(`${server.directory}/clock`);
  const logs: string[] = [];
  let panes: string[] = [];
  const openAgent = async () => {
    const sim = await server.openSim(random.pick(KINDS), { wait: false, busyMs: 100 });
    logs.push(sim.logPath);
    return sim.pane;
  };
  const openAll = async () => {
    const opened: string[] = [];
    for (let count = 0; count < agents; count++) opened.push(await openAgent());
    panes = opened;
  };
  await openAll();
  return {
    ...{ server, repo, disk },
    stepClock: clock === null ? null : () => clock.set(random.pick(STEPS)),
    get panes() {
      return panes;
    },
    async fab(args, stdin) {
      const words = [...programArgv().slice(1), ...args];
      const child = new Deno.Command(program, {
        args: words,
        clearEnv: true,
        env: { ...programEnv(server.env), ...clock?.env },
        cwd: repo,
        stdin: stdin === undefined ? "null" : "piped",
        ...{ stdout: "piped", stderr: "piped" },
      }).spawn();
      running.add(child);
      try {
        if (stdin !== undefined) await feed(child, stdin);
        const { code, stdout, stderr } = await child.output();
        const decoder = new TextDecoder();
        return { code, stdout: decoder.decode(stdout), stderr: decoder.decode(stderr) };
      } finally {
        running.delete(child);
      }
    },
    killOne() {
      const child = running.size === 0 ? undefined : random.pick([...running]);
      child?.kill("SIGKILL");
      return child !== undefined;
    },
    async replacePane() {
      if (panes.length === 0) return;
      const pane = random.pick(panes);
      panes = panes.filter((one) => one !== pane);
      await server.tmux("kill-pane", "-t", pane);
      panes = [...panes, await openAgent()];
    },
    async restart() {
      panes = [];
      await server.tmux("kill-server");
      // The old server removes its socket when it is gone, and may take a new one's with it.
      for (let tries = 0;; tries++) {
        try {
          await server.tmux(
            "new-session",
            "-d",
            "-s",
            "keeper",
            "-x",
            "120",
            "-y",
            "40",
            "sleep",
            "86400",
          );
          break;
        } catch (error) {
          if (tries > 100) throw error;
          await new Promise((resolve) => setTimeout(resolve, 20));
        }
      }
      await openAll();
    },
    async arrived() {
      const views = await Promise.all(logs.map(readLog));
      return views.flatMap(({ messages }) => messages);
    },
    tornRecords: () => tornRecords(repo),
    async stop() {
      for (const child of running) child.kill("SIGKILL");
      await server.tmux("kill-server").catch(() => {});
      await endWorkers(repo);
      if (disk !== null) await unmount(disk);
      await server.stop();
    },
  };
}

/** Where Debian's libfaketime is. */
const FAKETIME = "/usr/lib/x86_64-linux-gnu/faketime/libfaketime.so.1";
/** Where a clock is set to, from the right time. */
const STEPS = ["+0", "-1h", "+1h", "-10s", "+10s", "-400d", "+400d"];

/** A clock for programs that can be set while they run; only the time of day, never durations. */
async function fakeClock(path: string) {
  const there = await Deno.stat(FAKETIME).then(() => true, () => false);
  if (!there) return null;
  const set = (offset: string) => Deno.writeTextFile(path, offset);
  await set("+0");
  return {
    set,
    env: {
      LD_PRELOAD: FAKETIME,
      FAKETIME_TIMESTAMP_FILE: path,
      FAKETIME_NO_CACHE: "1",
      FAKETIME_DONT_FAKE_MONOTONIC: "1",
    },
  };
}

async function feed(child: Deno.ChildProcess, text: string): Promise<void> {
  const writer = child.stdin.getWriter();
  // A program that was killed reads nothing.
  await writer.write(new TextEncoder().encode(text)).then(() => writer.close()).catch(() => {});
}

/** The home's configuration is the default; the repository's workers are shells that run prompts. */
async function makeRepository(repo: string, changes: readonly string[]): Promise<void> {
  for (const id of changes) {
    await Deno.mkdir(`${repo}/fab/changes/260901-${id}-soak`, { recursive: true });
  }
  await Deno.mkdir(`${repo}/fab/project`);
  await Deno.mkdir(`${repo}/.git`);
  await Deno.writeTextFile(`${repo}/.git/HEAD`, "ref: refs/heads/main\n");
  await Deno.writeTextFile(
    `${repo}/fab/project/config.yaml`,
    "agent: {workers: shell}\nproviders:\n  shell: {headless_command: sh -s}\ndispatch: {mode: headless}\n",
  );
}

/** A file system of 1 MiB, or null where this process may not mount one. */
async function mountDisk(path: string): Promise<string | null> {
  await Deno.mkdir(path);
  const { success } = await new Deno.Command("mount", {
    args: ["-t", "tmpfs", "-o", "size=1m", "fab-soak", path],
    stderr: "null",
  }).output();
  return success ? path : null;
}

async function unmount(path: string): Promise<void> {
  await new Deno.Command("umount", { args: ["-l", path] }).output();
}

async function tornRecords(repo: string): Promise<readonly string[]> {
  const torn: string[] = [];
  const root = `${repo}/.fab-dispatch`;
  for (const { name: change } of await entries(root)) {
    for (const { name } of await entries(`${root}/${change}`)) {
      if (!name.endsWith(".yaml") || name.startsWith(".") || name.endsWith("-result.yaml")) {
        continue;
      }
      const text = await Deno.readTextFile(`${root}/${change}/${name}`).catch(() => null);
      if (text !== null && !isRecord(text)) torn.push(`${change}/${name}: ${JSON.stringify(text)}`);
    }
  }
  return torn;
}

function isRecord(text: string): boolean {
  try {
    const record = parse(text) as Record<string, unknown> | null;
    return typeof record?.["started_at"] === "string" && typeof record["spawn_cmd"] === "string";
  } catch {
    return false;
  }
}

async function entries(path: string): Promise<readonly Deno.DirEntry[]> {
  try {
    return await Array.fromAsync(Deno.readDir(path));
  } catch {
    return [];
  }
}

/** Ends detached workers: their directory is known to this run alone. */
async function endWorkers(repo: string): Promise<void> {
  for (const { pid } of await processesIn(repo)) {
    try {
      Deno.kill(pid, "SIGKILL");
    } catch {
      // It ended meanwhile.
    }
  }
}

/** The processes that work below a directory, or were started with it in their environment. */
export async function processesIn(
  directory: string,
): Promise<readonly { readonly pid: number; readonly command: string }[]> {
  const found: { pid: number; command: string }[] = [];
  for (const { name } of await entries("/proc")) {
    if (!/^[0-9]+$/.test(name) || Number(name) === Deno.pid) continue;
    const cwd = await Deno.readLink(`/proc/${name}/cwd`).catch(() => "");
    const env = await Deno.readTextFile(`/proc/${name}/environ`).catch(() => "");
    const stat = await Deno.readTextFile(`/proc/${name}/stat`).catch(() => "");
    if (!(cwd.startsWith(directory) || env.includes(directory)) || /\) [ZX] /.test(stat)) continue;
    const command = await Deno.readTextFile(`/proc/${name}/cmdline`).catch(() => "");
    found.push({ pid: Number(name), command: command.replaceAll("\0", " ") });
  }
  return found;
}
