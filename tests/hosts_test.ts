/**
 * `--host`: by a stand-in for ssh that runs the line here, and by a real OpenSSH server.
 *
 * @module
 */

import { assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { quoteWords } from "../lib/core/quote.ts";
import { withDirectory } from "./helpers/directory.ts";
import { NASTY } from "./helpers/nasty.ts";
import { programArgv, programEnv, runFab } from "./helpers/program.ts";
import { hasSshd, withSshd } from "./helpers/sshd.ts";
import { poll, type TmuxServer, withTmux } from "./helpers/tmux_server.ts";

/** Hosts of the stand-in: `bare` has no fab, `down` can't be reached, any other is this machine. */
const STAND_IN = `#!/bin/sh
case $1 in -t | -tt) shift ;; esac
[ "$1" = -- ] || exit 99
case $2 in
down) echo "ssh: connect to host down port 22: Connection refused" >&2; exit 255 ;;
bare) PATH=/usr/bin:/bin HOME=/nonexistent exec sh -c "$3" ;;
slow) sleep 0.3 ;;
esac
exec sh -c "$3"
`;

/** A directory for `PATH` in which `fab` is the program under test. */
async function putPrograms(directory: string): Promise<string> {
  const bin = `${directory}/bin`;
  await Deno.mkdir(bin);
  const put = async (name: string, text: string) => {
    await Deno.writeTextFile(`${bin}/${name}`, text);
    await Deno.chmod(`${bin}/${name}`, 0o755);
  };
  await put("fab", `#!/bin/sh\nexec ${quoteWords(programArgv())} "$@"\n`);
  return bin;
}

/** What a test of the stand-in has. */
interface Hosts {
  fab(args: readonly string[], stdin?: string): ReturnType<typeof runFab>;
}

async function withHosts(tmux: TmuxServer, body: (hosts: Hosts) => Promise<void>): Promise<void> {
  const bin = await putPrograms(tmux.directory);
  await Deno.writeTextFile(`${bin}/ssh`, STAND_IN);
  await Deno.chmod(`${bin}/ssh`, 0o755);
  const env = { ...tmux.env, PATH: `${bin}:${tmux.env["PATH"]}` };
  await body({
    fab: (args, stdin) => runFab(args, { env, ...(stdin === undefined ? {} : { stdin }) }),
  });
}

Deno.test("a command runs there, with its input, its words and its exit code", async () => {
  await withTmux(async (tmux) => {
    const sim = await tmux.openSim("framed");
    const there = ["-L", tmux.label];
    await withHosts(tmux, async ({ fab }) => {
      for (const text of Object.values(NASTY)) {
        const args = ["--host", "red", "pane", "deliver", sim.pane, `--text=${text}`, ...there];
        const done = await fab(args);
        assertEquals([done.code, done.stdout], [0, `delivered ${sim.pane} (text)\n`], done.stderr);
      }
      const done = await fab(
        ["--host=red", "pane", "deliver", sim.pane, "--text", "-", ...there],
        "by hand\nover two lines",
      );
      assertEquals(done.code, 0, done.stderr);
      assertEquals((await sim.log()).messages, [
        ...Object.values(NASTY),
        "by hand\nover two lines",
      ]);
      assertEquals(await fab(["--host", "red", "pane", "capture", "%99", ...there]), {
        ...{ code: 2, stdout: "", stderr: "fab: pane %99 not found\n" },
      });
    });
  });
});

Deno.test("hosts that can't be reached, and hosts without fab", async () => {
  await withTmux(async (tmux) => {
    await withHosts(tmux, async ({ fab }) => {
      assertEquals(await fab(["--host", "down", "doctor"]), {
        ...{ code: 3, stdout: "" },
        stderr: "ssh: connect to host down port 22: Connection refused\n" +
          "fab: host down: ssh failed; try ssh down\n",
      });
      const bare = await fab(["--host", "bare", "--version"]);
      assertEquals([bare.code, bare.stdout], [127, ""]);
      assertStringIncludes(
        bare.stderr,
        "fab: host bare: a program was not found there; is fab on the PATH of its shells?\n",
      );
    });
  });
});

Deno.test("no ssh here", async () => {
  await withDirectory(async (empty) => {
    const [program = "", ...args] = programArgv();
    const { code, stderr } = await new Deno.Command(program, {
      args: [...args, "--host", "red", "doctor"],
      clearEnv: true,
      env: { ...programEnv(), PATH: empty },
      stdin: "null",
    }).output();
    assertEquals(
      [code, new TextDecoder().decode(stderr)],
      [3, "fab: host red: no ssh on this machine's PATH\n"],
    );
  });
});

Deno.test("maps of several hosts are one; a host that fails is a warning", async () => {
  await withTmux(async (tmux) => {
    const { label } = tmux;
    await withHosts(tmux, async ({ fab }) => {
      const one = JSON.parse(
        (await fab(["pane", "map", "--all-sessions", "--json", "-L", label])).stdout,
      );
      const both = await fab([
        "pane",
        "map",
        "--json",
        "-L",
        label,
        "--host",
        "red",
        "--host=blue",
      ]);
      assertEquals([both.code, both.stderr], [0, ""]);
      const with_ = (host: string) => one.map((row: object) => ({ ...row, host }));
      assertEquals(JSON.parse(both.stdout), [...with_("red"), ...with_("blue")]);
      const table = await fab([
        "--host",
        "red",
        "--host",
        "down",
        "--host",
        "bare",
        "pane",
        "map",
        "-L",
        label,
      ]);
      assertEquals(table.code, 1);
      assertMatch(table.stdout, /^Host +Session +Pane .*\nred +keeper +%0 .*\n$/);
      assertMatch(
        table.stderr,
        /^fab: host down: ssh failed: connect to host down port 22: Connection refused; try ssh down\nfab: host bare: a program was not found there; .*\n$/,
      );
      const none = await fab(["pane", "map", "--json", "--host", "red", "-L", "no-such-server"]);
      assertEquals([none.code, none.stdout], [3, ""]);
      assertMatch(none.stderr, /^fab: host red: no tmux server/);
    });
  });
});

Deno.test("a wait on several hosts ends with the first signal, or with each", async () => {
  await withTmux(async (tmux) => {
    const now = Math.floor(Date.now() / 1000);
    const [idle, active] = [
      await tmux.openPane(["sleep", "600"]),
      await tmux.openPane(["sleep", "600"]),
    ];
    await tmux.setOption(idle, "@rk_pane_agent_state", `idle:${now}`);
    await tmux.setOption(active, "@rk_pane_agent_state", `active:${now}`);
    const hosts = ["--host", "red", "--host", "slow", "-L", tmux.label];
    await withHosts(tmux, async ({ fab }) => {
      const any = await fab(["pane", "await", `red:${active}`, `slow:${idle}`, ...hosts]);
      assertEquals(any, { code: 0, stdout: `idle slow:${idle}\n`, stderr: "" });
      const all = await fab(["pane", "await", idle, "--all", "--timeout", "20", ...hosts]);
      assertEquals(all, { code: 0, stdout: `idle red:${idle}\nidle slow:${idle}\n`, stderr: "" });
      const late = await fab([
        "--host=red",
        "pane",
        "await",
        active,
        "--timeout=0.2",
        "-L",
        tmux.label,
      ]);
      assertEquals(late, { code: 0, stdout: "running\n", stderr: "" });
      const gone = await fab(["--host=red", "pane", "await", "%99", "-L", tmux.label]);
      assertEquals(gone, { code: 2, stdout: "", stderr: "fab: host red: pane %99 not found\n" });
    });
  });
});

Deno.test("over a real OpenSSH server", async () => {
  if (!await hasSshd()) {
    console.log("not run: OpenSSH's server and client are not both installed");
    return;
  }
  await withTmux(async (tmux) => {
    const bin = await putPrograms(tmux.directory);
    const keys = `${tmux.directory}/keys`;
    await Deno.mkdir(keys);
    const { DENO_DIR = "", TMUX_TMPDIR = "" } = tmux.env;
    const there = { PATH: `${bin}:${tmux.env["PATH"]}`, DENO_DIR, TMUX_TMPDIR, LC_ALL: "C.UTF-8" };
    await withSshd({ directory: keys, env: there }, async ({ config }) => {
      // The person's configuration, which ssh would find in the home of the user database.
      await Deno.mkdir(`${tmux.directory}/here`);
      await Deno.writeTextFile(
        `${tmux.directory}/here/ssh`,
        `#!/bin/sh\nexec /usr/bin/ssh -F ${quoteWords([config])} "$@"\n`,
      );
      await Deno.chmod(`${tmux.directory}/here/ssh`, 0o755);
      const env = { ...tmux.env, PATH: `${tmux.directory}/here:${tmux.env["PATH"]}` };
      await overSsh(
        tmux,
        (args, stdin) => runFab(args, { env, ...(stdin === undefined ? {} : { stdin }) }),
      );
      await endsThere(tmux, env);
    });
  });
});

async function overSsh(tmux: TmuxServer, fab: Hosts["fab"]): Promise<void> {
  const sim = await tmux.openSim("framed");
  const server = ["-L", tmux.label];
  const text = `${Object.values(NASTY).join(" ")} ;`;
  const given = await fab(
    ["--host", "here", "pane", "deliver", sim.pane, "--text", "-", ...server],
    text,
  );
  assertEquals(given, { code: 0, stdout: `delivered ${sim.pane} (text)\n`, stderr: "" });
  const word = NASTY["quotes"]!;
  const typed = await fab([
    "--host",
    "here",
    "pane",
    "deliver",
    sim.pane,
    `--text=${word}`,
    ...server,
  ]);
  assertEquals(typed.code, 0, typed.stderr);
  assertEquals((await sim.log()).messages, [text, word]);
  const missing = await fab(["--host", "here", "pane", "capture", "%99", ...server]);
  assertEquals(missing, { code: 2, stdout: "", stderr: "fab: pane %99 not found\n" });
  const closed = await fab(["--host", "closed", "doctor"]);
  assertEquals([closed.code, closed.stdout], [3, ""]);
  assertMatch(closed.stderr, /^ssh: .*refused\r?\nfab: host closed: ssh failed; try ssh closed\n$/);
  const map = await fab(["pane", "map", "--host", "closed", "--host", "here", ...server]);
  assertEquals(map.code, 1, map.stderr);
  assertMatch(map.stdout, /^Host .*\nhere .*\nhere .*\n$/);
  assertMatch(map.stderr, /^fab: host closed: ssh failed: .*refused; try ssh closed\n$/);
}

/** A wait that is interrupted here ends there as well. */
async function endsThere(tmux: TmuxServer, env: Readonly<Record<string, string>>): Promise<void> {
  const pane = await tmux.openPane(["sleep", "600"]);
  const mark = `${tmux.directory}/never`;
  const waits = async () => {
    const { stdout } = await new Deno.Command("pgrep", { args: ["-f", "--", `--file=${mark}`] })
      .output();
    return new TextDecoder().decode(stdout).trim().split("\n").filter((pid) => pid !== "");
  };
  const [program = "", ...args] = programArgv();
  const waiting = new Deno.Command(program, {
    args: [...args, "--host", "here", "pane", "await", pane, `--file=${mark}`, "-L", tmux.label],
    clearEnv: true,
    env: programEnv(env),
    ...{ stdin: "null", stdout: "piped", stderr: "piped" },
  }).spawn();
  // The program here is told the file in another form: one there at least.
  await poll(async () => (await waits()).length > 2 ? true : null, {
    failure: async () => `no wait began there: ${await waits()}`,
  });
  waiting.kill("SIGINT");
  const { code, stdout, stderr } = await waiting.output();
  const decoder = new TextDecoder();
  assertEquals([code, decoder.decode(stdout), decoder.decode(stderr)], [130, "", ""]);
  await poll(async () => (await waits()).length === 0 ? true : null, {
    failure: async () => `waits were left: ${await waits()}`,
  });
}
