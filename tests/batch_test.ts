/**
 * `fab batch new` and `fab batch switch`, whole program, on real repositories and tmux servers.
 *
 * @module
 */

import { assertEquals, assertStringIncludes } from "@std/assert";
import { quoteWords } from "../lib/core/quote.ts";
import { type ProgramResult, runFab } from "./helpers/program.ts";
import { putRecorder, type Recorder } from "./helpers/recorder.ts";
import { type TmuxServer, withTmux } from "./helpers/tmux_server.ts";

interface Setting {
  readonly server: TmuxServer;
  readonly recorder: Recorder;
  readonly repo: string;
  /** Where worktrees go without `wt`. */
  readonly worktrees: string;
  git(...args: readonly string[]): Promise<string>;
  fab(args: readonly string[]): Promise<ProgramResult>;
  windows(): Promise<readonly string[]>;
}

const BACKLOG = `# Backlog

- [ ] [ab12] add "login" for $HOME; it's due!
- [x] [cd34] done
- [ ] [ef56] second thing
`;

/** @param options.wt the script of a `wt` on `PATH` */
async function withRepo(
  body: (setting: Setting) => Promise<void>,
  options: { readonly wt?: string } = {},
): Promise<void> {
  await withTmux(async (server) => {
    const recorder = await putRecorder(server);
    const base = await Deno.realPath(server.directory);
    const repo = `${base}/my repo`;
    await Deno.mkdir(`${repo}/fab/project`, { recursive: true });
    await Deno.writeTextFile(`${repo}/fab/backlog.md`, BACKLOG);
    await Deno.writeTextFile(
      `${repo}/fab/project/config.yaml`,
      `agent: {session: rec}\nproviders: {rec: {interactive_command: ${recorder.program}}}\n`,
    );
    const bin = `${base}/bin`;
    await Deno.mkdir(bin);
    if (options.wt !== undefined) {
      await Deno.writeTextFile(`${bin}/wt`, options.wt);
      await Deno.chmod(`${bin}/wt`, 0o755);
    }
    const env = {
      ...server.env,
      PATH: `${bin}:${server.env.PATH}`,
      GIT_CONFIG_NOSYSTEM: "1",
      GIT_AUTHOR_NAME: "t",
      GIT_AUTHOR_EMAIL: "t@example.org",
      GIT_COMMITTER_NAME: "t",
      GIT_COMMITTER_EMAIL: "t@example.org",
    };
    const setting: Setting = {
      ...{ server, recorder, repo, worktrees: `${repo}.worktrees` },
      async git(...args) {
        const output = await new Deno.Command("git", {
          args: ["-C", repo, ...args],
          env,
          clearEnv: true,
        }).output();
        const text = new TextDecoder().decode(output.stdout);
        if (output.code !== 0) throw new Error(new TextDecoder().decode(output.stderr));
        return text.trim();
      },
      fab: (args) => runFab([...args, "-L", server.label], { cwd: repo, env }),
      async windows() {
        const text = await server.tmux("list-windows", "-a", "-F", "#{window_name}");
        return text.trim().split("\n").slice(1);
      },
    };
    await setting.git("init", "-q", "-b", "main");
    await setting.git("add", ".");
    await setting.git("commit", "-q", "-m", "first");
    await body(setting);
  });
}

Deno.test("batch new: a worktree, a window and a prompt for each item", () =>
  withRepo(async ({ fab, git, recorder, repo, server, windows, worktrees }) => {
    const list = await fab(["batch", "new", "--list"]);
    assertEquals(list, {
      code: 0,
      stdout: `ab12  add "login" for $HOME; it's due!\nef56  second thing\n`,
      stderr: "",
    });
    const result = await fab(["batch", "new", "--all"]);
    assertEquals(result, {
      code: 0,
      stdout: `ab12: spawned pane %1 (window @1) in ${worktrees}/fab-ab12\n` +
        `ef56: spawned pane %2 (window @2) in ${worktrees}/fab-ef56\n`,
      stderr: "",
    });
    const starts = await recorder.until(2);
    assertEquals(starts.map(({ cwd, args }) => [cwd, ...args]).sort(), [
      [`${worktrees}/fab-ab12`, `/fab-new add "login" for $HOME; it's due!`],
      [`${worktrees}/fab-ef56`, "/fab-new second thing"],
    ]);
    assertEquals(await windows(), ["fab-ab12", "fab-ef56"]);
    assertEquals(await git("branch", "--format=%(refname:short)"), "fab-ab12\nfab-ef56\nmain");
    assertEquals(await Deno.readTextFile(`${repo}/fab/backlog.md`), BACKLOG);
    // Again: nothing is opened twice.
    const again = await fab(["batch", "new", "ab12", "--json"]);
    assertEquals([again.code, again.stderr], [0, ""]);
    assertEquals(JSON.parse(again.stdout), [{
      ...{ id: "ab12", action: "open already", pane: "%1", window_id: "@1" },
      ...{ worktree: null, command: null, server: server.label, error: null },
    }]);
    // A window that was closed: its worktree is taken up again.
    await server.tmux("kill-window", "-t", "@1");
    const reopened = await fab(["batch", "new", "ab12"]);
    assertStringIncludes(reopened.stdout, `in ${worktrees}/fab-ab12\n`);
  }));

Deno.test("batch: one failing item is reported, the others go on, exit 1 at the end", () =>
  withRepo(async ({ fab, windows, worktrees }) => {
    await Deno.mkdir(`${worktrees}/fab-ab12`, { recursive: true });
    await Deno.writeTextFile(`${worktrees}/fab-ab12/in-the-way`, "");
    const result = await fab(["batch", "new", "ab12", "zz99", "cd34", "ef56"]);
    assertEquals(
      [result.code, result.stdout],
      [1, `ef56: spawned pane %1 (window @1) in ${worktrees}/fab-ef56\n`],
    );
    const lines = result.stderr.trim().split("\n");
    assertEquals(lines.length, 3, result.stderr);
    assertStringIncludes(lines[0] ?? "", "fab: ab12: git worktree add: ");
    assertStringIncludes(lines[0] ?? "", "already exists");
    assertStringIncludes(lines[1] ?? "", "fab: zz99: no item [zz99] in fab/backlog.md");
    assertStringIncludes(lines[2] ?? "", "fab: cd34: [cd34] is done already");
    assertEquals(await windows(), ["fab-ef56"]);
  }));

Deno.test("batch: an agent that ends at once is its item's failure", () =>
  withRepo(async ({ fab, repo, windows }) => {
    await Deno.writeTextFile(
      `${repo}/fab/project/config.yaml`,
      "agent: {session: bad}\nproviders: {bad: {interactive_command: no-such-agent-here}}\n",
    );
    const result = await fab(["batch", "new", "ab12"]);
    assertEquals([result.code, result.stdout], [1, ""]);
    assertStringIncludes(result.stderr, "fab: ab12: the agent ended at once: no-such-agent-here");
    assertEquals(await windows(), []);
  }));

Deno.test("batch switch: a branch that exists is checked out, else made", () =>
  withRepo(async ({ fab, git, recorder, repo, windows, worktrees }) => {
    const folders = ["260101-ab12-login", "260102-cd34-logout"];
    for (const folder of folders) {
      await Deno.mkdir(`${repo}/fab/changes/${folder}`, { recursive: true });
    }
    await git("branch", folders[0] ?? "");
    const list = await fab(["batch", "switch", "--list"]);
    assertEquals(list.stdout, `ab12  ${folders[0]}\ncd34  ${folders[1]}\n`);
    const result = await fab(["batch", "switch", "ab12", "logout", "nothing"]);
    assertEquals(
      [result.code, result.stdout],
      [
        1,
        `ab12: spawned pane %1 (window @1) in ${worktrees}/${folders[0]}\n` +
        `cd34: spawned pane %2 (window @2) in ${worktrees}/${folders[1]}\n`,
      ],
    );
    assertStringIncludes(result.stderr, 'fab: nothing: no change "nothing"');
    assertEquals(await windows(), ["fab-ab12", "fab-cd34"]);
    const starts = await recorder.until(2);
    assertEquals(starts.map(({ args }) => args.join()).sort(), [
      `/fab-switch ${folders[0]}`,
      `/fab-switch ${folders[1]}`,
    ]);
    for (const folder of folders) {
      assertEquals(await git("-C", `${worktrees}/${folder}`, "branch", "--show-current"), folder);
    }
  }));

Deno.test("batch switch: the worktree that has the change already is taken", () =>
  withRepo(async ({ fab, git, recorder, worktrees }) => {
    const folder = "260901-gh78-fix-it";
    await git("worktree", "add", "-q", "-b", "other", `${worktrees}/other name`);
    const change = `${worktrees}/other name/fab/changes/${folder}`;
    await Deno.mkdir(change, { recursive: true });
    await Deno.writeTextFile(`${change}/.status.yaml`, "progress: {}\n");
    assertEquals((await fab(["batch", "switch", "--list"])).stdout, `gh78  ${folder}\n`);
    const result = await fab(["batch", "switch", "gh78"]);
    assertEquals(result, {
      code: 0,
      stdout: `gh78: spawned pane %1 (window @1) in ${worktrees}/other name\n`,
      stderr: "",
    });
    assertEquals((await recorder.until(1))[0]?.cwd, `${worktrees}/other name`);
  }));

Deno.test("batch new: from a submodule's worktree, and from a bare layout, beside the checkout", () =>
  withRepo(async ({ git, repo, server, recorder }) => {
    const base = repo.slice(0, repo.lastIndexOf("/"));
    const from = async (directory: string) => {
      const { code, stdout, stderr } = await runFab(["batch", "new", "ab12", "-L", server.label], {
        cwd: directory,
        env: { ...server.env, GIT_CONFIG_NOSYSTEM: "1" },
      });
      assertEquals([code, stderr], [0, ""]);
      await server.tmux("kill-window", "-t", "=keeper:fab-ab12");
      return stdout.replace(/^.* in (.*)\n[^]*$/, "$1");
    };
    await git("init", "-q", `${base}/super`);
    const add = ["-c", "protocol.file.allow=always", "submodule", "--quiet", "add", repo, "sub"];
    await git("-C", `${base}/super`, ...add);
    await git("-C", `${base}/super/sub`, "worktree", "add", "-q", `${base}/fix`);
    assertEquals(await from(`${base}/fix`), `${base}/super/sub.worktrees/fab-ab12`);
    await git("clone", "-q", "--bare", repo, `${base}/bare/.bare`);
    await git("-C", `${base}/bare/.bare`, "worktree", "add", "-q", `${base}/bare/main`, "main");
    assertEquals(await from(`${base}/bare/main`), `${base}/bare/fab-ab12`);
    assertEquals((await recorder.until(2)).length, 2);
  }));

Deno.test("batch: worktrees are made by wt where it is installed", () =>
  withRepo(async ({ fab, recorder, server, repo }) => {
    const made = `${await Deno.realPath(server.directory)}/made by wt`;
    const result = await fab(["batch", "new", "ab12"]);
    assertEquals(result.stdout, `ab12: spawned pane %1 (window @1) in ${made}\n`, result.stderr);
    assertEquals((await recorder.until(1))[0]?.cwd, made);
    const [cwd, ...args] = (await Deno.readTextFile(`${made}/called`)).trim().split("\n");
    assertEquals([cwd, args[0], args.at(-1)], [repo, "create", "fab-ab12"]);
    const failed = await fab(["batch", "new", "ef56"]);
    assertEquals([failed.code, failed.stdout], [1, ""]);
    assertEquals(failed.stderr, "fab: ef56: wt create: no room\n");
  }, {
    wt: `#!/bin/sh
case "$*" in *ef56*) echo "no room" >&2; exit 4 ;; esac
made="$(dirname "$PWD")/made by wt"
mkdir "$made"
{ pwd; printf '%s\\n' "$@"; } > "$made/called"
echo "Created worktree"
echo "Path: $made"
`,
  }));

Deno.test("batch --dry-run makes and opens nothing", () =>
  withRepo(async ({ fab, git, recorder, windows, worktrees }) => {
    const result = await fab(["batch", "new", "ef56", "--dry-run"]);
    assertEquals([result.code, result.stderr], [0, ""]);
    const [worktree, command = "", call = "", ...more] = result.stdout.split("\n");
    assertEquals(worktree, `ef56: worktree ${worktrees}/fab-ef56`);
    const line = `trap : INT QUIT; ${recorder.program} '/fab-new second thing'; exec "$SHELL"`;
    assertEquals(command, `command: ${line}`);
    assertEquals(more, [""]);
    const { stdout } = await fab(["batch", "new", "ef56", "--dry-run", "--json"]);
    const [planned] = JSON.parse(stdout);
    assertEquals([planned.action, planned.command], ["planned", line]);
    assertEquals(call, `tmux: ${quoteWords(planned.argv)}`);
    assertEquals(await git("branch", "--format=%(refname:short)"), "main");
    assertEquals(await windows(), []);
  }));

Deno.test("batch: wrong usage, no backlog, no repository", () =>
  withRepo(async ({ fab, repo, server }) => {
    assertEquals((await fab(["batch", "new"])).code, 2);
    assertEquals((await fab(["batch", "new", "--all", "ab12"])).code, 2);
    assertEquals((await fab(["batch", "switch", "--all", "--list"])).code, 2);
    await Deno.remove(`${repo}/fab/backlog.md`);
    const none = await fab(["batch", "new", "--all"]);
    assertEquals([none.code, none.stdout], [1, ""]);
    assertStringIncludes(none.stderr, "no such file; there is no backlog");
    assertEquals((await fab(["batch", "switch", "--all"])).stdout, "No changes.\n");
    const outside = await fab(["batch", "new", "--all", "--repo", server.directory]);
    assertEquals(outside.code, 1);
    assertStringIncludes(outside.stderr, "is not in a git repository");
  }));
