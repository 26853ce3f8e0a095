/**
 * The surroundings of a fuzz run, and what must not have changed at its end: a real tmux server with
 * panes of each sort, a repository, a home, and canaries that nothing may wake.
 *
 * @module
 */

import { root } from "../../commands/mod.ts";
import { runProgram } from "../../lib/cli/run.ts";
import { createClock } from "../../lib/proc/clock.ts";
import { createExec } from "../../lib/proc/exec.ts";
import { createFiles } from "../../lib/proc/files.ts";
import type { Context } from "../../lib/ports.ts";
import { fakeEnv, fakeOut } from "../../lib/testing/fake_context.ts";
import { NO_SIGNALS } from "../helpers/real_context.ts";
import { putRecorder, type Recorder } from "../helpers/recorder.ts";
import { poll, type SimPane, type TmuxServer } from "../helpers/tmux_server.ts";

/** How a run in this process ended. */
export interface Done {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Surroundings of one run. */
export interface Around {
  readonly stdin?: string;
  /** Default: the repository. */
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string>>;
}

/** The world of one fuzz run. */
export interface World {
  readonly server: TmuxServer;
  readonly canaries: string;
  readonly home: string;
  /** A repository with one change, `ab12`, and a provider that copies its prompt into its log. */
  readonly repo: string;
  /** Another repository, whose configuration is random. */
  readonly other: string;
  readonly recorder: Recorder;
  /** Takes and logs messages. */
  readonly sim: SimPane;
  /** A shell at its prompt. */
  readonly shell: string;
  /** A program that reads nothing, for keys that go nowhere. */
  readonly deaf: string;
  /** Runs a line in this process, on real programs and files. */
  run(argv: readonly string[], around?: Around): Promise<Done>;
  /** What is wrong by now, in words; empty when nothing is. */
  damage(): Promise<string>;
}

const WITNESS = "nobody types here";

export async function createWorld(server: TmuxServer): Promise<World> {
  const [canaries, repo] = [`${server.directory}/c`, `${server.directory}/repo`];
  const other = `${server.directory}/other`;
  await Deno.mkdir(canaries);
  await Deno.mkdir(`${other}/fab/project`, { recursive: true });
  await Deno.mkdir(`${repo}/fab/changes/260901-ab12-login`, { recursive: true });
  await Deno.mkdir(`${repo}/fab/project`);
  await Deno.mkdir(`${repo}/.git`);
  await Deno.writeTextFile(`${repo}/.git/HEAD`, "ref: refs/heads/main\n");
  const bin = `${server.directory}/bin`;
  await Deno.mkdir(bin);
  await Deno.writeTextFile(`${bin}/ssh`, "#!/bin/sh\nexit 0\n", { mode: 0o755 });
  const recorder = await putRecorder(server);
  const home = server.env["HOME"]!;
  await Deno.mkdir(`${home}/.fab-kit`);
  await Deno.writeTextFile(
    `${home}/.fab-kit/config.yaml`,
    `agent: {session: rec, workers: rec}
providers:
  rec: {interactive_command: "${recorder.program} {model} {effort}", headless_command: "sh -c cat {model} {effort}"}
`,
  );
  const sh = ["sh", "-c"];
  const witness = await server.openPane([...sh, `echo '${WITNESS}'; exec sleep 86400`]);
  await server.waitFor(witness, WITNESS);
  await server.tmux("rename-window", "-t", witness, "witness");
  await server.tmux("set-buffer", "-b", "mine", "a person's");
  const deaf = await server.openPane([...sh, "stty -echo; exec sleep 86400"]);
  const shell = await server.openPane(["/bin/sh", "-i"]);
  const sim = await server.openSim("framed");
  const env = { ...server.env, PATH: `${bin}:${server.env["PATH"]}` };
  const lasting = new Set(await panes(server));

  return {
    ...{ server, canaries, home, repo, other, recorder, sim, shell, deaf },
    run: (argv, around = {}) =>
      runHere(argv, { env: { ...env, ...around.env }, cwd: around.cwd ?? repo, around }),
    async damage() {
      const wrong: string[] = [];
      const woken = await filesBelow(server.directory, [
        "-path",
        `${canaries}/*`,
        "-o",
        "-name",
        "pwned",
      ]);
      if (woken.length > 0) wrong.push(`commands were run: ${woken.join(" ")}`);
      const seen = await server.capture(witness);
      if (seen !== WITNESS) wrong.push(`the witness's pane shows:\n${seen}`);
      const name = (await server.tmux("display-message", "-p", "-t", witness, "#{window_name}"))
        .trim();
      if (name !== "witness") wrong.push(`the witness's window is named ${name}`);
      const buffers = await server.tmux("list-buffers", "-F", "#{buffer_name} #{buffer_sample}");
      if (buffers !== "mine a person's\n") wrong.push(`buffers: ${buffers}`);
      for (const pane of await panes(server)) {
        if (!lasting.has(pane)) wrong.push(`pane ${pane} is left`);
      }
      for (
        const path of await filesBelow(server.directory, [
          "-name",
          "*.lock",
          "-o",
          "-name",
          "*.tmp*",
        ])
      ) wrong.push(`lock ${path}`);
      wrong.push(...await childrenLeft());
      return wrong.join("\n");
    },
  };
}

async function runHere(
  argv: readonly string[],
  { env, cwd, around }: {
    readonly env: Readonly<Record<string, string>>;
    readonly cwd: string;
    readonly around: Around;
  },
): Promise<Done> {
  const { signal } = new AbortController();
  const real = createExec({ signals: NO_SIGNALS });
  const surroundings = { env, cwd };
  const out = fakeOut(around.stdin === undefined ? {} : { stdin: around.stdin });
  const context: Context = {
    exec: {
      run: (words, options = {}) =>
        real.run(words, { ...surroundings, ...options, env: { ...env, ...options.env } }),
      lines: (words, options = {}) => real.lines(words, { ...surroundings, ...options }),
      // This process's own streams are no one's to take.
      attach: async (words, options = {}) => await real.run(words, { ...surroundings, ...options }),
    },
    clock: createClock(signal),
    files: createFiles(signal),
    env: fakeEnv({ env, cwd }),
    out,
    signal,
  };
  const program = {
    ...{ root, version: "0", debug: false },
    loadRemote: () => import("../../lib/remote/pass_on.ts"),
  };
  const code = await runProgram(argv, context, program);
  real.killAll();
  return { code, stdout: out.written, stderr: out.errors };
}

async function panes(server: TmuxServer): Promise<readonly string[]> {
  return (await server.tmux("list-panes", "-a", "-F", "#{pane_id}")).trim().split("\n");
}

async function filesBelow(directory: string, what: readonly string[]): Promise<readonly string[]> {
  const { stdout } = await new Deno.Command("find", { args: [directory, "(", ...what, ")"] })
    .output();
  return new TextDecoder().decode(stdout).split("\n").filter((path) => path !== "");
}

/** Programs that this process started and that still run, but for the one that lists them. */
async function childrenLeft(): Promise<readonly string[]> {
  const list = async () => {
    const { stdout } = await new Deno.Command("ps", {
      args: ["-o", "args=", "--ppid", String(Deno.pid)],
    }).output();
    return new TextDecoder().decode(stdout).split("\n")
      .filter((line) => line !== "" && !/^(\S*\/)?ps -o /.test(line));
  };
  try {
    await poll(async () => (await list()).length === 0 ? true : null, {
      failure: async () => (await list()).map((line) => `process left: ${line}`).join("\n"),
      deadlineMs: 3000,
    });
    return [];
  } catch (error) {
    return [(error as Error).message];
  }
}
