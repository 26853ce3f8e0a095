/**
 * The machine that documents are tried on: a home, a project with a change, a tmux server whose
 * pane `%3` holds a simulated agent, and `fab`, `claude` and `codex` on the path. So the commands
 * stand in the documents as a person types them.
 *
 * @module
 */

import { dirname, join } from "@std/path";
import { quoteWords } from "../../lib/core/quote.ts";
import { simArgv } from "../sim/open.ts";
import { programArgv } from "./program.ts";
import { startTmux, type TmuxServer } from "./tmux_server.ts";

/** What the agent of `%3` says to everything. */
const ANSWER =
  "The slowest is parser_test.ts: 41 s of 70.\n\n- 38 s of it are the fuzz cases.\ndone";

/** Milliseconds that one block may take. */
const BLOCK_MS = 60_000;

/** How a block ended. */
export interface StageResult {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** A machine for one document. */
export interface DocStage {
  readonly server: TmuxServer;
  readonly home: string;
  readonly project: string;
  /** Runs a script with a shell, `-e` where the shell has it, in the project. */
  run(shell: string, script: string): Promise<StageResult>;
  /** Writes a file: `~/…` into the home, anything else into the project. */
  write(path: string, text: string): Promise<void>;
}

/** Gives a document a machine, and takes it away. */
export async function withStage(body: (stage: DocStage) => Promise<void>): Promise<void> {
  const server = await startTmux();
  try {
    await body(await setUp(server));
  } finally {
    await server.stop();
  }
}

async function setUp(server: TmuxServer): Promise<DocStage> {
  const directory = await Deno.realPath(server.directory);
  const bin = `${directory}/bin`;
  const project = `${directory}/project`;
  const home = server.env.HOME!;
  const program = async (name: string, argv: readonly string[], tail: string) => {
    const text = `#!/bin/sh\nexec ${quoteWords(argv)} ${tail}\n`;
    await Deno.writeTextFile(`${bin}/${name}`, text, { mode: 0o755 });
  };
  await Deno.mkdir(bin);
  await program("fab", programArgv(), '"$@"');
  for (const name of ["claude", "codex"]) {
    // Their own arguments mean nothing to a simulated agent.
    await program(name, simArgv("framed", { log: `${directory}/${name}.log`, obey: "sh" }), "");
  }
  await makeProject(project);

  const path = `${bin}:${server.env.PATH}`;
  await server.tmux("set-environment", "-g", "PATH", path);
  await server.tmux("set-option", "-g", "default-shell", "/bin/sh");
  await server.openPane(["sleep", "86400"], { cwd: project });
  await server.openPane(["sleep", "86400"], { cwd: project });
  const agent = simArgv("framed", { log: `${directory}/agent.log`, obey: "sh", answer: ANSWER });
  const pane = await server.openPane(agent, { cwd: project });
  if (pane !== "%3") throw new Error(`the agent is in ${pane}, and documents say %3`);
  await server.tmux("rename-window", "-t", pane, "parser");
  await server.waitFor(pane, (screen) => screen.trim() !== "");

  const socket = (await server.tmux("display-message", "-p", "#{socket_path},#{pid},0")).trim();
  const env = { ...server.env, PATH: path, TMUX: socket, TMUX_PANE: "%0" };
  const stage: DocStage = {
    server,
    home,
    project,
    async run(shell, script) {
      const args = shell === "fish" ? ["--no-config", "-c", script] : ["-e", "-c", script];
      const child = new Deno.Command(shell, {
        args: shell === "zsh" ? ["-f", ...args] : args,
        cwd: project,
        env,
        clearEnv: true,
        stdin: "null",
        stdout: "piped",
        stderr: "piped",
      }).spawn();
      const timer = setTimeout(() => child.kill("SIGKILL"), BLOCK_MS);
      try {
        const { code, stdout, stderr } = await child.output();
        const decoder = new TextDecoder();
        return { code, stdout: decoder.decode(stdout), stderr: decoder.decode(stderr) };
      } finally {
        clearTimeout(timer);
      }
    },
    async write(path, text) {
      const full = path.startsWith("~/") ? join(home, path.slice(2)) : join(project, path);
      await Deno.mkdir(dirname(full), { recursive: true });
      await Deno.writeTextFile(full, text);
    },
  };
  return stage;
}

/** A repository of git and of fab, with an active change, a backlog and a task. */
async function makeProject(project: string): Promise<void> {
  const change = "fab/changes/260101-4f2a-quick-fix";
  const files = {
    [`${change}/.status.yaml`]:
      "progress:\n  intake: done\n  apply: active\nprs:\n  - https://example.com/pull/12\n",
    "fab/backlog.md": "# Backlog\n\n- [ ] [k3x9] make the parser faster\n- [x] [a1b2] done\n",
    "notes/task.md": "mkdir -p out && echo done > out/result.md\n",
  };
  for (const [path, text] of Object.entries(files)) {
    await Deno.mkdir(dirname(`${project}/${path}`), { recursive: true });
    await Deno.writeTextFile(`${project}/${path}`, text);
  }
  await Deno.symlink(`${change}/.status.yaml`, `${project}/.fab-status.yaml`);
  const git = async (...args: readonly string[]) => {
    const identity = ["-c", "user.name=t", "-c", "user.email=t@example.com"];
    const { success, stderr } = await new Deno.Command("git", {
      args: [...identity, ...args],
      cwd: project,
    }).output();
    if (!success) throw new Error(new TextDecoder().decode(stderr));
  };
  await git("init", "-q", "-b", "main");
  await git("add", ".");
  await git("commit", "-q", "-m", "Begin");
}
