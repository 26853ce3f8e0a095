/**
 * Completion in real shells: Tab is pressed in a pane, and the screen is read.
 *
 * @module
 */

import { assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { quoteWords } from "../lib/core/quote.ts";
import { programArgv, runFab, shellFab } from "./helpers/program.ts";
import { startTmux, type TmuxServer } from "./helpers/tmux_server.ts";

/** How each shell is started without a person's own settings, and told to complete. */
const SHELLS = [
  {
    name: "bash",
    argv: ["bash", "--norc", "--noprofile", "-i"],
    setUp: "source <(fab completion bash); alias tell='fab pane deliver'; complete -F _fab tell",
    prompt: "PS1='$ '",
    // The first puts the common % in, the second says that there are several, the third lists.
    tabs: 3,
  },
  {
    name: "zsh",
    argv: ["zsh", "-f", "-i"],
    setUp: "autoload -Uz compinit; compinit -u -D; source <(fab completion zsh); " +
      "alias tell='fab pane deliver'",
    prompt: "PROMPT='$ '; unsetopt prompt_cr prompt_sp",
    tabs: 2,
  },
  {
    name: "zsh",
    how: "from a file of its own",
    argv: ["zsh", "-f", "-i"],
    setUp: "mkdir ../zf; fab completion zsh > ../zf/_fab; fpath=(../zf $fpath); " +
      "autoload -Uz compinit; compinit -u -D; alias tell='fab pane deliver'",
    prompt: "PROMPT='$ '; unsetopt prompt_cr prompt_sp",
    tabs: 2,
  },
  {
    name: "fish",
    argv: ["fish", "--no-config", "-i"],
    setUp: "fab completion fish | source; alias tell='fab pane deliver'",
    prompt: "function fish_prompt; echo -n '$ '; end; set -g fish_autosuggestion_enabled 0",
    tabs: 2,
  },
] as const;

/** Whether a shell's tests are left out, which is said; they count as ignored then. */
function isMissing(program: string): boolean {
  const { success } = new Deno.Command("sh", {
    args: ["-c", 'command -v "$1"', "sh", program],
    stdout: "null",
  }).outputSync();
  if (!success) console.log(`${program} is not installed: its completion is not driven`);
  return !success;
}

/** A directory with a `fab` in it, as a person has one on the path. */
async function binary(server: TmuxServer): Promise<string> {
  const directory = `${server.directory}/bin`;
  await Deno.mkdir(directory);
  const line = `#!/bin/sh\nexec ${quoteWords(programArgv())} "$@"\n`;
  await Deno.writeTextFile(`${directory}/fab`, line, { mode: 0o755 });
  return directory;
}

for (const shell of SHELLS) {
  Deno.test(
    `${shell.name}${
      "how" in shell ? `, ${shell.how},` : ""
    } completes commands, flags and live values`,
    {
      ignore: isMissing(shell.name),
    },
    async () => {
      const server = await startTmux({ columns: 120, rows: 40 });
      try {
        const path = `${await binary(server)}:${server.env.PATH}`;
        await server.tmux("rename-window", "-t", "keeper:0", "the keeper");
        const project = `${server.directory}/project`;
        await Deno.mkdir(`${project}/fab/changes/260101-4f2a-quick-fix`, { recursive: true });
        await Deno.mkdir(`${project}/.git`);
        await Deno.writeTextFile(`${project}/.git/HEAD`, "ref: refs/heads/main\n");
        const env = ["env", `PATH=${path}`, `DENO_DIR=${server.env.DENO_DIR}`];
        const pane = await server.openPane([...env, ...shell.argv], { cwd: project });
        await server.type(pane, `${shell.prompt}; ${shell.setUp}; echo set-"up"=0.`);
        await server.press(pane, "Enter");
        await server.waitFor(pane, "set-up=0.");

        /** Types, presses Tab, waits for the line, and clears it. */
        const completes = async (
          typed: string,
          wanted: string | RegExp | ((screen: string) => boolean),
          tabs = 1,
        ) => {
          await server.press(pane, "C-l");
          await server.waitFor(pane, (screen) => !screen.includes("set-up=0."));
          await server.type(pane, typed);
          await server.waitFor(pane, typed.trimEnd());
          for (let tab = 0; tab < tabs; tab++) await server.press(pane, "Tab");
          const screen = await server.waitFor(pane, wanted);
          await server.press(pane, "C-u", "C-l");
          await server.waitFor(pane, (now) => !now.includes(typed.trimEnd()));
          return screen;
        };

        await completes("fab compl", "$ fab completion");
        await completes("fab pane capt", "$ fab pane capture");
        await completes("fab agent --prov", "$ fab agent --provider");
        await completes("fab agent --provider co", "$ fab agent --provider codex");
        await completes("fab agent --output=js", "$ fab agent --output=json");
        await completes("fab pane capture --server=fabtest-", `--server=${server.label}`);
        await completes("fab completion zs", "$ fab completion zsh");
        await completes("fab help pane kil", "$ fab help pane kill");
        await completes("fab dispatch status 4f", "$ fab dispatch status 4f2a");
        await completes("fab pane await %3 --until idle,w", "--until idle,waiting");
        await completes("fab pane send %3 hi --await=a", "--await=active");
        await completes("tell --prompt", "$ tell --prompt-file");
        await server.tmux("new-session", "-d", "-s", "my work", "sleep 1000");
        await completes(
          `fab pane map -L ${server.label} --session my`,
          /--session (my\\ work|'my work')/,
        );

        // Of several panes, a list with what each is.
        const other = await server.openPane(["sleep", "1000"]);
        await server.tmux("rename-window", "-t", other, "worker bee");
        await server.setOption(other, "@rk_pane_agent_state", "waiting:1751800000");
        const listed = await completes(
          `fab pane capture -L ${server.label} `,
          (screen: string) => screen.includes("worker bee") && screen.includes("the keeper"),
          shell.tabs,
        );
        assertMatch(listed, /worker bee \(sleep, waiting\)/);
      } finally {
        await server.stop();
      }
    },
  );
}

Deno.test("fish has no completions of another fab, which it brings, beside these", {
  ignore: isMissing("fish"),
}, async () => {
  const directory = await Deno.makeTempDir({ prefix: "fabtest-" });
  try {
    await Deno.writeTextFile(`${directory}/fab.fish`, "complete -c fab -s Z -d 'of another fab'\n");
    const asked = async (before: string) => {
      const script = `mkdir -p "${directory}/bin"
        printf '#!/bin/sh\\nexec %s "$@"\\n' "$*" >"${directory}/bin/fab"
        chmod +x "${directory}/bin/fab"; PATH="${directory}/bin:$PATH"
        fish --no-config -c 'set fish_complete_path ${directory}; ${before} complete -C "fab -"'`;
      return (await shellFab(script, [])).stdout;
    };
    // As it would be without: what this test is about does happen here.
    assertStringIncludes(await asked(""), "of another fab");
    const sourced = await asked("fab completion fish | source;");
    assertStringIncludes(sourced, "--version");
    assertEquals(sourced.includes("of another fab"), false, sourced);
  } finally {
    await Deno.remove(directory, { recursive: true });
  }
});

Deno.test("the script of each shell is given, and no other", async () => {
  for (const shell of ["bash", "zsh", "fish"]) {
    const { code, stdout, stderr } = await runFab(["completion", shell]);
    assertEquals([code, stderr], [0, ""]);
    assertStringIncludes(stdout, "fab __complete");
  }
  const other = await runFab(["completion", "tcsh"]);
  assertEquals([other.code, other.stdout], [2, ""]);
  assertStringIncludes(other.stderr, '"tcsh" is not one of bash, zsh, fish');
});

Deno.test("completion has no error for whatever stands on the line", async () => {
  for (
    const words of [
      [],
      ["pane", "capture", "%"],
      ["pane", "capture", "-L", "no such server", ""],
      ["pane", "capture", "--", "--", "-"],
      ["\t\n", "é", ""],
      ["dispatch", "status", ""],
    ]
  ) {
    const { code, stdout, stderr } = await runFab(["__complete", "--", ...words], {
      env: { TMUX_TMPDIR: "/nonexistent", TMUX: "/nonexistent/socket,1,0" },
      cwd: "/",
    });
    assertEquals([code, stderr], [0, ""], words.join(" "));
    assertMatch(stdout, /^(values|files|directories)\n/);
  }
});
