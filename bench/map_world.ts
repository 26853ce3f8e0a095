/**
 * A tmux server with many panes in many repositories, for measuring.
 *
 * @module
 */

/** How large a world is. */
export interface WorldSize {
  readonly panes: number;
  readonly repositories: number;
}

/** A world, and how it ends. */
export interface World {
  readonly label: string;
  /** Environment of a program that is to reach the server with `-L <label>`. */
  readonly env: Readonly<Record<string, string>>;
  end(): Promise<void>;
}

const STATUS = `progress:
  intake: done
  apply: done
  review: active
  hydrate: pending
  ship: pending
  review-pr: pending
prs:
  - https://github.com/example/example/pull/41
`;

/**
 * Makes a world: each repository has a main worktree and, for every second one, a linked worktree
 * that its panes are in; each worktree has an active change, and each pane an agent state.
 */
export async function makeWorld({ panes, repositories }: WorldSize): Promise<World> {
  const directory = await Deno.makeTempDir({ prefix: "fabbench-" });
  const label = `fabbench-${Deno.pid}`;
  const env = {
    PATH: Deno.env.get("PATH") ?? "/usr/bin:/bin",
    HOME: directory,
    TMUX_TMPDIR: directory,
    LC_ALL: "C.UTF-8",
    TERM: "xterm-256color",
  };
  const tmux = async (args: readonly string[], stdin?: string) => {
    const child = new Deno.Command("tmux", {
      args: ["-u", "-L", label, "-f", "/dev/null", ...args],
      env,
      clearEnv: true,
      stdin: "piped",
      stdout: "null",
      stderr: "piped",
    }).spawn();
    const writer = child.stdin.getWriter();
    if (stdin !== undefined) await writer.write(new TextEncoder().encode(stdin));
    await writer.close();
    const { code, stderr } = await child.output();
    if (code !== 0) throw new Error(`tmux ${args[0]}: ${new TextDecoder().decode(stderr)}`);
  };
  const end = async () => {
    await tmux(["kill-server"]).catch(() => {});
    await Deno.remove(directory, { recursive: true });
  };
  try {
    const roots: string[] = [];
    for (let index = 0; index < repositories; index++) {
      const main = `${directory}/work/repo-${index}`;
      await makeGit(main);
      roots.push(index % 2 === 0 ? main : await makeWorktree(main, `${main}.worktrees/fox`));
    }
    for (const root of roots) await makeChange(root);
    await tmux(["new-session", "-d", "-x", "200", "-y", "50", "-c", roots[0]!, "sleep 86400"]);
    const lines: string[] = [];
    for (let pane = 1; pane < panes; pane++) {
      const root = roots[pane % roots.length];
      lines.push(`new-window -d -n 'agent ${pane}' -c '${root}' 'exec sleep 86400'`);
    }
    const state = `active:${Math.floor(Date.now() / 1000)}:4242`;
    for (let pane = 0; pane < panes; pane++) {
      lines.push(`set-option -p -t '%${pane}' @rk_pane_agent_state '${state}'`);
    }
    await tmux(["source-file", "-"], `${lines.join("\n")}\n`);
  } catch (error) {
    await end();
    throw error;
  }
  return { label, env, end };
}

async function makeGit(main: string): Promise<void> {
  await Deno.mkdir(`${main}/.git/refs`, { recursive: true });
  await Deno.writeTextFile(`${main}/.git/HEAD`, "ref: refs/heads/main\n");
}

async function makeWorktree(main: string, at: string): Promise<string> {
  const gitDir = `${main}/.git/worktrees/fox`;
  await Deno.mkdir(gitDir, { recursive: true });
  await Deno.mkdir(at, { recursive: true });
  await Deno.writeTextFile(`${at}/.git`, `gitdir: ${gitDir}\n`);
  await Deno.writeTextFile(`${gitDir}/commondir`, "../..\n");
  await Deno.writeTextFile(`${gitDir}/HEAD`, "ref: refs/heads/fox\n");
  return at;
}

async function makeChange(root: string): Promise<void> {
  const folder = "fab/changes/260704-ab12-add-login";
  await Deno.mkdir(`${root}/${folder}`, { recursive: true });
  await Deno.writeTextFile(`${root}/${folder}/.status.yaml`, STATUS);
  await Deno.symlink(`${folder}/.status.yaml`, `${root}/.fab-status.yaml`);
}
