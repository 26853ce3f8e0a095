/**
 * The compiled program is one file that asks nothing of its surroundings: no Deno, no node, no home,
 * no writable directory, no place of its own.
 *
 * @module
 */

import { assert, assertEquals, assertMatch } from "@std/assert";
import { join } from "@std/path";
import config from "../../deno.json" with { type: "json" };
import { withDirectory } from "../helpers/directory.ts";
import { withTmux } from "../helpers/tmux_server.ts";
import { compiledFab } from "./compiled.ts";

const PATH = "/usr/bin:/bin";
const VERSION = { code: 0, stdout: `fab ${config.version}\n`, stderr: "" };

interface Run {
  readonly env?: Readonly<Record<string, string>>;
  readonly cwd?: string;
}

/** Runs a program with the given environment and nothing else. */
async function run(argv: readonly string[], { env = { PATH }, cwd }: Run = {}) {
  const { code, stdout, stderr } = await new Deno.Command(argv[0]!, {
    args: argv.slice(1),
    clearEnv: true,
    env: { ...env },
    stdin: "null",
    ...(cwd === undefined ? {} : { cwd }),
  }).output();
  const decoder = new TextDecoder();
  return { code, stdout: decoder.decode(stdout), stderr: decoder.decode(stderr) };
}

/** A copy that any user may run, wherever the repository is. */
async function withPublicCopy(body: (fab: string, directory: string) => Promise<void>) {
  await withDirectory(async (directory) => {
    await Deno.chmod(directory, 0o755);
    const fab = join(directory, "fab");
    await Deno.copyFile(compiledFab(), fab);
    await Deno.chmod(fab, 0o755);
    await body(fab, directory);
  });
}

/** Words that run a program as an ordinary user: root may write everywhere, so it proves nothing. */
function asNobody(argv: readonly string[]): string[] {
  const drop = ["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups", "--"];
  return Deno.uid() === 0 ? [...drop, ...argv] : [...argv];
}

Deno.test("with an empty environment", async () => {
  assertEquals(await run([compiledFab(), "--version"], { env: {} }), VERSION);
});

Deno.test("with no node, npm or Deno on the search path", async () => {
  await withDirectory(async (empty) => {
    assertEquals(await run([compiledFab(), "--version"], { env: { PATH: empty } }), VERSION);
    const help = await run([compiledFab(), "--help"], { env: { PATH: empty } });
    assertEquals({ code: help.code, stderr: help.stderr }, { code: 0, stderr: "" });
    assertMatch(help.stdout, /^ +pane /m);
  });
});

Deno.test("drives tmux with PATH alone in its environment", async () => {
  await withTmux(async (tmux) => {
    const pane = await tmux.openPane(["sh", "-c", "echo on the screen; exec sleep 600"]);
    await tmux.waitFor(pane, "on the screen");
    const env = { PATH, TMUX_TMPDIR: tmux.env["TMUX_TMPDIR"]! };
    const args = ["pane", "capture", pane, "--raw", "-L", tmux.label];
    const seen = await run([compiledFab(), ...args], { env });
    assertEquals(seen, { code: 0, stdout: "on the screen\n", stderr: "" });
  });
});

Deno.test("with variables of the dynamic loader set", async () => {
  await withTmux(async (tmux) => {
    const pane = await tmux.openPane(["sh", "-c", "echo on the screen; exec sleep 600"]);
    await tmux.waitFor(pane, "on the screen");
    const env = {
      PATH,
      TMUX_TMPDIR: tmux.env["TMUX_TMPDIR"]!,
      LD_LIBRARY_PATH: "/nonexistent",
      DYLD_LIBRARY_PATH: "/nonexistent",
    };
    const capture = ["pane", "capture", pane, "--raw", "-L", tmux.label];
    assertEquals((await run([compiledFab(), ...capture], { env })).stdout, "on the screen\n");
    // It reads /proc as well.
    const tree = await run([compiledFab(), "pane", "process", pane, "-L", tmux.label], { env });
    assertEquals({ code: tree.code, stderr: tree.stderr }, { code: 0, stderr: "" });
    assertMatch(tree.stdout, /sleep/);
  });
});

Deno.test("from any directory: one with odd characters, a read-only one", async () => {
  await withPublicCopy(async (fab, directory) => {
    const odd = join(directory, "a b;c #S 'q' é");
    await Deno.mkdir(odd);
    assertEquals(await run([fab, "--version"], { cwd: odd }), VERSION);
    await Deno.chmod(odd, 0o555);
    assertEquals(await run(asNobody([fab, "--version"]), { cwd: odd }), VERSION);
  });
});

Deno.test("through a symbolic link, a relative path, the search path, under another name", async () => {
  await withPublicCopy(async (fab, directory) => {
    await Deno.symlink(fab, join(directory, "link"));
    await Deno.mkdir(join(directory, "bin"));
    await Deno.symlink("../link", join(directory, "bin/other"));
    assertEquals(await run([join(directory, "bin/other"), "--version"]), VERSION);
    assertEquals(await run(["sh", "-c", "./fab --version"], { cwd: directory }), VERSION);
    const env = { PATH: `${directory}/bin:${PATH}` };
    assertEquals(await run(["sh", "-c", "other --version"], { env, cwd: "/" }), VERSION);
  });
});

Deno.test("as an ordinary user without a home, with a temporary directory that is read-only or missing", async () => {
  await withPublicCopy(async (fab, directory) => {
    const readOnly = join(directory, "read-only");
    await Deno.mkdir(readOnly);
    await Deno.chmod(readOnly, 0o555);
    for (const TMPDIR of [readOnly, "/nonexistent"]) {
      const env = { PATH, TMPDIR };
      assertEquals(await run(asNobody([fab, "--version"]), { env, cwd: "/" }), VERSION);
      const agent = await run(asNobody([fab, "agent", "--provider", "codex", "--print"]), {
        env,
        cwd: "/",
      });
      assertEquals(agent, {
        code: 0,
        stdout: "codex --dangerously-bypass-approvals-and-sandbox\n",
        stderr: "",
      });
    }
  });
});

Deno.test("leaves nothing in the temporary directory or the home", async () => {
  await withDirectory(async (directory) => {
    const env = { PATH, TMPDIR: join(directory, "tmp"), HOME: join(directory, "home") };
    for (const path of [env.TMPDIR, env.HOME]) await Deno.mkdir(path);
    for (const argv of [["--version"], ["--help"], ["agent", "--print"], ["config", "show"]]) {
      const { code, stderr } = await run([compiledFab(), ...argv], { env, cwd: directory });
      assertEquals({ argv, code, stderr }, { argv, code: 0, stderr: "" });
    }
    for (const path of [env.TMPDIR, env.HOME]) assertEquals([...Deno.readDirSync(path)], []);
  });
});

Deno.test("a new process has the same rights and no others: the demo runs as an ordinary user", async () => {
  await withPublicCopy(async (fab, directory) => {
    const own = join(directory, "own");
    await Deno.mkdir(own);
    await Deno.chmod(own, 0o777);
    const env = { PATH, HOME: own, TMPDIR: own, TERM: "xterm" };
    const demo = await run(asNobody([fab, "demo"]), { env, cwd: "/" });
    assertEquals(demo.code, 0, demo.stdout + demo.stderr);
    assert(demo.stdout.includes("equal, byte for byte"), demo.stdout);
    assertEquals([...Deno.readDirSync(own)], []);
  });
});
