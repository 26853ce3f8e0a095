/**
 * `fab spawn` and `fab operator`, whole program, on real tmux servers.
 *
 * @module
 */

import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { type ProgramResult, runFab } from "./helpers/program.ts";
import { putRecorder, type Recorder } from "./helpers/recorder.ts";
import { poll, type TmuxServer, withTmux } from "./helpers/tmux_server.ts";

interface Setting {
  readonly server: TmuxServer;
  readonly recorder: Recorder;
  readonly root: string;
  fab(args: readonly string[], env?: Readonly<Record<string, string>>): Promise<ProgramResult>;
  /** `name current|-` of a session's windows. */
  windows(session: string): Promise<readonly string[]>;
}

async function withSpawn(body: (setting: Setting) => Promise<void>): Promise<void> {
  await withTmux(async (server) => {
    const recorder = await putRecorder(server);
    const root = await Deno.realPath(server.directory) + "/project";
    await Deno.mkdir(`${root}/fab/project`, { recursive: true });
    await Deno.writeTextFile(
      `${root}/fab/project/config.yaml`,
      `agent: {session: rec, workers: rec}\nproviders:\n  rec:\n` +
        `    interactive_command: ${recorder.program} -m {model}\n` +
        `    profiles: {default: {model: dm}, operator: {model: om}, review: {model: rm}}\n`,
    );
    // Named by hand: a name that follows the program is another one while the program starts.
    await server.tmux("rename-window", "-t", "=keeper:", "sleep");
    await body({
      ...{ server, recorder, root },
      fab: (args, env = {}) => runFab(args, { cwd: root, env: { ...server.env, ...env } }),
      async windows(session) {
        const format = "#{window_name} #{?window_active,current,-}";
        const text = await server.tmux("list-windows", "-t", `=${session}:`, "-F", format);
        return text.trim().split("\n");
      },
    });
  });
}

/** The environment of a program in this pane. */
async function insideOf(server: TmuxServer, pane: string) {
  const format = "#{socket_path},#{pid},0";
  const text = await server.tmux("display-message", "-p", "-t", pane, format);
  return { TMUX: text.trim(), TMUX_PANE: pane };
}

Deno.test("spawn opens a named window in the background and says which", () =>
  withSpawn(async ({ server, recorder, root, fab, windows }) => {
    const result = await fab([
      "spawn",
      "-L",
      server.label,
      "--prompt",
      "/go it's on",
      "--",
      "-x y",
    ]);
    assertEquals(result, {
      code: 0,
      stdout: `spawned pane %1 (window @1)\nserver: ${server.label}\n`,
      stderr: "",
    });
    assertEquals(await recorder.until(1), [{
      cwd: root,
      workers: "",
      args: ["-m", "dm", "-x y", "/go it's on"],
    }]);
    assertEquals(await windows("keeper"), ["sleep current", "rec -"]);
  }));

Deno.test("spawn: role, name, directory, workers, focus, --json", () =>
  withSpawn(async ({ server, recorder, root, fab, windows }) => {
    await Deno.mkdir(`${root}/sub`);
    const line = ["spawn", "review", "-L", server.label, "-n", "my window", "-c", "sub"];
    const result = await fab([...line, "--workers", "codex", "--focus", "--json"]);
    assertEquals([result.code, result.stderr], [0, ""]);
    assertEquals(JSON.parse(result.stdout), {
      pane: "%1",
      window_id: "@1",
      command: "trap : INT QUIT; " +
        `FAB_AGENT_WORKERS='codex' ${recorder.program} -m rm; exec "$SHELL"`,
      server: server.label,
    });
    const [start] = await recorder.until(1);
    assertEquals(start, { cwd: `${root}/sub`, workers: "codex", args: ["-m", "rm"] });
    assertEquals(await windows("keeper"), ["sleep -", "my window current"]);
  }));

Deno.test("spawn opens in the caller's own session, or in the one of -t", () =>
  withSpawn(async ({ server, recorder, fab, windows }) => {
    await server.tmux("new-session", "-d", "-s", "work", "-n", "sleep", "sleep", "1000");
    await server.tmux("new-session", "-d", "-s", "workbench", "-n", "sleep", "sleep", "1000");
    const pane = await server.tmux("display-message", "-p", "-t", "=work:", "#{pane_id}");
    const inside = await insideOf(server, pane.trim());
    assertEquals((await fab(["spawn", "-n", "own"], inside)).stderr, "");
    assertEquals((await fab(["spawn", "-n", "there", "-t", "keeper:"], inside)).stderr, "");
    assertEquals((await fab(["spawn", "-n", "bench", "-t", "workbench"], inside)).stderr, "");
    await recorder.until(3);
    assertEquals(await windows("work"), ["sleep current", "own -"]);
    assertEquals(await windows("keeper"), ["sleep current", "there -"]);
    assertEquals(await windows("workbench"), ["sleep current", "bench -"]);
    const missing = await fab(["spawn", "-t", "wor:"], inside);
    assertEquals([missing.code, missing.stdout], [3, ""]);
    assertStringIncludes(missing.stderr, "fab: ");
    assertStringIncludes(
      missing.stderr,
      "can't find session: wor (there are: keeper, work, workbench)",
    );
    const glob = await fab(["spawn", "-t", "w*", "--dry-run"], inside);
    assertEquals([glob.code, glob.stdout], [3, ""]);
  }));

Deno.test("spawn: an agent that ends at once is a failure with its last words", () =>
  withSpawn(async ({ server, root, fab, windows }) => {
    const lines: readonly (readonly [string, string])[] = [
      ["no-such-agent-here", "no-such-agent-here"],
      ["sh -c 'echo not logged in; exit 3'", "not logged in"],
      ["exec sh -c 'echo gone entirely'", ""],
    ];
    for (const [line, said] of lines) {
      const config = `${root}/fab/project/config.yaml`;
      await Deno.writeTextFile(
        config,
        `agent: {session: bad}\nproviders:\n  bad:\n    interactive_command: ${
          JSON.stringify(line)
        }\n`,
      );
      for (const verb of ["spawn", "operator"]) {
        const result = await fab([verb, "-L", server.label]);
        assertEquals([result.code, result.stdout], [1, ""], result.stderr);
        assertStringIncludes(result.stderr, `fab: the agent ended at once: ${line}\n`);
        assertStringIncludes(result.stderr, said);
      }
    }
    assertEquals(await windows("keeper"), ["sleep current"]);
  }));

Deno.test("spawn --dry-run prints the line and the exact call, and opens nothing", () =>
  withSpawn(async ({ server, recorder, root, fab, windows }) => {
    const line = ["spawn", "-L", server.label, "-n", "a b", "--prompt", "it's", "--dry-run"];
    const command = `trap : INT QUIT; ${recorder.program} -m dm 'it'\\''s'; exec "$SHELL"`;
    const plain = await fab(line);
    const [first, second] = plain.stdout.split("\n");
    assertEquals([plain.code, plain.stderr, first], [0, "", `command: ${command}`]);
    const argv: readonly string[] = JSON.parse((await fab([...line, "--json"])).stdout).argv;
    assertEquals(argv, [
      ...["tmux", "-u", "-L", server.label, "new-window", "-d", "-P", "-F"],
      ...["#{pane_id} #{window_id} #{pane_start_path}", "-t", "$0:", "-n", "a b", "-c", root],
      ...["--", command],
    ]);
    assertEquals(await windows("keeper"), ["sleep current"]);
    // What is printed can be pasted: it does what the command would have done.
    const pasted = second?.replace(/^tmux: tmux /, "tmux -f /dev/null ") ?? "";
    const run = await new Deno.Command("/bin/sh", { args: ["-c", pasted], env: { ...server.env } })
      .output();
    assertEquals(run.code, 0, new TextDecoder().decode(run.stderr));
    assertEquals((await recorder.until(1))[0]?.args, ["-m", "dm", "it's"]);
  }));

Deno.test("spawn: wrong usage and failures are one line, and open nothing", () =>
  withSpawn(async ({ server, root, fab, windows }) => {
    const cases: readonly (readonly [readonly string[], number, string])[] = [
      [["-c", "nowhere"], 1, `${root}/nowhere: not a directory; nothing was opened`],
      [["-c", ""], 1, '"": not a directory'],
      [["-c", "fab/project/config.yaml"], 1, "not a directory"],
      [["--provider", "bogus"], 1, 'unknown provider "bogus"'],
      [["bogus"], 2, 'unknown role or stage "bogus"'],
      [["--prompt", ""], 2, "--prompt is empty"],
      [["-n", ""], 2, "--name is empty"],
      [["-t", ""], 2, "--target is empty"],
      [["--bogus"], 2, "unknown flag --bogus"],
    ];
    for (const [args, code, message] of cases) {
      const result = await fab(["spawn", "-L", server.label, ...args]);
      assertEquals([result.code, result.stdout], [code, ""], `${args}: ${result.stderr}`);
      assertStringIncludes(result.stderr, message);
      assertEquals(result.stderr.split("\n").length, 2, result.stderr);
    }
    assertEquals(await windows("keeper"), ["sleep current"]);
    const none = await fab(["spawn", "-L", `${server.label}-none`]);
    assertEquals([none.code, none.stdout], [3, ""]);
    assertStringIncludes(none.stderr, "no tmux server");
  }));

Deno.test("operator: one window of a session, opened once and selected after", () =>
  withSpawn(async ({ server, recorder, fab, windows }) => {
    const line = ["operator", "-L", server.label];
    const first = await fab(line);
    assertEquals([first.code, first.stderr], [0, ""]);
    assertStringIncludes(first.stdout, "spawned pane %1 (window @1)\n");
    assertEquals((await recorder.until(1))[0]?.args, ["-m", "om", "/fab-operator"]);
    assertEquals(await windows("keeper"), ["sleep -", "operator current"]);
    await server.tmux("select-window", "-t", "=keeper:sleep");
    const second = await fab(line);
    assertStringIncludes(second.stdout, "selected pane %1 (window @1)\n");
    assertEquals(await windows("keeper"), ["sleep -", "operator current"]);
    assertEquals(JSON.parse((await fab([...line, "--json"])).stdout), {
      pane: "%1",
      window_id: "@1",
      command: null,
      server: server.label,
      action: "selected",
    });
    await server.tmux("new-session", "-d", "-s", "other", "sleep", "1000");
    assertStringIncludes((await fab([...line, "-t", "other:"])).stdout, "spawned pane");
    assertEquals(await windows("other"), ["sleep -", "operator current"]);
  }));

Deno.test("operator: a window that holds a bare shell is started anew, one at work is not", () =>
  withSpawn(async ({ server, recorder, fab, windows }) => {
    const line = ["operator", "-L", server.label];
    const env = { SHELL: "/bin/sh" };
    await server.tmux("set-option", "-g", "default-shell", "/bin/sh");
    await server.tmux("set-environment", "-g", "SHELL", "/bin/sh");
    assertStringIncludes((await fab(line, env)).stdout, "spawned pane %1");
    await recorder.until(1);
    const shown = (text: string) =>
      poll(
        async () => (await server.tmux("capture-pane", "-p", "-t", "%1")).includes(text) || null,
        { failure: () => Promise.resolve(`never shown: ${text}`) },
      );
    await server.tmux("send-keys", "-t", "%1", "bye", "Enter");
    await shown("agent goes");
    await server.tmux("send-keys", "-t", "%1", "echo up-$((1+1)); sleep 1000", "Enter");
    await shown("up-2");
    assertStringIncludes((await fab(line, env)).stdout, "selected pane %1");
    await server.tmux("send-keys", "-t", "%1", "C-c");
    const anew = await poll(async () => {
      const result = await fab(line, env);
      return result.stdout.includes("spawned pane %2") ? result : null;
    }, { failure: () => Promise.resolve("the bare shell stayed") });
    assertEquals([anew.code, anew.stderr], [0, ""]);
    assertEquals(await windows("keeper"), ["sleep -", "operator current"]);
  }));

Deno.test("operator: two callers at once leave one window", () =>
  withSpawn(async ({ server, fab, windows }) => {
    const results = await Promise.all([1, 2, 3].map(() => fab(["operator", "-L", server.label])));
    assert(results.every(({ code }) => code === 0), JSON.stringify(results));
    const names = (await windows("keeper")).filter((row) => row.startsWith("operator"));
    assertEquals(names.length, 1);
  }));

Deno.test("an agent that is started by another one does not inherit what marks its children", () =>
  withSpawn(async ({ server, root, fab, recorder }) => {
    const marks = { CLAUDECODE: "1", CODEX_CI: "1", KEPT: "yes" };
    const config = (row: string) =>
      Deno.writeTextFile(
        `${root}/fab/project/config.yaml`,
        `agent: {session: child, workers: child}\nproviders:\n  child:\n` +
          `    interactive_command: ${root}/child\n    headless_command: ${root}/child\n${row}`,
      );
    await Deno.writeTextFile(
      `${root}/child`,
      `#!/bin/sh\n${recorder.program} "$CLAUDECODE" "$CODEX_CI" "$KEPT" </dev/null\nexec sleep 60\n`,
      { mode: 0o755 },
    );
    await config("    not_inherited: CLAUDECODE NO_SUCH\n");
    for (const [name, value] of Object.entries(marks)) {
      await server.tmux("set-environment", name === "KEPT" ? "-t=keeper:" : "-g", name, value);
    }
    const open = ["pane", "open", "--provider", "child", "-L", server.label];
    const lines = [["spawn", "-L", server.label], ["operator", "-L", server.label], open];
    for (const [index, line] of lines.entries()) {
      const result = await fab(line);
      assertEquals([result.code, result.stderr], [0, ""]);
      const { args = [] } = (await recorder.until(index + 1)).at(-1) ?? {};
      assertEquals(args.slice(0, 3), ["", "1", "yes"], line[0]);
    }
    const doctor = await fab(["doctor", "-L", server.label]);
    assertStringIncludes(doctor.stdout, "the server passes CLAUDECODE");
    // Overridable, and nothing is in the line that need not be.
    await config("    not_inherited: none\n");
    await fab(open);
    const { args = [] } = (await recorder.until(4)).at(-1) ?? {};
    assertEquals(args.slice(0, 3), ["1", "1", "yes"]);
    await config("    not_inherited: NO_SUCH\n");
    const { stdout } = await fab(["spawn", "-L", server.label, "--dry-run"]);
    assertStringIncludes(stdout, `command: trap : INT QUIT; ${root}/child; exec "$SHELL"\n`);
    // In this terminal.
    await config("    not_inherited: CODEX_CI\n");
    await Deno.writeTextFile(`${root}/child`, `#!/bin/sh\necho "[$CLAUDECODE$CODEX_CI]"\n`);
    assertEquals((await fab(["agent"], marks)).stdout, "[1]\n");
  }));
