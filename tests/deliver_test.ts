/**
 * `fab pane deliver` as a whole program: what it prints, what it refuses, what it remembers.
 * Whether texts arrive is the matrix's matter.
 *
 * @module
 */

import { assert, assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { deliverText, fabOn } from "./helpers/pane_program.ts";
import { runFab, shellFab } from "./helpers/program.ts";
import { poll, type SimPane, type TmuxServer, withTmux } from "./helpers/tmux_server.ts";

const SMALL = { columns: 100, rows: 24 };

function onServer(name: string, body: (tmux: TmuxServer) => Promise<void>): void {
  Deno.test(`deliver: ${name}`, () => withTmux(body, SMALL));
}

/** Fails when any byte reached the program. */
async function assertUntouched(sim: SimPane): Promise<void> {
  assertEquals(await sim.raw(), "");
}

onServer("says what it delivered", async (tmux) => {
  const sim = await tmux.openSim("framed");
  const result = await deliverText(tmux, sim.pane, "hello there");
  assertEquals(result, { code: 0, stdout: `delivered ${sim.pane} (text)\n`, stderr: "" });
  assertEquals((await sim.log()).messages, ["hello there"]);
});

onServer("--json has its keys in order", async (tmux) => {
  const sim = await tmux.openSim("framed");
  const result = await deliverText(tmux, sim.pane, "hello", "--json");
  assertEquals([result.code, result.stderr], [0, ""]);
  const json = JSON.parse(result.stdout);
  assertEquals(Object.keys(json), [
    "pane",
    "source",
    "outcome",
    "attempts",
    "elapsed_ms",
    "proof",
    "mark",
  ]);
  assertEquals({ ...json, elapsed_ms: 0, mark: "" }, {
    pane: sim.pane,
    source: "text",
    outcome: "delivered",
    attempts: 1,
    elapsed_ms: 0,
    proof: "whole",
    mark: "",
  });
  const since = ["pane", "capture", sim.pane, "-L", tmux.label, "--since", json.mark];
  const answer = await tmux.waitFor(sim.pane, /hello there|hello/);
  assertMatch((await runFab(since, { env: tmux.env })).stdout, /hello/, answer);
  assert(json.elapsed_ms > 0, result.stdout);
});

onServer("a lock file that has no room for its holder's name locks as well", async (tmux) => {
  const sim = await tmux.openSim("framed");
  const args = ["pane", "deliver", sim.pane, "--text", "one", "-L", tmux.label];
  const limited = 'trap "" XFSZ; ulimit -f 0; exec "$@"';
  const done = await shellFab(limited, args, { env: tmux.env });
  assertEquals(done, { code: 0, stdout: `delivered ${sim.pane} (text)\n`, stderr: "" });
  assertEquals((await sim.log()).messages, ["one"]);
});

onServer("--prompt-file types the pointer, the path as given", async (tmux) => {
  const sim = await tmux.openSim("framed");
  const path = `${tmux.directory}/my plan.md`;
  await Deno.writeTextFile(path, "1. do it\n");
  const result = await fabOn(tmux, ["pane", "deliver", sim.pane, "--prompt-file", path, "--json"]);
  assertEquals([result.code, result.stderr], [0, ""]);
  const json = JSON.parse(result.stdout);
  assertEquals([json.source, json.path], ["prompt", path]);
  assertEquals((await sim.log()).messages, [`Read ${path} and execute it.`]);
});

onServer(
  "a relative prompt file that the pane would not find is pointed to absolutely",
  async (tmux) => {
    const sim = await tmux.openSim("framed");
    const elsewhere = await Deno.makeTempDir({ dir: tmux.directory });
    await Deno.mkdir(`${elsewhere}/sub`);
    await Deno.writeTextFile(`${elsewhere}/plan.md`, "x");
    const pane = (await tmux.tmux("display-message", "-p", "-t", sim.pane, "#{pane_current_path}"))
      .trim();
    const deliver = async (path: string, cwd: string) => {
      const result = await fabOn(tmux, ["pane", "deliver", sim.pane, "--prompt-file", path], {
        cwd,
      });
      assertEquals(result, {
        code: 0,
        stdout: `delivered ${sim.pane} (prompt ${path})\n`,
        stderr: "",
      });
    };
    await deliver("../plan.md", `${elsewhere}/sub`);
    await Deno.writeTextFile(`${pane}/shared.md`, "the pane's own");
    await Deno.writeTextFile(`${elsewhere}/shared.md`, "another one of that name");
    await deliver("shared.md", elsewhere);
    await deliver("shared.md", pane);
    assertEquals((await sim.log()).messages, [
      `Read ${elsewhere}/plan.md and execute it.`,
      `Read ${elsewhere}/shared.md and execute it.`,
      "Read shared.md and execute it.",
    ]);
  },
);

onServer("a prompt file that is missing, or no file, types nothing", async (tmux) => {
  const sim = await tmux.openSim("framed");
  for (const path of [`${tmux.directory}/none.md`, tmux.directory]) {
    const result = await fabOn(tmux, ["pane", "deliver", sim.pane, "--prompt-file", path]);
    assertEquals([result.code, result.stdout], [1, ""]);
    assertStringIncludes(result.stderr, path);
  }
  await assertUntouched(sim);
});

onServer("--text - reads standard input, byte for byte up to its last line feed", async (tmux) => {
  const sim = await tmux.openSim("framed");
  const text = "from stdin:\n  two lines; and a tab\there\n\n";
  const result = await fabOn(tmux, ["pane", "deliver", sim.pane, "--text", "-"], {
    stdin: `${text}\n`,
  });
  assertEquals([result.code, result.stdout], [0, `delivered ${sim.pane} (text)\n`]);
  // Bytes that many agents alter unseen are warned of, a line each.
  assertMatch(
    result.stderr,
    /^fab: the text ends in white space.*\nfab: the text holds a tab.*\n$/,
  );
  assertEquals((await sim.log()).messages, [text]);
  const latin = new Uint8Array([0x66, 0xfc, 0x72]);
  const refused = await fabOn(tmux, ["pane", "deliver", sim.pane, "--text", "-"], { stdin: latin });
  assertEquals([refused.code, refused.stdout], [2, ""]);
  assertStringIncludes(refused.stderr, "UTF-8");
});

onServer("texts that no agent could be given are wrong usage", async (tmux) => {
  const sim = await tmux.openSim("framed");
  const wrong: readonly (readonly [string, RegExp])[] = [
    ["", /empty/],
    ["   \n", /blank/],
    ["a\x1b[201~b\x03", /U\+001B/],
    ["a\rb", /U\+000D/],
    ["a\x7fb", /U\+007F/],
    ["a\u0085b", /U\+0085/],
  ];
  for (const [text, words] of wrong) {
    const result = await deliverText(tmux, sim.pane, text);
    assertEquals([result.code, result.stdout], [2, ""], JSON.stringify(text));
    assertMatch(result.stderr, words);
    assertMatch(result.stderr, /^fab: [^\n]*\n$/);
  }
  for (const args of [[], ["--text=a", "--prompt-file=b"]]) {
    const result = await fabOn(tmux, ["pane", "deliver", sim.pane, ...args]);
    assertEquals([result.code, result.stdout], [2, ""], args.join(" "));
  }
  await assertUntouched(sim);
});

onServer("only an exact pane id is a pane", async (tmux) => {
  const sim = await tmux.openSim("framed");
  for (const pane of ["%9999", "keeper", "", "%", `${sim.pane}x`, "{last}"]) {
    const result = await deliverText(tmux, pane, "hello");
    assertEquals(result, { code: 2, stdout: "", stderr: `fab: pane ${pane || '""'} not found\n` });
  }
  await assertUntouched(sim);
});

onServer("a dead, input-off or synchronised pane is refused untouched", async (tmux) => {
  await tmux.tmux("set-option", "-g", "remain-on-exit", "on");
  const dead = await tmux.openSim("dies_early", { wait: false });
  await dead.until("exit", (log) => log.has("exit"));
  await poll(async () => {
    const format = "#{pane_dead}";
    return await tmux.tmux("display-message", "-p", "-t", dead.pane, format) === "1\n"
      ? true
      : null;
  }, { failure: () => tmux.screens() });
  const off = await tmux.openSim("framed");
  await tmux.tmux("select-pane", "-d", "-t", off.pane);
  const synced = await tmux.openSim("framed");
  await tmux.tmux("set-option", "-w", "-t", synced.pane, "synchronize-panes", "on");
  const wanted = [[dead, "is dead"], [off, "has its input switched off"], [
    synced,
    "is synchronised",
  ]] as const;
  for (const [sim, words] of wanted) {
    const result = await deliverText(tmux, sim.pane, "hello");
    assertEquals([result.code, result.stdout], [1, ""]);
    assertStringIncludes(result.stderr, `fab: not ready: pane ${sim.pane} ${words}`);
    await assertUntouched(sim);
  }
});

onServer("a pane in copy mode is brought back first", async (tmux) => {
  const sim = await tmux.openSim("framed");
  await tmux.tmux("copy-mode", "-t", sim.pane);
  const result = await deliverText(tmux, sim.pane, "hello");
  assertEquals(result, { code: 0, stdout: `delivered ${sim.pane} (text)\n`, stderr: "" });
  assertEquals((await sim.log()).messages, ["hello"]);
});

onServer("an idle shell is refused, --shell means it", async (tmux) => {
  const pane = await tmux.openPane(["/bin/sh", "-i"]);
  await tmux.waitFor(pane, /[#$] *$/);
  const mark = `${tmux.directory}/ran`;
  const refused = await deliverText(tmux, pane, `touch ${mark}`);
  assertEquals([refused.code, refused.stdout], [1, ""]);
  assertMatch(refused.stderr, /^fab: shell: pane %\d+ is at a sh prompt/);
  assertEquals(await exists(mark), false);
  const meant = await deliverText(tmux, pane, `touch ${mark}; echo $((40+2))`, "--shell");
  assertEquals(meant, { code: 0, stdout: `delivered ${pane} (text)\n`, stderr: "" });
  await tmux.waitFor(pane, /^42$/m);
  assertEquals(await exists(mark), true);
});

onServer("a shell that an agent left behind is refused", async (tmux) => {
  const sim = await tmux.openSim("became_shell", { wait: false });
  await tmux.waitFor(sim.pane, /^[#$] *$/m);
  const result = await deliverText(tmux, sim.pane, "rm -rf ./build");
  assertEquals([result.code, result.stdout], [1, ""]);
  assertMatch(result.stderr, /^fab: shell: /);
  const screen = await tmux.capture(sim.pane);
  assert(!screen.includes("rm -rf"), screen);
});

onServer("lines for a program without bracketed paste name the way out", async (tmux) => {
  const sim = await tmux.openSim("paste_off");
  const result = await deliverText(tmux, sim.pane, "one\ntwo");
  assertEquals([result.code, result.stdout], [1, ""]);
  assertStringIncludes(result.stderr, "--prompt-file");
  assertEquals((await sim.log()).messages, []);
  assert(!/[\r\n]/.test(await sim.raw()), JSON.stringify(await sim.raw()));
});

onServer("a draft is refused, kept and shown; --force clears it and shows it", async (tmux) => {
  const sim = await tmux.openSim("framed", { draft: "my own words" });
  const refused = await deliverText(tmux, sim.pane, "hello");
  assertEquals([refused.code, refused.stdout], [1, ""]);
  assertMatch(refused.stderr, /^fab: draft: /);
  assertStringIncludes(refused.stderr, "my own words");
  await tmux.waitFor(sim.pane, /│ > my own words +│/);
  const forced = await deliverText(tmux, sim.pane, "hello", "--force");
  assertEquals([forced.code, forced.stdout], [0, `delivered ${sim.pane} (text)\n`]);
  assertStringIncludes(forced.stderr, "my own words");
  assertEquals((await sim.log()).messages, ["hello"]);
});

onServer("a key that delivered types nothing again", async (tmux) => {
  const sim = await tmux.openSim("framed");
  const first = await deliverText(tmux, sim.pane, "hello", "--id", "job 17");
  assertEquals([first.code, first.stdout], [0, `delivered ${sim.pane} (text)\n`]);
  const before = await sim.raw();
  const second = await deliverText(tmux, sim.pane, "hello", "--id=job 17", "--json");
  assertEquals([second.code, second.stderr], [0, ""]);
  const json = JSON.parse(second.stdout);
  assertEquals([json.outcome, json.attempts], ["already_delivered", 0]);
  assertEquals(await sim.raw(), before);
  const plain = await deliverText(tmux, sim.pane, "hello", "--id=job 17");
  assertEquals(plain.stdout, `already delivered ${sim.pane} (text)\n`);
  const other = await deliverText(tmux, sim.pane, "hello again", "--id=job 18");
  assertEquals(other.code, 0);
  assertEquals((await sim.log()).messages, ["hello", "hello again"]);
});

onServer("a receipt belongs to its pane", async (tmux) => {
  const one = await tmux.openSim("framed");
  const two = await tmux.openSim("framed");
  for (const sim of [one, two]) {
    const result = await deliverText(tmux, sim.pane, "hello", "--id=k");
    assertEquals(result.stdout, `delivered ${sim.pane} (text)\n`);
  }
  assert(await tmux.option(one.pane, "@fab_pane_receipt") !== null);
  assertEquals((await two.log()).messages, ["hello"]);
});

onServer("a receipt ends with the program that read the text", async (tmux) => {
  const file = `${tmux.directory}/worker.sh`;
  const log = `${tmux.directory}/lines`;
  await Deno.writeTextFile(
    file,
    `while IFS= read -r -e -p 'worker> ' line; do\n  echo "$line" >>${log}\n` +
      `  case $line in anew) exec bash ${file} ;; end) exit ;; esac\n  echo "got $line"\ndone\n`,
  );
  const pane = await tmux.openPane(["bash", "--norc", "-i"]);
  await tmux.waitFor(pane, /[$#]\s*$/);
  const start = async () => {
    await tmux.type(pane, `clear; bash ${file}`);
    await tmux.press(pane, "Enter");
    await tmux.waitFor(pane, /^worker>\s*$/m);
  };
  const said = async () => (await deliverText(tmux, pane, "job", "--id=k")).stdout;
  const [done, already] = [`delivered ${pane} (text)\n`, `already delivered ${pane} (text)\n`];
  await start();
  assertEquals([await said(), await said()], [done, already]);
  const inPlace = Deno.env.get("FAB_TEST_OS") !== "darwin";
  if (!inPlace) {
    console.log("left out: macOS does not tell a program from itself, started anew in its process");
  } else {
    await tmux.type(pane, "anew");
    await tmux.press(pane, "Enter");
    await tmux.waitFor(pane, /anew\nworker>\s*$/);
    assertEquals([await said(), await said()], [done, already], "another program in the process");
  }
  await tmux.type(pane, "end");
  await tmux.press(pane, "Enter");
  await tmux.waitFor(pane, /[$#]\s*$/);
  await start();
  assertEquals([await said(), await said()], [done, already], "started anew in the same shell");
  await tmux.tmux("respawn-pane", "-k", "-t", pane, `bash ${file}`);
  await tmux.waitFor(pane, /^worker>\s*$/m);
  assertEquals([await said(), await said()], [done, already], "in a pane that was respawned");
  const lines = (await Deno.readTextFile(log)).trim().split("\n");
  assertEquals(lines, ["job", ...(inPlace ? ["anew", "job"] : []), "end", "job", "job"]);
});

onServer("a key whose delivery failed may be used again", async (tmux) => {
  const sim = await tmux.openSim("trust_wall", { wait: false });
  await sim.until("gate", (log) => log.has("gate"));
  const refused = await deliverText(tmux, sim.pane, "hello", "--id=k");
  assertEquals(refused.code, 1);
  assertMatch(refused.stderr, /^fab: not ready: /m);
  assertStringIncludes(refused.stderr, "--- last 20 lines ---");
  await tmux.press(sim.pane, "Enter");
  await sim.until("ready", (log) => log.has("ready"));
  const result = await deliverText(tmux, sim.pane, "hello", "--id=k");
  assertEquals(result, { code: 0, stdout: `delivered ${sim.pane} (text)\n`, stderr: "" });
  assertEquals((await sim.log()).messages, ["hello"]);
});

onServer("an Enter that is ignored is told, and nothing is left unmentioned", async (tmux) => {
  const sim = await tmux.openSim("enter_never");
  const result = await deliverText(tmux, sim.pane, "hello");
  assertEquals([result.code, result.stdout], [1, ""]);
  assertMatch(result.stderr, /^fab: not submitted: /m);
  assertEquals((await sim.log()).messages, []);
  const screen = await tmux.capture(sim.pane);
  assert(!screen.includes("> hello") || result.stderr.includes("left in the input"), screen);
});

onServer("a caller without a UTF-8 locale delivers the same", async (tmux) => {
  const sim = await tmux.openSim("framed");
  const text = "grüße 你好 🚀 e\u0301";
  const args = ["pane", "deliver", sim.pane, `--text=${text}`];
  const env = { LC_ALL: "C", LANG: undefined };
  const result = await fabOn(tmux, args, { env });
  assertEquals(result, { code: 0, stdout: `delivered ${sim.pane} (text)\n`, stderr: "" });
  assertEquals((await sim.log()).messages, [text]);
});

onServer("the user's paste buffers are as before", async (tmux) => {
  const sim = await tmux.openSim("framed");
  await tmux.tmux("set-buffer", "-b", "mine", "keep this");
  await tmux.tmux("set-buffer", "and this");
  const before = await tmux.tmux("list-buffers");
  assertEquals((await deliverText(tmux, sim.pane, "x".repeat(3000))).code, 0);
  assertEquals(await tmux.tmux("list-buffers"), before);
});

onServer("another server's pane is reached by its label only", async (tmux) => {
  const sim = await tmux.openSim("framed");
  const args = ["pane", "deliver", sim.pane, "--text=hello", "-L", "fabtest-none"];
  const result = await fabOn({ ...tmux, label: "fabtest-none" }, args);
  assertEquals([result.code, result.stdout], [3, ""]);
  assertMatch(result.stderr, /^fab: no tmux server \(server fabtest-none\)/);
  await assertUntouched(sim);
});

async function exists(path: string): Promise<boolean> {
  return await Deno.stat(path).then(() => true, () => false);
}
