import { assertEquals, assertMatch } from "@std/assert";
import { snapshot, withDirectory } from "./helpers/directory.ts";
import { runFab } from "./helpers/program.ts";

const SETTINGS = ".claude/settings.local.json";
const OURS = '{\r\n\t"hooks": {\r\n\t\t"Stop": [{"matcher": "", "hooks": [' +
  '{"type": "command", "command": "fab hook stop"}, {"type":"command","command":"mine.sh"}' +
  ']}]\r\n\t},\r\n\t"note": "é 🎉"\r\n}';
const CLEAN = '{\r\n\t"hooks": {\r\n\t\t"Stop": [{"matcher": "", "hooks": [' +
  '{"type":"command","command":"mine.sh"}' +
  ']}]\r\n\t},\r\n\t"note": "é 🎉"\r\n}';

async function git(cwd: string, ...args: readonly string[]): Promise<void> {
  const { code, stderr } = await new Deno.Command("git", {
    args: ["-c", "user.name=t", "-c", "user.email=t@t", ...args],
    cwd,
  }).output();
  if (code !== 0) throw new Error(new TextDecoder().decode(stderr));
}

/** A repository with two more worktrees, leftovers in each of the three. */
async function repository(directory: string): Promise<readonly string[]> {
  const roots = ["main", "with space", "third"].map((name) => `${directory}/${name}`);
  await Deno.mkdir(roots[0]!, { recursive: true });
  await git(roots[0]!, "init", "-q");
  await git(roots[0]!, "commit", "-q", "--allow-empty", "-m", "x");
  for (const root of roots.slice(1)) {
    await git(roots[0]!, "worktree", "add", "-q", "--detach", root);
  }
  for (const root of roots) {
    await Deno.mkdir(`${root}/.claude`);
    await Deno.writeTextFile(`${root}/${SETTINGS}`, OURS);
    await Deno.chmod(`${root}/${SETTINGS}`, 0o600);
    await Deno.writeTextFile(`${root}/.fab-runtime.yaml`, "_agents: {}\n");
    await Deno.writeTextFile(`${root}/.fab-runtime.yaml.lock`, "");
  }
  return roots;
}

Deno.test("doctor --fix repairs every worktree from any of them, once", async () => {
  await withDirectory(async (outer) => {
    const directory = `${outer}/r`;
    const roots = await repository(directory);
    const env = { HOME: outer, TMUX_TMPDIR: outer };
    const before = await snapshot(directory);
    const reported = await runFab(["doctor"], { cwd: roots[1]!, env });
    assertEquals(reported.code, 1, reported.stdout + reported.stderr);
    assertEquals(reported.stderr, "");
    assertEquals(await snapshot(directory), before);
    assertEquals(reported.stdout.match(/^fail {2}hooks /gm)?.length, 3, reported.stdout);
    assertEquals(reported.stdout.match(/^warn {2}runtime files /gm)?.length, 6, reported.stdout);

    const repaired = await runFab(["doctor", "--fix", "--json"], { cwd: roots[1]!, env });
    assertEquals([repaired.code, repaired.stderr], [0, ""], repaired.stdout);
    const data = JSON.parse(repaired.stdout);
    assertEquals(data.checks.filter((one: { fixed: boolean }) => one.fixed).length, 9);
    for (const root of roots) {
      assertEquals(await Deno.readTextFile(`${root}/${SETTINGS}`), CLEAN);
      assertEquals((await Deno.stat(`${root}/${SETTINGS}`)).mode! & 0o777, 0o600);
    }

    const after = await snapshot(directory);
    assertEquals(Object.keys(after).filter((path) => path.includes("fab-runtime")), []);
    const written = await Promise.all(
      roots.map(async (root) => (await Deno.stat(`${root}/${SETTINGS}`)).ino),
    );
    const again = await runFab(["doctor", "--fix"], { cwd: roots[0]!, env });
    assertEquals([again.code, again.stderr], [0, ""], again.stdout);
    assertEquals(await snapshot(directory), after);
    // Not even written anew: the files are the same ones.
    assertEquals(
      await Promise.all(roots.map(async (root) => (await Deno.stat(`${root}/${SETTINGS}`)).ino)),
      written,
    );
  });
});

Deno.test("several doctors at once leave whole files", async () => {
  await withDirectory(async (outer) => {
    const directory = `${outer}/r`;
    const roots = await repository(directory);
    const env = { HOME: outer, TMUX_TMPDIR: outer };
    const runs = await Promise.all(roots.map((cwd) => runFab(["doctor", "--fix"], { cwd, env })));
    for (const { stderr } of runs) assertEquals(stderr, "");
    for (const root of roots) {
      assertEquals(await Deno.readTextFile(`${root}/${SETTINGS}`), CLEAN);
      const names = [...Deno.readDirSync(`${root}/.claude`)].map(({ name }) => name);
      assertEquals(names, ["settings.local.json"]);
    }
  });
});

Deno.test("outside a repository, and without tmux, the report still comes", async () => {
  await withDirectory(async (directory) => {
    const result = await runFab(["doctor"], {
      cwd: directory,
      env: { PATH: "/nonexistent", HOME: directory },
    });
    assertEquals([result.code, result.stderr], [1, ""]);
    assertMatch(result.stdout, /^fail {2}tmux .*not found on PATH; install tmux 3\.2 or later$/m);
    assertMatch(
      result.stdout,
      /^ok {4}hooks .* is in no git repository; nothing to look through$/m,
    );
  });
});

Deno.test("a broken configuration is a failure that names the place", async () => {
  await withDirectory(async (directory) => {
    await Deno.mkdir(`${directory}/fab/project`, { recursive: true });
    await Deno.writeTextFile(`${directory}/fab/project/config.yaml`, "agent:\n  session: [1]\n");
    const env = { HOME: directory, TMUX_TMPDIR: directory };
    const result = await runFab(["doctor"], { cwd: directory, env });
    assertEquals(result.code, 1);
    assertMatch(
      result.stdout,
      /^fail {2}config .*fab\/project\/config\.yaml:2:\d+: agent\.session/m,
    );
  });
});

Deno.test("there is no fab hook, and calling one writes nothing", async () => {
  await withDirectory(async (directory) => {
    await repository(directory);
    const before = await snapshot(directory);
    for (
      const args of [
        ["hook"],
        ["hook", "stop"],
        ["hook", "session-start"],
        ["hook", "user-prompt"],
        ["hook", "artifact-write"],
        ["hook", "sync", "--help"],
      ]
    ) {
      const result = await runFab(args, {
        cwd: `${directory}/main`,
        env: { HOME: directory, TMPDIR: directory, TMUX_PANE: "%0" },
        stdin: '{"session_id":"x","hook_event_name":"Stop"}',
      });
      assertEquals(result, {
        code: 2,
        stdout: "",
        stderr: "fab: unknown command \"hook\"; see 'fab --help'\n",
      });
    }
    assertEquals(await snapshot(directory), before);
  });
});
