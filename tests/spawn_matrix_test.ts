/**
 * Nasty values through every stage of a spawn, with each of five shells as tmux's default: composed,
 * quoted, handed to tmux, run by the shell, received by the agent.
 *
 * @module
 */

import { assertEquals } from "@std/assert";
import { composeAgent } from "../lib/agent/compose.ts";
import { openPlanned, planSpawn } from "../lib/agent/spawn.ts";
import { NASTY, SHELLS } from "./helpers/nasty.ts";
import { realContext } from "./helpers/real_context.ts";
import { putRecorder, type Recorder } from "./helpers/recorder.ts";
import { poll, type TmuxServer, withTmux } from "./helpers/tmux_server.ts";

/** A project whose agent is the recorder. */
async function putProject(server: TmuxServer, recorder: Recorder): Promise<string> {
  const root = `${server.directory}/project`;
  await Deno.mkdir(`${root}/fab/project`, { recursive: true });
  await Deno.writeTextFile(
    `${root}/fab/project/config.yaml`,
    `agent: {session: rec}\nproviders: {rec: {interactive_command: "${recorder.program} -m {model} -e '{effort}'"}}\n`,
  );
  return root;
}

for (const shell of SHELLS) {
  Deno.test(`${shell}: model, argument, prompt, name and directory arrive unchanged`, () =>
    withTmux(async (server) => {
      await server.tmux("set-option", "-g", "default-shell", shell);
      const recorder = await putRecorder(server);
      const root = await putProject(server, recorder);
      for (const [index, value] of Object.values(NASTY).entries()) {
        const directory = `${root}/${value}`;
        await Deno.mkdir(directory);
        const context = realContext({ ...server.env, SHELL: shell }, directory);
        const { command } = await composeAgent(context, {
          selector: "default",
          ...{ model: value, effort: value, args: [value] },
        });
        const request = {
          ...{ command, prompt: value, workers: value, name: value, directory },
          ...{ session: "keeper", server: server.label, focus: false },
        };
        const plan = await planSpawn(context, request);
        const { windowId } = await openPlanned(context, request, plan);
        const [start] = (await recorder.until(index + 1)).slice(index);
        const args = ["-m", value, "-e", value, value, value];
        assertEquals(start, { cwd: directory, workers: value, args }, plan.command);
        const name = await server.tmux("display-message", "-p", "-t", windowId, "#{window_name}");
        assertEquals(name, `${value}\n`);
      }
    }));

  Deno.test(`${shell}: takes the pane over when the agent goes, and when it is interrupted`, () =>
    withTmux(async (server) => {
      await server.tmux("set-option", "-g", "default-shell", shell);
      const recorder = await putRecorder(server);
      const root = await putProject(server, recorder);
      const context = realContext({ ...server.env, SHELL: shell }, root);
      const { command } = await composeAgent(context, {});
      const request = {
        ...{ command, workers: "codex", name: "a", directory: root, session: "keeper" },
        ...{ server: server.label, focus: false },
      };
      for (const [index, key] of ["Enter", "C-c"].entries()) {
        const plan = await planSpawn(context, request);
        assertEquals(plan.command.endsWith('; exec "$SHELL"'), true, plan.command);
        const { pane } = await openPlanned(context, request, plan);
        await recorder.until(index + 1);
        await server.waitFor(pane, "agent is up");
        await server.press(pane, key);
        await becomes(server, pane, shell);
        // Typed into the shell, which is in the agent's directory and without its variable.
        await server.type(
          pane,
          `echo "<$FAB_AGENT_WORKERS>" > ${key}; pwd >> ${key}`,
        );
        await server.press(pane, "Enter");
        await poll(async () => {
          const text = await Deno.readTextFile(`${root}/${key}`).catch(() => "");
          return text === `<>\n${root}\n` ? text : null;
        }, { failure: () => server.screens() });
        await server.waitFor(pane, "agent is up");
      }
    }));
}

/** Waits until the pane's own process is this shell, started without arguments. */
async function becomes(server: TmuxServer, pane: string, shell: string): Promise<void> {
  const names = [shell.slice(shell.lastIndexOf("/") + 1), "dash"];
  await poll(async () => {
    const text = await server.tmux("display-message", "-p", "-t", pane, "#{pane_pid}");
    const pid = text.trim();
    const cmdline = await Deno.readTextFile(`/proc/${pid}/cmdline`).catch(() => "");
    const program = cmdline.split("\0")[0]?.replace(/^.*\//, "") ?? "";
    return cmdline.split("\0").length === 2 && names.includes(program) ? true : null;
  }, { failure: () => server.screens() });
}

Deno.test("a default shell that is gone: /bin/sh takes the pane over", () =>
  withTmux(async (server) => {
    const gone = `${server.directory}/gone-sh`;
    await Deno.copyFile("/bin/sh", gone);
    await Deno.chmod(gone, 0o755);
    await server.tmux("set-option", "-g", "default-shell", gone);
    await Deno.remove(gone);
    const recorder = await putRecorder(server);
    const root = await putProject(server, recorder);
    for (const [index, variable] of ([{ SHELL: gone }, {}] as const).entries()) {
      const { SHELL: _, ...env } = server.env;
      const context = realContext({ ...env, ...variable }, root);
      const { command } = await composeAgent(context, {});
      const request = {
        ...{ command, name: "a", directory: root, session: "keeper" },
        ...{ server: server.label, focus: false },
      };
      const { pane } = await openPlanned(context, request, await planSpawn(context, request));
      await recorder.until(index + 1);
      await server.press(pane, "Enter");
      await becomes(server, pane, "/bin/sh");
    }
  }));

Deno.test("a line with $SHELL unset or naming nothing ends in /bin/sh", async () => {
  const { withShellFallback } = await import("../lib/core/agent/shell_fallback.ts");
  for (const shell of [undefined, "", "/nonexistent", "/tmp"]) {
    const output = await new Deno.Command("/bin/sh", {
      args: ["-c", withShellFallback("true", { shellKnown: false }), "sh"],
      clearEnv: true,
      env: { PATH: "/usr/bin:/bin", ...(shell === undefined ? {} : { SHELL: shell }) },
      stdin: "piped",
      stdout: "piped",
    }).spawn();
    const writer = output.stdin.getWriter();
    await writer.write(new TextEncoder().encode('echo "in $SHELL"\n'));
    await writer.close();
    const { code, stdout } = await output.output();
    assertEquals([code, new TextDecoder().decode(stdout)], [0, "in /bin/sh\n"], `${shell}`);
  }
});

Deno.test("a prompt of 100 000 characters arrives, and leaves no file behind", () =>
  withTmux(async (server) => {
    const recorder = await putRecorder(server);
    const root = await putProject(server, recorder);
    const context = realContext(server.env, root);
    const { command } = await composeAgent(context, {});
    const prompt = "it's $HOME \\ ".repeat(8000);
    const request = {
      ...{ command, prompt, name: "a", directory: root, session: "keeper" },
      ...{ server: server.label, focus: false },
    };
    await openPlanned(context, request, await planSpawn(context, request));
    const [start] = await recorder.until(1);
    assertEquals(start?.args.at(-1) === prompt, true);
    const left = [...Deno.readDirSync(server.directory)].map(({ name }) => name);
    assertEquals(left.filter((name) => name.startsWith("fab-spawn")), []);
  }));
