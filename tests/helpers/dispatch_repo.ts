/**
 * A throwaway repository with changes, in which dispatch workers run.
 *
 * Its headless provider is `sh -s`: a worker's prompt is the script that it runs, so each test
 * says in its prompt what the worker does.
 *
 * @module
 */

import { stringify } from "@std/yaml";
import { type ProgramOptions, type ProgramResult, runFab } from "./program.ts";
import { poll } from "./tmux_server.ts";

/** The repository of one test. */
export interface DispatchRepo {
  readonly root: string;
  /** The environment of every program that is run here. */
  readonly env: Readonly<Record<string, string>>;
  /** Runs `fab dispatch …` at the root. */
  dispatch(args: readonly string[], options?: ProgramOptions): Promise<ProgramResult>;
  /** As {@linkcode DispatchRepo.dispatch}, but anything other than exit code 0 fails the test. */
  ok(args: readonly string[], options?: ProgramOptions): Promise<string>;
  /** Absolute path of a file of ab12's state. */
  state(name: string): string;
  read(name: string): Promise<string | null>;
  write(name: string, text: string): Promise<void>;
  /** Polls until `fab dispatch status` says so. */
  untilStatus(stage: string, state: string): Promise<void>;
  /** Writes the project's configuration. */
  configure(config: unknown): Promise<void>;
}

/** The configuration that a repository begins with. */
export const CONFIG = {
  agent: { workers: "shell", session: "shell" },
  providers: { shell: { headless_command: "sh -s" } },
};

/** Gives a test a repository, ends all workers that it left, and removes it. */
export async function withRepo(
  body: (repo: DispatchRepo) => Promise<void>,
  options: {
    readonly directory?: string;
    readonly env?: Readonly<Record<string, string>>;
    /** The root directory's name. */
    readonly name?: string;
  } = {},
): Promise<void> {
  const directory = await Deno.realPath(
    options.directory ?? await Deno.makeTempDir({ prefix: "fabtest-" }),
  );
  const root = `${directory}/${options.name ?? "repo"}`;
  await Deno.mkdir(`${directory}/home`, { recursive: true });
  await Deno.mkdir(`${directory}/sockets`, { recursive: true });
  for (const folder of ["260901-ab12-add-login", "260902-cd34-add-logout"]) {
    await Deno.mkdir(`${root}/fab/changes/${folder}`, { recursive: true });
  }
  await Deno.mkdir(`${root}/fab/project`);
  await Deno.mkdir(`${root}/.git`);
  await Deno.writeTextFile(`${root}/.git/HEAD`, "ref: refs/heads/main\n");
  const env = { HOME: `${directory}/home`, TMUX_TMPDIR: `${directory}/sockets`, ...options.env };
  const repo: DispatchRepo = {
    root,
    env,
    dispatch: (args, more = {}) =>
      runFab(["dispatch", ...args], { cwd: root, ...more, env: { ...env, ...more.env } }),
    async ok(args, more) {
      const result = await repo.dispatch(args, more);
      if (result.code !== 0) {
        throw new Error(`fab dispatch ${args.join(" ")}: ${JSON.stringify(result)}`);
      }
      return result.stdout;
    },
    state: (name) => `${root}/.fab-dispatch/ab12/${name}`,
    read: (name) => Deno.readTextFile(repo.state(name)).catch(() => null),
    async write(name, text) {
      await Deno.mkdir(`${root}/.fab-dispatch/ab12`, { recursive: true });
      await Deno.writeTextFile(repo.state(name), text);
    },
    untilStatus: (stage, state) => untilStatus(repo, stage, state),
    configure: (config) => Deno.writeTextFile(`${root}/fab/project/config.yaml`, stringify(config)),
  };
  await repo.configure(CONFIG);
  try {
    await body(repo);
  } finally {
    await endProcesses(root);
    if (options.directory === undefined) await Deno.remove(directory, { recursive: true });
  }
}

async function untilStatus(repo: DispatchRepo, stage: string, state: string): Promise<void> {
  let last: ProgramResult | null = null;
  await poll(async () => {
    last = await repo.dispatch(["status", "ab12", stage]);
    return last.stdout === `${state}\n` ? true : null;
  }, {
    failure: async () =>
      `ab12/${stage} is not ${state}: ${JSON.stringify(last)}\nlog: ${await repo.read(
        `${stage}.log`,
      )}`,
  });
}

/** Whether a process does anything any more. */
export async function isAlive(pid: number): Promise<boolean> {
  const stat = await Deno.readTextFile(`/proc/${pid}/stat`).catch(() => null);
  return stat !== null && !/^[ZX]/.test(stat.slice(stat.lastIndexOf(")") + 2));
}

/** Polls until a process is gone. */
export async function untilGone(pid: number): Promise<void> {
  await poll(async () => await isAlive(pid) ? null : true, {
    failure: () => Promise.resolve(`process ${pid} is still alive`),
  });
}

/** Polls until a file has a text, and returns it. */
export async function untilFile(path: string): Promise<string> {
  return await poll(async () => {
    const text = await Deno.readTextFile(path).catch(() => "");
    return text === "" ? null : text;
  }, { failure: () => Promise.resolve(`${path} is still missing or empty`) });
}

/** Ends what works in a repository: its directory is known to this test alone. */
async function endProcesses(root: string): Promise<void> {
  for await (const { name } of Deno.readDir("/proc")) {
    if (!/^[0-9]+$/.test(name) || Number(name) === Deno.pid) continue;
    const cwd = await Deno.readLink(`/proc/${name}/cwd`).catch(() => "");
    if (cwd !== root) continue;
    try {
      Deno.kill(Number(name), "SIGKILL");
    } catch {
      // It ended meanwhile.
    }
  }
}
