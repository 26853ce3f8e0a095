/**
 * `fab config`, whole program.
 *
 * @module
 */

import { assertEquals, assertStringIncludes } from "@std/assert";
import { parse } from "@std/yaml";
import { KEYS } from "../lib/core/config/keys.ts";
import { BUILT_IN } from "../lib/core/agent/providers.ts";
import { withProject } from "./helpers/project.ts";

const FILE = "fab/project/config.yaml";

/** As people write them: comments everywhere, odd spacing, CRLF nowhere. */
const COMMENTED = `# our project
project:
  name:   demo      # kept

agent:
  # who works here
  session: claude   # for now
  profiles:
    doing: {provider: codex, model: "gpt-5.6-sol"}   # heavy

list: [ a,  b ]
dispatch:
    column_width: 40
`;

Deno.test("config set and unset change one value and not a character beside it", () =>
  withProject({ project: COMMENTED }, async ({ fab, read, root }) => {
    const steps: readonly (readonly [readonly string[], string, string])[] = [
      [["set", "agent.session", "kimi"], "session: claude   #", "session: kimi   #"],
      [["set", "dispatch.column_width", "0"], "column_width: 40\n", "column_width: 0\n"],
      [
        ["set", "agent.profiles.doing.effort", "4.10"],
        '"gpt-5.6-sol"}',
        '"gpt-5.6-sol", effort: "4.10"}',
      ],
      [
        ["set", "agent.workers", "codex"],
        '"4.10"}   # heavy\n',
        '"4.10"}   # heavy\n  workers: codex\n',
      ],
      [
        ["set", "providers.mine.interactive_command", "mine {model} #1"],
        "column_width: 0\n",
        'column_width: 0\nproviders:\n  mine:\n    interactive_command: "mine {model} #1"\n',
      ],
      [["unset", "agent.profiles.doing.model"], 'codex, model: "gpt-5.6-sol",', "codex,"],
      [["unset", "agent.session"], "  session: kimi   # for now\n", ""],
    ];
    let expected = COMMENTED;
    for (const [args, from, to] of steps) {
      const result = await fab(["config", ...args]);
      assertEquals([result.code, result.stderr], [0, ""], args.join(" "));
      assertStringIncludes(result.stdout, `${root}/${FILE}: ${args[1]} `);
      assertEquals(expected.includes(from), true, from);
      expected = expected.replace(from, to);
      assertEquals(await read(FILE), expected, args.join(" "));
    }
    const { stdout } = await fab(["agent", "--provider", "mine", "--model", "x", "--print"]);
    assertEquals(stdout, "mine x #1\n");
  }));

Deno.test("config set makes the files that are not there yet", async () => {
  await withProject({}, async ({ fab, home, root, write, read }) => {
    const nowhere = await fab(["config", "set", "agent.session", "codex"]);
    assertEquals([nowhere.code, nowhere.stdout], [1, ""]);
    assertStringIncludes(nowhere.stderr, `--project makes ${root}/${FILE}, --system is for all`);
    assertEquals((await fab(["config", "set", "--system", "agent.session", "codex"])).code, 0);
    const system = await Deno.readTextFile(`${home}/.fab-kit/config.yaml`);
    assertEquals(system, "agent:\n  session: codex\n");
    await write("fab/.keep", "");
    const result = await fab(["config", "set", "agent.session", "kimi"]);
    assertEquals(result, {
      code: 0,
      stdout: `${root}/${FILE}: agent.session set\n`,
      stderr: `fab: agent.session is still codex, from ${home}/.fab-kit/config.yaml\n`,
    });
    assertEquals(await read(FILE), "agent:\n  session: kimi\n");
  });
  await withProject({}, async ({ fab, root, read }) => {
    const made = await fab(["config", "set", "--project", "agent.session", "kimi"]);
    assertEquals(made, { code: 0, stdout: `${root}/${FILE}: agent.session set\n`, stderr: "" });
    assertEquals(await read(FILE), "agent:\n  session: kimi\n");
  });
});

Deno.test("config get: one value, a section, and what nothing sets", () =>
  withProject({ project: "agent: {session: kimi}\n" }, async ({ fab }) => {
    const cases: readonly (readonly [readonly string[], number, string, string])[] = [
      [["agent.session"], 0, "kimi\n", ""],
      [["dispatch.column_width"], 0, "35\n", ""],
      [["dispatch", "--json"], 0, '{\n  "mode": "native",', ""],
      [["agent"], 0, "session: kimi\nworkers: claude\n", ""],
      [["agent.profiles.fast.model"], 1, "", "agent.profiles.fast.model is not set"],
      [["agent.sesion"], 2, "", "did you mean agent.session?"],
    ];
    for (const [args, code, stdout, stderr] of cases) {
      const result = await fab(["config", "get", ...args]);
      assertEquals([result.code, result.stdout.slice(0, stdout.length)], [code, stdout], `${args}`);
      assertStringIncludes(result.stderr, stderr);
    }
  }));

Deno.test("config set and unset refuse what would not validate, and change nothing", () =>
  withProject({ project: COMMENTED }, async ({ fab, read }) => {
    const cases: readonly (readonly [readonly string[], number, string])[] = [
      [["set", "dispatch.mode", "tab"], 2, 'expected one of pane, native, headless, found "tab"'],
      [["set", "dispatch.column_width", "101"], 2, "a whole number from 0 to 100"],
      [["set", "dispatch.column_width", "07"], 2, "a whole number from 0 to 100"],
      [["set", "dispatch.reap_done", "yes"], 2, 'expected true or false, found "yes"'],
      [["set", "agent.session", ""], 2, "use 'fab config unset'"],
      [["set", "agent.sesion", "x"], 2, "did you mean agent.session?"],
      [["set", "agent.profiles.dong.model", "x"], 2, "did you mean agent.profiles.doing.model?"],
      [["set", "agent.profiles", "x"], 2, "agent.profiles is a map"],
      [["set", "agent.tiers.doing.model", "x"], 2, "an old spelling"],
      [["set", "agent..x", "x"], 2, "no dotted key"],
      [["set", "agent.session"], 2, ""],
      [["unset", ""], 2, "no dotted key"],
      [["unset", "agent.workers"], 0, "agent.workers is not set in"],
    ];
    for (const [args, code, message] of cases) {
      const result = await fab(["config", ...args]);
      assertEquals([result.code, result.stdout], [code, ""], `${args}: ${result.stderr}`);
      assertStringIncludes(result.stderr, message);
      assertEquals(await read(FILE), COMMENTED);
    }
  }));

Deno.test("config set warns of a provider that nobody knows", () =>
  withProject({ project: "agent:\n" }, async ({ fab }) => {
    const warned = async (key: string, value: string) =>
      (await fab(["config", "set", key, value])).stderr;
    assertEquals(
      await warned("agent.workers", "nope"),
      'fab: no provider is named "nope" yet; known: claude, codex, agy, kimi\n',
    );
    assertEquals(await warned("agent.profiles.review.provider", "kimi"), "");
    assertEquals(await warned("agent.profiles.review.model", "nope"), "");
  }));

Deno.test("config set: writers at once lose nothing", () =>
  withProject({ project: "agent:\n" }, async ({ fab, read }) => {
    const keys = ["agent.session", "agent.workers", "agent.profiles.fast.model", "dispatch.mode"];
    const results = await Promise.all(keys.map((key) => fab(["config", "set", key, "native"])));
    assertEquals(results.map(({ code }) => code), [0, 0, 0, 0], JSON.stringify(results));
    assertEquals(parse(await read(FILE)), {
      agent: { session: "native", workers: "native", profiles: { fast: { model: "native" } } },
      dispatch: { mode: "native" },
    });
  }));

Deno.test("config show: what is in force, and where it comes from", () =>
  withProject({
    project: "agent: {workers: codex}\nother: {x: 1}\n",
    system: "dispatch: {mode: pane}\n",
  }, async ({ fab, home, root }) => {
    const env = { FAB_AGENT_SESSION: "kimi" };
    const shown = await fab(["config", "show"], { env });
    assertEquals([shown.code, shown.stderr], [0, ""]);
    const expected = {
      agent: { session: "kimi", workers: "codex" },
      providers: BUILT_IN.providers,
      dispatch: { ...BUILT_IN.dispatch, mode: "pane" },
      other: { x: 1 },
    };
    assertEquals(parse(shown.stdout), expected);
    const json = await fab(["config", "show", "--json"], { env });
    assertEquals(JSON.parse(json.stdout), expected);
    const origin = await fab(["config", "show", "--origin", "--json"], { env });
    const leaves = JSON.parse(origin.stdout);
    assertEquals(leaves["agent.session"], {
      value: "kimi",
      layer: "environment",
      source: "FAB_AGENT_SESSION",
    });
    assertEquals(leaves["dispatch.mode"].source, `${home}/.fab-kit/config.yaml`);
    assertEquals(leaves["agent.workers"].source, `${root}/${FILE}`);
    assertEquals(leaves["providers.claude.native"], {
      value: true,
      layer: "built-in",
      source: "built in",
    });
    const table = await fab(["config", "show", "--origin"], { env });
    assertStringIncludes(table.stdout, "environment FAB_AGENT_SESSION\n");
    assertStringIncludes(table.stdout, `project ${root}/${FILE}\n`);
  }));

Deno.test("config explain: every key, and the built-in table as a fragment", () =>
  withProject({}, async ({ fab }) => {
    const all = await fab(["config", "explain"]);
    assertEquals([all.code, all.stderr], [0, ""]);
    for (const { path } of KEYS) assertStringIncludes(all.stdout, `${path.join(".")}:`);
    assertEquals(parse(all.stdout.slice(all.stdout.indexOf("\nagent:\n"))), BUILT_IN);
    const one = await fab(["config", "explain", "dispatch.column_width"]);
    assertEquals(
      one.stdout,
      "dispatch.column_width: a whole number from 0 to 100\n" +
        "  width of the worker column, percent of the window; 0 leaves it to tmux\n" +
        "  variable: FAB_DISPATCH_COLUMN_WIDTH\n  built in: 35\n",
    );
    const section = await fab(["config", "explain", "providers.kimi"]);
    assertEquals(parse(section.stdout.slice(section.stdout.indexOf("\nproviders:\n"))), {
      providers: { kimi: BUILT_IN.providers.kimi },
    });
    const unknown = await fab(["config", "explain", "agent.sesion"]);
    assertEquals([unknown.code, unknown.stdout], [2, ""]);
  }));

Deno.test("config path: the files, there or not", async () => {
  await withProject({ project: "", system: "" }, async ({ fab, home, root }) => {
    const { stdout } = await fab(["config", "path"]);
    assertEquals(stdout, `system   ${home}/.fab-kit/config.yaml\nproject  ${root}/${FILE}\n`);
    const json = await fab(["config", "path", "--json"]);
    assertEquals(JSON.parse(json.stdout), {
      system: `${home}/.fab-kit/config.yaml`,
      project: `${root}/${FILE}`,
    });
  });
  await withProject({}, async ({ fab, home }) => {
    const { stdout } = await fab(["config", "path"]);
    assertEquals(stdout, `system   ${home}/.fab-kit/config.yaml (missing)\nproject  (none)\n`);
    const without = await fab(["config", "path"], { env: { HOME: undefined } });
    assertEquals(without.stdout, "system   (HOME is not set)\nproject  (none)\n");
  });
});

Deno.test("provider list, show, discover", () =>
  withProject({
    project: 'providers:\n  mine: {interactive_command: "./tool -m {model}"}\n',
  }, async ({ fab, write }) => {
    const list = await fab(["provider", "list"]);
    assertEquals([list.code, list.stderr], [0, ""]);
    const names = list.stdout.trim().split("\n").slice(1).map((line) => line.split(/\s/)[0]);
    assertEquals(names, ["agy", "claude", "codex", "kimi", "mine"]);
    const programs = JSON.parse((await fab(["provider", "list", "--json"])).stdout);
    assertEquals(programs.map(({ program }: { program: string }) => program), [
      "agy",
      "claude",
      "codex",
      "kimi",
      "./tool",
    ]);
    assertEquals(parse((await fab(["provider", "show", "codex"])).stdout), {
      providers: { codex: BUILT_IN.providers.codex },
    });
    assertEquals((await fab(["provider", "show", "bogus"])).code, 1);
    assertEquals((await fab(["provider", "show"])).code, 2);
    const env = { PATH: "/usr/bin:/bin" };
    const missing = await fab(["provider", "discover", "mine"], { env });
    assertEquals(missing, {
      code: 1,
      stdout: "",
      stderr: "fab: ./tool is not installed: no such program on PATH\n",
    });
    await write(
      "tool",
      '#!/bin/sh\n[ "$1" = --help ] && { echo usage >&2; exit 3; }\necho "tool 1.2"\n',
      0o755,
    );
    const found = await fab(["provider", "discover", "mine"]);
    assertEquals(found, {
      code: 0,
      stdout: "$ ./tool --version\ntool 1.2\n\n$ ./tool --help (exit code 3)\nusage\n",
      stderr: "",
    });
  }));
