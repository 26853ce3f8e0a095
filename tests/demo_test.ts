import { assert, assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { allEnded } from "./helpers/all.ts";
import { withDirectory } from "./helpers/directory.ts";
import { programArgv, programEnv, runFab, shellFab } from "./helpers/program.ts";
import { poll, startTmux } from "./helpers/tmux_server.ts";

/** The command lines of all processes in which a directory is named: the demo's own, each. */
async function processesOf(directory: string): Promise<string[]> {
  const found: string[] = [];
  for await (const { name } of Deno.readDir("/proc")) {
    if (!/^[0-9]+$/.test(name)) continue;
    const line = await Deno.readTextFile(`/proc/${name}/cmdline`).catch(() => "");
    if (line.includes(`${directory}/fab-demo-`)) found.push(line.replaceAll("\0", " "));
  }
  return found;
}

/** What a demo left in its temporary directory, and running. */
async function leftovers(directory: string): Promise<string[]> {
  const names = [...Deno.readDirSync(directory)].map(({ name }) => name)
    .filter((name) => name.startsWith("fab-demo-"));
  return [...names, ...await processesOf(directory)];
}

/** What differs from run to run, replaced. */
function steady(stdout: string): string {
  return stdout
    .replaceAll(/^ {2}ready +\d+ ms {2}booting\n/gm, "")
    .replaceAll(/ +\d+ ms {2}/g, " N ms ")
    .replace(/tmux [^ ,]+, a/, "tmux V, a")
    .replace(/-L fab-demo-\d+/, "-L LABEL")
    .replace(/in \/\S+\/fab-demo-\w+/, "in DIRECTORY")
    .replace(/in [\d.]+ s\n$/, "in T s\n");
}

const PROMPT = `-- Tell me what you received. Nothing in here is a key or a command:
Enter C-c "double" 'single' \`back\` $HOME \\n #{pane_id} #(date)
世界 naïve 👋 and the last line ends in a semicolon;`;

/** All that the demo prints, once {@linkcode steady}. */
async function expected(): Promise<string> {
  const bytes = new TextEncoder().encode(PROMPT);
  const hash = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
  const sha256 = [...hash].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  const title = "    fab demo agent: a stand-in that answers with what it was given";
  const indented = (text: string, by: string) => text.replaceAll(/^/gm, by);
  return `fab demo: an agent in a tmux server of its own, driven by the pane commands

  server N ms tmux V, a server of its own: tmux -L LABEL, in DIRECTORY
  open N ms pane %1 runs the built-in demo agent
  ready N ms parked, agent state waiting; it shows
${title}

    Do you trust the files in this folder?

    ❯ Yes, go on (Enter)
  Enter N ms pressed by this demo at that wall; fab never answers a dialog
  ready N ms ready, agent state idle
  deliver N ms delivered: ${bytes.length} bytes in 3 lines, attempt 1
${indented(PROMPT, "    ")}
  proof N ms the agent's file of what it received is equal, byte for byte
  await N ms idle: the agent's turn is over
  capture N ms its answer, with the same size and hash, is on its screen
${title}

${indented(PROMPT, "      ").replace("      --", "    › --")}
    ● I have ${bytes.length} bytes in 3 lines.
      sha256 ${sha256}
    ╭──────────────────────────────────────────────────────────────────────────╮
    │ >                                                                        │
    ╰──────────────────────────────────────────────────────────────────────────╯
  again N ms already delivered: the same --id types nothing
  close N ms the server, the agent and the directory are gone

all proven in T s
`;
}

Deno.test("the demo proves each step, leaves nothing, and touches no other server", async () => {
  const server = await startTmux();
  try {
    const state = () =>
      server.tmux("list-panes", "-a", "-F", "#{pane_id} #{pane_pid}", ";", "list-buffers");
    const before = await state();
    const socket = (await server.tmux("display-message", "-p", "#{socket_path},#{pid},0")).trim();
    const { code, stdout, stderr } = await runFab(["demo"], {
      env: { ...server.env, TMUX: socket, TMUX_PANE: "%0", FAB_DEBUG: undefined },
      cwd: "/",
    });
    assertEquals([code, steady(stdout), stderr], [0, await expected(), ""]);
    assertEquals(await leftovers(server.directory), []);
    assertEquals(await state(), before);
  } finally {
    await server.stop();
  }
});

/** Starts a demo, and sends it a signal when its output holds a text. */
async function interrupted(directory: string, when: RegExp, signal: Deno.Signal) {
  const [program = "", ...args] = programArgv();
  const child = new Deno.Command(program, {
    args: [...args, "demo"],
    clearEnv: true,
    env: programEnv({ TMPDIR: directory }),
    stdin: "null",
    stdout: "piped",
    stderr: "piped",
  }).spawn();
  const errors = new Response(child.stderr).text();
  const decoder = new TextDecoder();
  let stdout = "";
  let sent = false;
  for await (const chunk of child.stdout) {
    stdout += decoder.decode(chunk, { stream: true });
    if (sent || !when.test(stdout)) continue;
    child.kill(signal);
    sent = true;
  }
  const { code } = await child.status;
  return { code, stdout, stderr: await errors };
}

Deno.test("a signal in the middle ends it with its code, and leaves nothing", async () => {
  const cases: [RegExp, Deno.Signal, number][] = [
    [/ server /, "SIGINT", 130],
    [/ open /, "SIGINT", 130],
    [/ ready .* ready,/, "SIGINT", 130],
    [/ proof /, "SIGTERM", 143],
  ];
  await allEnded(cases.map(([when, signal, code]) =>
    withDirectory(async (directory) => {
      const end = await interrupted(directory, when, signal);
      assertEquals(end.code, code, `${when}: ${JSON.stringify(end)}`);
      assert(!end.stdout.includes("all proven"), end.stdout);
      // A delivery that was cut short says what it did with the text.
      assertMatch(end.stderr, /^(fab: interrupted at pane %1: .*\n)?$/);
      assertEquals(await leftovers(directory), [], String(when));
    })
  ));
});

Deno.test("killed outright, its server sees to it that nothing stays", async () => {
  await withDirectory(async (directory) => {
    await interrupted(directory, / open /, "SIGKILL");
    await poll(async () => (await leftovers(directory)).length === 0 ? true : null, {
      failure: async () => `left: ${(await leftovers(directory)).join("\n")}`,
    });
  });
});

/**
 * Gives a test a `tmux` in front of the real one, which `$tmux` is, and checks that nothing stays.
 *
 * @param patterns branches of a `case` over all its arguments
 */
async function withTmux(patterns: string, body: (env: Record<string, string>) => Promise<void>) {
  await withDirectory(async (directory) => {
    const { stdout } = await new Deno.Command("sh", { args: ["-c", "command -v tmux"] }).output();
    const tmux = new TextDecoder().decode(stdout).trim();
    await Deno.mkdir(`${directory}/bin`);
    await Deno.writeTextFile(
      `${directory}/bin/tmux`,
      `#!/bin/sh\ntmux=${tmux}\ncase " $* " in\n${patterns}\nesac\nexec "$tmux" "$@"\n`,
      { mode: 0o755 },
    );
    await body({ TMPDIR: directory, PATH: `${directory}/bin:${Deno.env.get("PATH")}` });
    assertEquals(await leftovers(directory), []);
  });
}

Deno.test("a step that fails ends it with one line, and leaves nothing", async () => {
  await withTmux(`*" new-window "*) echo 'no space for new window' >&2; exit 1 ;;`, async (env) => {
    const { code, stdout, stderr } = await runFab(["demo"], { env });
    assertEquals(code, 3, stderr);
    assertMatch(stderr, /^fab: tmux: no space for new window \(server fab-demo-\d+\)\n$/);
    assert(!stdout.includes("all proven"), stdout);
  });
});

Deno.test("its proof is one: a blank at a line's end, which no screen shows, is found out", async () => {
  const patterns = `*" load-buffer "*) sed '1s/$/ /' | "$tmux" "$@"; exit ;;`;
  await withTmux(patterns, async (env) => {
    const { code, stdout, stderr } = await runFab(["demo"], { env });
    assertEquals(code, 1, stderr);
    assertStringIncludes(stderr, "fab: the agent received something else\n");
    assert(!stdout.includes(" proof "), stdout);
  });
});

Deno.test("without tmux: one line and exit 3", async () => {
  await withDirectory(async (directory) => {
    const env = { PATH: directory, TMPDIR: directory };
    assertEquals(await runFab(["demo"], { env }), {
      code: 3,
      stdout: "",
      stderr: "fab: tmux not found on PATH; install tmux 3.2 or later\n",
    });
    assertEquals(await leftovers(directory), []);
  });
});

Deno.test("a reader that leaves early ends it without a word, and nothing stays", async () => {
  await withDirectory(async (directory) => {
    const { code, stdout, stderr } = await shellFab('"$@" | head -n 3', ["demo"], {
      env: { TMPDIR: directory },
    });
    assertEquals([code, stderr], [0, ""]);
    assertMatch(stdout, /^fab demo: .*\n\n {2}server .*\n$/);
    assertEquals(await leftovers(directory), []);
  });
});

Deno.test("the demo's agent does not start outside a pane", async () => {
  const { code, stderr } = await runFab(["__demo-agent", "/tmp"]);
  assertEquals([code, stderr], [1, "fab: the demo's agent needs a tmux pane; run 'fab demo'\n"]);
});
