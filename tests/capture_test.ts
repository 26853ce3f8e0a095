import { assertEquals, assertMatch } from "@std/assert";
import { runFab } from "./helpers/program.ts";
import { poll, type TmuxServer, withTmux } from "./helpers/tmux_server.ts";

/** Captures by the program; fails unless it ended well. */
async function capture(server: TmuxServer, pane: string, ...flags: readonly string[]) {
  const result = await runFab(["pane", "capture", pane, "-L", server.label, ...flags], {
    env: server.env,
  });
  assertEquals({ code: result.code, stderr: result.stderr }, { code: 0, stderr: "" });
  return result.stdout;
}

/** A pane that has printed a text and prints no more. */
async function printed(server: TmuxServer, text: string, end: string): Promise<string> {
  const pane = await server.openPane(["sh", "-c", 'printf %b "$1"; exec sleep 1000', "sh", text]);
  await server.waitFor(pane, end);
  return pane;
}

Deno.test("capture: two lines in a tall pane, with blank lines inside, and no padding", async () => {
  await withTmux(async (server) => {
    const pane = await printed(server, "\\n  one\\n\\n\\ntwo\\n", "two");
    assertEquals(await capture(server, pane, "--raw"), "\n  one\n\n\ntwo\n");
    assertEquals(await capture(server, pane, "--raw", "-l", "3"), "\n\ntwo\n");
    assertEquals(await capture(server, pane, "--raw", "--lines=1"), "two\n");
    const json = JSON.parse(await capture(server, pane, "--json", "-l", "3"));
    assertEquals([json.lines, json.content], [3, "\n\ntwo"]);
  });
});

Deno.test("capture: the last lines across the screen's top, and the whole history", async () => {
  await withTmux(async (server) => {
    const numbers = Array.from({ length: 120 }, (_, index) => `${index + 1}`);
    const pane = await printed(server, `${numbers.join("\\n")}\\n`, "120");
    const last = (count: number) => `${numbers.slice(-count).join("\n")}\n`;
    assertEquals(await capture(server, pane, "--raw"), last(50));
    assertEquals(await capture(server, pane, "--raw", "-l", "7"), last(7));
    assertEquals(await capture(server, pane, "--raw", "-l", "100"), last(100));
    assertEquals(await capture(server, pane, "--raw", "-l", "5000"), last(120));
    assertEquals(await capture(server, pane, "--raw", "--full"), last(120));
  }, { columns: 40, rows: 10 });
});

Deno.test("capture: what is raw is tmux's own, byte for byte, in any locale", async () => {
  await withTmux(async (server) => {
    const text = "tab\\there\\n语言 👍🏽 é e\\0314\\n" + "w".repeat(95) + "\\n#S #{x} \\\\ ;\\nend";
    const pane = await printed(server, text, "end");
    const wanted = (await server.tmux("capture-pane", "-p", "-t", pane)).replace(/\n+$/, "\n");
    for (const locale of ["C", "", "C.UTF-8"]) {
      const env = { ...server.env, LC_ALL: locale };
      const result = await runFab(["pane", "capture", pane, "--raw", "-L", server.label], { env });
      assertEquals(result.stdout, wanted, `LC_ALL=${locale}`);
    }
  }, { columns: 40, rows: 20 });
});

Deno.test("capture: of a full-screen program its screen, however many lines are asked for", async () => {
  await withTmux(async (server) => {
    const pane = await printed(
      server,
      "before\\n".repeat(40) + "\\033[?1049h\\033[2J\\033[Hfull\\n\\nscreen",
      "screen",
    );
    for (const flags of [["-l", "50"], ["--full"], ["-l", "3"]]) {
      assertEquals(await capture(server, pane, "--raw", ...flags), "full\n\nscreen\n");
    }
  }, { columns: 40, rows: 10 });
});

Deno.test("capture: colours only when asked for, those in force before the cut included", async () => {
  await withTmux(async (server) => {
    const pane = await printed(server, "\\033[31mred\\nstill\\033[0m\\nend\\n", "end");
    assertEquals(await capture(server, pane, "--raw", "-l", "2"), "still\nend\n");
    const coloured = await capture(server, pane, "--raw", "--ansi", "-l", "2");
    // Where a colour ends, versions differ: with its line, or where the next one begins.
    assertMatch(
      coloured,
      /^\x1b\[31mstill(?:\x1b\[(?:0|39)m\n|\n\x1b\[(?:0|39)m)end(?:\x1b\[0m)?\n$/,
    );
  });
});

Deno.test("capture: an empty pane, a dead pane, a pane in copy mode", async () => {
  await withTmux(async (server) => {
    const empty = await server.openPane(["sleep", "1000"]);
    assertEquals(await capture(server, empty, "--raw"), "");
    assertEquals(JSON.parse(await capture(server, empty, "--json")).content, "");
    await server.tmux("set-option", "-g", "remain-on-exit", "on");
    const dead = await server.openPane(["sh", "-c", "echo last words; sleep 0.2"]);
    await poll(
      async () =>
        (await server.tmux("list-panes", "-a", "-F", "#{pane_id}#{pane_dead}"))
            .includes(`${dead}1`)
          ? true
          : null,
      { failure: () => server.screens() },
    );
    assertMatch(await capture(server, dead, "--raw", "--full"), /^last words\n/);
    const copying = await printed(server, "shown", "shown");
    await server.tmux("copy-mode", "-t", copying);
    assertEquals(await capture(server, copying, "--raw"), "shown\n");
  });
});

Deno.test("capture: header and JSON say where the pane is and what its agent does", async () => {
  await withTmux(async (server) => {
    const pane = await printed(server, "text\\n", "text");
    const since = Math.floor(Date.now() / 1000) - 125;
    await server.setOption(pane, "@rk_pane_agent_state", `idle:${since}`);
    const name = server.directory.slice(server.directory.lastIndexOf("/") + 1);
    assertEquals(
      await capture(server, pane),
      `pane: ${pane}\nworktree: ${name}/\nchange: —\nstage: —\nagent: idle (2m)\n\ntext\n`,
    );
    const { mark, ...json } = JSON.parse(await capture(server, pane, "--json"));
    assertMatch(mark, /^[\w-]{20,}$/);
    assertEquals(json, {
      pane,
      lines: 1,
      content: "text",
      worktree: `${name}/`,
      change: null,
      stage: null,
      agent_state: "idle",
      agent_idle_duration: "2m",
      cwd: await Deno.realPath(server.directory),
      server: server.label,
    });
  });
});

Deno.test("capture: a state on the window, the session or globally is not the pane's", async () => {
  await withTmux(async (server) => {
    const pane = await printed(server, "text", "text");
    const read = async () => JSON.parse(await capture(server, pane, "--json")).agent_state;
    await server.tmux("set-option", "-g", "@rk_pane_agent_state", "active:1");
    await server.tmux("set-option", "-t", "keeper:", "@rk_pane_agent_state", "active:1");
    await server.tmux("set-option", "-w", "-t", pane, "@rk_agent_state", "active:1");
    assertEquals(await read(), null);
    await server.setOption(pane, "@rk_agent_state", "waiting:5");
    assertEquals(await read(), "waiting");
    await server.setOption(pane, "@rk_pane_agent_state", "nonsense");
    assertEquals(await read(), null);
  });
});

Deno.test("capture: wrong use, missing panes and servers", async () => {
  await withTmux(async (server) => {
    const run = (...args: readonly string[]) =>
      runFab(["pane", "capture", ...args], { env: server.env });
    const label = ["-L", server.label];
    for (const pane of ["%999", "keeper", "", "%0.1", "%00", "keeper.0", "%-1"]) {
      assertEquals(await run(...label, "--", pane), {
        code: 2,
        stdout: "",
        stderr: `fab: pane ${pane || '""'} not found\n`,
      });
    }
    for (const flags of [["-l", "0"], ["-l=-3"], ["-l", "x"], ["-l", "1.5"], ["--raw", "--json"]]) {
      const result = await run("%0", ...label, ...flags);
      assertEquals([result.code, result.stdout], [2, ""], flags.join(" "));
      assertMatch(result.stderr, /^fab: .+\n$/);
    }
    const none = await run("%0", "-L", "no-such-server");
    assertEquals([none.code, none.stdout], [3, ""]);
    assertMatch(none.stderr, /^fab: no tmux server \(server no-such-server\): .*\n$/);
  });
});
