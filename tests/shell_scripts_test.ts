/**
 * Scripts for `sh` are POSIX: shellcheck finds nothing in them, and dash, bash in POSIX mode and
 * busybox read them and do the same with them.
 *
 * @module
 */

import { assertEquals } from "@std/assert";
import { join } from "@std/path";
import { launchArgv, membersArgv } from "../lib/dispatch/worker/scripts.ts";
import { foregroundOf } from "../lib/look/foreground.ts";
import { paneProcesses } from "../lib/look/process.ts";
import { createEnv } from "../lib/proc/env.ts";
import { createExec } from "../lib/proc/exec.ts";
import type { Exec } from "../lib/ports.ts";
import { createTmux } from "../lib/tmux/tmux.ts";
import { ROOT, withDirectory } from "./helpers/directory.ts";
import { NO_SIGNALS } from "./helpers/real_context.ts";
import { poll, withTmux } from "./helpers/tmux_server.ts";

const SHELLS: readonly (readonly string[])[] = [["dash"], ["bash", "--posix"], ["busybox", "sh"]];
const decoder = new TextDecoder();

async function scripts(): Promise<string[]> {
  const found = [".ci/run", "tests/real/run.sh"];
  for (const folder of ["scripts", "tests/mac/bin"]) {
    for await (const { name, isFile } of Deno.readDir(join(ROOT, folder))) {
      if (isFile && !name.endsWith(".ts")) found.push(`${folder}/${name}`);
    }
  }
  return found.sort();
}

async function run(argv: readonly string[]): Promise<{ code: number; output: string }> {
  const { code, stdout, stderr } = await new Deno.Command(argv[0]!, {
    args: argv.slice(1),
    cwd: ROOT,
    stdin: "null",
  }).output();
  return { code, output: decoder.decode(stdout) + decoder.decode(stderr) };
}

Deno.test("shellcheck finds nothing in any script", async () => {
  const checked = await run(["shellcheck", "--shell=sh", ...await scripts()]);
  assertEquals(checked, { code: 0, output: "" });
});

for (const shell of SHELLS) {
  Deno.test(`${shell.join(" ")} reads every script`, async () => {
    for (const script of await scripts()) {
      assertEquals(await run([...shell, "-n", script]), { code: 0, output: "" }, script);
    }
  });
}

/** The real door, with another shell where `sh` is asked for. */
function execBy(shell: readonly string[], env: Readonly<Record<string, string>> = {}): Exec {
  const exec = createExec({ signals: NO_SIGNALS });
  const by = (argv: readonly string[]) =>
    /^(\/bin\/)?sh$/.test(argv[0] ?? "") ? [...shell, ...argv.slice(1)] : argv;
  return { ...exec, run: (argv, options) => exec.run(by(argv), { ...options, env }) };
}

Deno.test("what has a terminal, and what runs in a pane, is the same by each shell", async () => {
  await withTmux(async (server) => {
    const id = await server.openPane(["sh", "-c", "sleep 1000; :"]);
    const tmux = createTmux(execBy(["sh"], server.env), server.label);
    const { fields } = await tmux.pane(id, ["pane_pid", "pane_tty"]);
    const pane = { panePid: Number(fields.pane_pid), paneTty: fields.pane_tty };
    for (const shell of SHELLS) {
      const context = { exec: execBy(shell), env: createEnv() };
      const facts = await poll(async () => {
        const seen = await foregroundOf(context, pane);
        return seen.processes.length === 2 ? seen : null;
      }, { failure: () => server.screens() });
      assertEquals(facts.tty, { icanon: true, echo: true }, shell.join(" "));
      const agents = new Set(["sleep"]);
      const { tree, hasAgent } = await paneProcesses(context, tmux, { pane: id, agents });
      assertEquals([tree?.children.map(({ comm }) => comm), hasAgent], [["sleep"], true]);
    }
  });
});

Deno.test("a worker is launched, and its group is told, by each shell", async () => {
  for (const shell of SHELLS) {
    await withDirectory(async (directory) => {
      const path = (name: string) => join(directory, name);
      await Deno.writeTextFile(path("prompt"), "the prompt\n");
      const command = 'cat; echo "$PPID"; exit 7';
      const argv = launchArgv({
        exit: path("exit"),
        log: path("log"),
        prompt: path("prompt"),
        timeout: null,
        command,
      });
      const child = new Deno.Command(shell[0]!, {
        args: [...shell.slice(1), ...argv.slice(1)],
        stdin: "piped",
        stdout: "piped",
      }).spawn();
      const writer = child.stdin.getWriter();
      await writer.write(new TextEncoder().encode("go\n"));
      await writer.close();
      const { stdout } = await child.output();
      const pid = decoder.decode(stdout).trim();
      const code = await poll(() => Deno.readTextFile(path("exit")).catch(() => null), {
        failure: () => Promise.resolve("no exit file"),
      });
      assertEquals(code, "7\n", shell.join(" "));
      assertEquals(await Deno.readTextFile(path("log")), `the prompt\n${pid}\n`);
      for (const os of ["linux", "darwin"] as const) {
        const members = membersArgv(Number(pid), { mark: "", os });
        // The shell that wrote the exit file ends a moment later.
        await poll(async () => {
          const { code, stdout } = await execBy(shell).run(members);
          return code === 0 && stdout === "" ? true : null;
        }, { failure: () => Promise.resolve(`${shell.join(" ")}, ${os}: it is not gone`) });
      }
    });
  }
});
