/**
 * `fab agent`, whole program: exit code, standard output and standard error together.
 *
 * @module
 */

import { assertEquals, assertStringIncludes } from "@std/assert";
import { programArgv, programEnv } from "./helpers/program.ts";
import { type Project, type ProjectFiles, withProject } from "./helpers/project.ts";
import { withTmux } from "./helpers/tmux_server.ts";

async function prints(project: Project, args: readonly string[], stdout: string): Promise<void> {
  assertEquals(
    await project.fab(["agent", ...args]),
    { code: 0, stdout, stderr: "" },
    args.join(" "),
  );
}

Deno.test("agent --print: every form, as the contract has it", () =>
  withProject({}, async (project) => {
    const codex = "codex --dangerously-bypass-approvals-and-sandbox";
    const claude = 'claude --dangerously-skip-permissions -n "$(basename "$(pwd)")"';
    const cases: readonly (readonly [string, string])[] = [
      ["--print", `${claude} --model claude-fable-5 --effort high`],
      ["operator --print", `${claude} --model claude-sonnet-5 --effort medium`],
      ["apply --print", `${claude} --model claude-opus-5 --effort high`],
      ["ship --print", `${claude} --model claude-sonnet-5 --effort medium`],
      ["--provider codex --print", codex],
      ["--provider codex --model m --print", `${codex} -m m`],
      ["--provider codex --effort=e --print", `${codex} -c model_reasoning_effort=e`],
      ["fast --provider codex --print", `${codex} -m gpt-5.6-luna -c model_reasoning_effort=low`],
      ["fast --provider codex --model= --print", `${codex} -c model_reasoning_effort=low`],
      ["review --provider kimi --print", "kimi --auto"],
      ["--provider kimi --headless --print", `sh -c 'kimi -p "$(cat)"'`],
      ["--provider kimi --headless --model k --print", `sh -c 'kimi -m k -p "$(cat)"'`],
      [
        "hydrate --provider agy --headless --print",
        `sh -c 'agy --dangerously-skip-permissions --print-timeout 120m --model gemini-3.1-pro-high -p "$(cat)"'`,
      ],
      ["--provider codex -t", `${codex} -m {model} -c model_reasoning_effort={effort}`],
      ["--provider kimi --headless --template", `sh -c 'kimi -m {model} -p "$(cat)"'`],
      [
        "fast --headless -t",
        "claude -p --dangerously-skip-permissions --model {model} --effort {effort}",
      ],
    ];
    for (const [args, line] of cases) await prints(project, args.split(" "), `${line}\n`);
    await prints(
      project,
      ["--provider", "codex", "--print", "--", "a b", "it's", "-x"],
      `${codex} 'a b' 'it'\\''s' -x\n`,
    );
  }));

Deno.test("agent -o: the resolution", () =>
  withProject({ project: "dispatch: {mode: pane}\n" }, async (project) => {
    await prints(
      project,
      ["apply", "--provider", "codex", "-o", "json"],
      `${
        JSON.stringify(
          {
            selector: "apply",
            role: "doing",
            stage: "apply",
            provider: "codex",
            model: "gpt-5.6-sol",
            effort: "xhigh",
            native: false,
            dispatch: "pane",
            command:
              "codex --dangerously-bypass-approvals-and-sandbox -m gpt-5.6-sol -c model_reasoning_effort=xhigh",
          },
          null,
          2,
        )
      }\n`,
    );
    await prints(
      project,
      ["--provider", "kimi", "-o", "yaml"],
      "selector: null\nrole: null\nstage: null\nprovider: kimi\nmodel: ''\neffort: ''\n" +
        "native: false\ndispatch: pane\ncommand: kimi --auto\n",
    );
  }));

Deno.test("agent -o: dispatch starts at its mode and only descends", () =>
  withProject({
    project: "providers:\n  only-native: {native: true}\n  only-pane: {interactive_command: x}\n" +
      "  nothing: {profiles: {fast: {model: m}}}\n",
  }, async (project) => {
    const cases: readonly (readonly [string, string, string | null])[] = [
      ["native", "claude", "native"],
      ["native", "codex", "headless"],
      ["headless", "claude", "headless"],
      ["pane", "only-native", "native"],
      ["native", "only-pane", null],
      ["headless", "only-native", null],
      ["pane", "nothing", null],
    ];
    for (const [mode, provider, rung] of cases) {
      const env = { FAB_DISPATCH_MODE: mode };
      const result = await project.fab(["agent", "--provider", provider, "-o", "json"], { env });
      assertEquals(
        JSON.parse(result.stdout).dispatch,
        rung,
        `${mode} ${provider} ${result.stderr}`,
      );
    }
  }));

Deno.test("agent: wrong usage and failures are one line and change nothing", () =>
  withProject({ project: "providers:\n  half: {headless_command: x}\n" }, async (project) => {
    const cases: readonly (readonly [string, number, string])[] = [
      [
        "--provider bogus --print",
        1,
        'unknown provider "bogus" (available: agy, claude, codex, half, kimi); configure it under providers.bogus ',
      ],
      ["--provider= --print", 1, 'unknown provider ""'],
      ["bogus --print", 2, 'unknown role or stage "bogus"'],
      ["default fast --print", 2, ""],
      ["--print -o json", 2, "--print and --output exclude each other"],
      ["-o xml", 2, '--output: "xml" is not one of yaml, json'],
      ["--repo /nowhere/at/all --print", 1, '--repo: "/nowhere/at/all" is not a directory'],
      [
        "--provider half",
        1,
        'provider "half" has no interactive_command; set providers.half.interactive_command',
      ],
      ["--bogus", 2, "unknown flag --bogus"],
    ];
    for (const [args, code, message] of cases) {
      const result = await project.fab(["agent", ...args.split(" ")]);
      assertEquals([result.code, result.stdout], [code, ""], `${args}: ${result.stderr}`);
      assertStringIncludes(result.stderr, `fab: ${message}`, args);
      assertEquals(result.stderr.split("\n").length, 2, result.stderr);
    }
  }));

Deno.test("agent: the knobs of the environment, and of the files", () =>
  withProject(
    { project: "agent: {session: kimi}\n", system: "agent: {workers: kimi}\n" },
    async (project) => {
      await prints(project, ["--print"], "kimi --auto\n");
      await prints(project, ["apply", "--print"], "kimi --auto\n");
      const env = { FAB_AGENT_SESSION: "codex" };
      const result = await project.fab(["agent", "operator", "-o", "json"], { env });
      assertEquals(JSON.parse(result.stdout).provider, "codex");
    },
  ));

Deno.test("agent: a broken project file is exit 1, a broken system file a warning", async () => {
  await withProject({ project: "agent:\n  session: [\n" }, async (project) => {
    const { code, stdout, stderr } = await project.fab(["agent", "--print"]);
    assertEquals([code, stdout], [1, ""]);
    assertStringIncludes(stderr, `fab: ${project.root}/fab/project/config.yaml:3:1: `);
  });
  await withProject({ system: "agent:\n\tsession: x\n" }, async (project) => {
    const { code, stderr } = await project.fab(["agent", "--print"]);
    assertEquals(code, 0);
    assertEquals(
      stderr,
      `fab: ${project.home}/.fab-kit/config.yaml:2:1: a tab as indentation; YAML takes spaces only; ignored\n`,
    );
  });
});

Deno.test("agent: arguments that a nested shell would keep are warned about", () =>
  withProject({}, async (project) => {
    const args = ["agent", "--provider", "kimi", "--headless", "--print", "--", "-x"];
    const { code, stdout, stderr } = await project.fab(args);
    assertEquals([code, stdout], [0, `sh -c 'kimi -p "$(cat)"' -x\n`]);
    assertStringIncludes(stderr, "fab: providers.kimi.headless_command is a script for a shell");
    assertEquals((await project.fab(args.toSpliced(3, 1))).stderr, "");
  }));

/** A provider that is a script of the test's own. */
function scripted(script: string): ProjectFiles {
  return {
    project:
      `agent: {session: mine}\nproviders:\n  mine:\n    interactive_command: sh ./agent.sh\n`,
    system: `# ${script.length}\n`,
  };
}

async function withAgent(script: string, body: (project: Project) => Promise<void>): Promise<void> {
  await withProject(scripted(script), async (project) => {
    await project.write("agent.sh", script);
    await body(project);
  });
}

Deno.test("agent runs the line: streams, arguments and exit code are the agent's", () =>
  withAgent('cat; printf "<%s>" "$@"; echo oops >&2; exit 7\n', async (project) => {
    const words = ["a b", "", "$HOME", "it's", "line\nfeed", "-n", "--", "*"];
    assertEquals(await project.fab(["agent", "--", ...words], { stdin: "in" }), {
      code: 7,
      stdout: `in${words.map((word) => `<${word}>`).join("")}`,
      stderr: "oops\n",
    });
  }));

Deno.test("agent: a signal that ends the agent is its exit code", () =>
  withAgent("kill -TERM $$\n", async (project) => {
    assertEquals((await project.fab(["agent"])).code, 143);
  }));

Deno.test('agent: exec fab agent -- "$@" is a correct wrapper', () =>
  withAgent('printf "<%s>" "$@"\n', async (project) => {
    const argv = programArgv().map((word) => `'${word}'`).join(" ");
    const wrapper = await project.write(
      "wrapper",
      `#!/bin/sh\nexec ${argv} agent -- "$@"\n`,
      0o755,
    );
    const output = await new Deno.Command(wrapper, {
      args: ["x y", "!", "\\"],
      cwd: project.root,
      clearEnv: true,
      env: programEnv({ HOME: project.home }),
    }).output();
    assertEquals(new TextDecoder().decode(output.stdout), "<x y><!><\\>");
  }));

Deno.test("agent --workers sets the variable for the agent and changes nothing printed", () =>
  withAgent('echo "<$FAB_AGENT_WORKERS>"\n', async (project) => {
    assertEquals((await project.fab(["agent", "--workers", "codex"])).stdout, "<codex>\n");
    assertEquals((await project.fab(["agent"])).stdout, "<>\n");
    await prints(project, ["--workers", "codex", "--print"], "sh ./agent.sh\n");
  }));

Deno.test("agent: a SIGTERM to fab goes to the agent, whose exit code stays its own", () =>
  withAgent(
    "trap 'echo term; exit 5' TERM\necho up\nwhile :; do sleep 0.05; done\n",
    async (project) => {
      const [program = "", ...args] = programArgv();
      const child = new Deno.Command(program, {
        args: [...args, "agent"],
        cwd: project.root,
        clearEnv: true,
        env: programEnv({ HOME: project.home }),
        stdin: "null",
        stdout: "piped",
      }).spawn();
      const reader = child.stdout.pipeThrough(new TextDecoderStream()).getReader();
      let text = "";
      const until = async (wanted: string) => {
        while (!text.includes(wanted)) {
          const { value, done } = await reader.read();
          if (done) break;
          text += value;
        }
      };
      await until("up\n");
      child.kill("SIGTERM");
      await until("term\n");
      assertEquals((await child.status).code, 5);
      await reader.cancel();
      assertEquals(text, "up\nterm\n");
    },
  ));

Deno.test("agent in a terminal: the tty is the agent's, and so is Ctrl-C", () =>
  withAgent(
    "trap 'echo caught' INT\ntest -t 0 && test -t 1 && echo tty\necho go\nread a || read a; echo \"got $a\"; exit 3\n",
    (project) =>
      withTmux(async (server) => {
        const fab = programArgv().map((word) => `'${word}'`).join(" ");
        const pane = await server.openPane([
          "sh",
          "-c",
          `trap : INT; cd '${project.root}'; HOME='${project.home}' ${fab} agent; echo "code $?"; read x`,
        ]);
        await server.waitFor(pane, /tty\ngo/);
        await server.press(pane, "C-c");
        await server.waitFor(pane, "caught");
        await server.type(pane, "hello");
        await server.press(pane, "Enter");
        await server.waitFor(pane, /got hello\ncode 3/);
      }),
  ));
