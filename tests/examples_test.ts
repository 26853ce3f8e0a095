/**
 * Every example of every `--help` is run, as it stands there, on the machine that documents are
 * tried on. Most need nothing; what one needs before it, or ends with, is in the table below. A new
 * example that fails without an entry is one that would have failed for its reader.
 *
 * @module
 */

import { assert, assertEquals } from "@std/assert";
import { dirname } from "@std/path";
import { root } from "../commands/mod.ts";
import { commandsOf, loaderOf } from "../lib/cli/resolve.ts";
import { quoteWords } from "../lib/core/quote.ts";
import { ROOT } from "./helpers/directory.ts";
import { type DocStage, withStage } from "./helpers/doc_stage.ts";
import { simArgv } from "./sim/open.ts";

/** What an example wants besides itself. */
interface Needs {
  /** Run before it, by the same shell. */
  readonly before?: string;
  /** Run instead of it, where it names what can't be there; it has all of its words but those. */
  readonly as?: string;
  /** Its exit code; 0 without. */
  readonly code?: number;
}

/** Examples that take a terminal, another machine, a server of their own or long: who runs such. */
const ELSEWHERE: Readonly<Record<string, string>> = {
  "fab demo": "demo_test.ts",
  "fab pane map --watch": "watch_test.ts",
  "fab pane watch": "watch_test.ts",
  "fab pane watch --all-sessions": "watch_test.ts",
  "fab pane watch --line --all-sessions": "watch_test.ts",
  "fab pane next": "watch_test.ts",
  "fab pane ask %3 'which test is slowest?'": "ask_test.ts",
  "fab pane ask %3 --prompt-file plan.md --timeout 1800 --json": "ask_test.ts",
  "fab pane ask %3 'write report.md' --file report.md": "ask_test.ts",
  "fab pane ask %3 %4 %5 'what are you on?'": "ask_test.ts",
  "fab pane record %3": "records_test.ts",
  "fab pane record %3 --last": "records_test.ts",
  "fab pane record %3 -n 5 --json": "records_test.ts",
  "fab pane map --host red --host blue": "hosts_test.ts",
  "fab pane await --host red --host blue red:%3 blue:%1": "hosts_test.ts",
};

const HEADLESS = "export FAB_DISPATCH_MODE=headless";
const idle = "tmux set-option -p -t %3 @rk_pane_agent_state idle:$(date +%s)";
const finish = "echo ok >.fab-dispatch/ab12/apply-result.yaml";
const soon = (script: string) => `(sleep 0.5; ${script}) >/dev/null 2>&1 &`;
const mark = `m=$(fab pane capture %3 --json | sed -n 's/.*"mark": "\\(.*\\)".*/\\1/p')`;

const NEEDS: Readonly<Record<string, Needs>> = {
  "fab spawn --provider codex -t work: --focus": { before: "tmux new-session -d -s work" },
  "fab dispatch start ab12 apply < prompt.md": { before: HEADLESS },
  "fab dispatch start ab12 review --timeout 3600 < prompt.md": { before: HEADLESS },
  "fab dispatch open ab12 apply < prompt.md": { before: "fab dispatch wait ab12 apply" },
  "fab dispatch open ab12 apply -L work < prompt.md": {
    before: "fab dispatch kill ab12 apply; tmux -L work -f /dev/null new-session -d",
  },
  "fab dispatch deliver ab12 apply": {
    before: "fab dispatch kill ab12 apply; fab dispatch open ab12 apply < prompt.md; " +
      "fab dispatch ready ab12 apply --wait 20",
  },
  "fab dispatch deliver ab12 apply --prompt-file rework.md": { before: finish },
  "fab dispatch restart ab12 apply": { before: "fab dispatch kill ab12 apply" },
  "fab dispatch restart ab12 apply --pane": { before: "fab dispatch kill ab12 apply" },
  "fab dispatch wait ab12 apply": { before: soon("fab dispatch kill ab12 apply") },
  "fab dispatch logs ab12 apply": {
    before: `fab dispatch kill ab12 apply; fab dispatch clean ab12; ${HEADLESS}; ` +
      "fab dispatch start ab12 apply < prompt.md; fab dispatch wait ab12 apply",
  },
  "fab dispatch reap ab12 apply": {
    before: `fab dispatch open ab12 apply < prompt.md; ${finish}`,
  },
  "fab pane capture %3 --since AQJ4VjQSA1AAAAEAAQFWNBKHSg": {
    as: `${mark}; fab pane capture %3 --since "$m"`,
  },
  "fab pane state %3 --watch --record wrong.jsonl": {
    as: "timeout -s INT 3 fab pane state %3 --watch --record wrong.jsonl",
    code: 124,
  },
  "fab pane map --session work -L agents": {
    before: "tmux -L agents -f /dev/null new-session -d -s work",
  },
  "fab pane send %3 'fix it' --await --timeout 600": {
    before: soon(
      "sleep 2; tmux set-option -p -t %3 @rk_pane_agent_state idle:$(($(date +%s) + 1))",
    ),
  },
  "fab pane send %3 --answer --key Down --key Enter": {
    before: "tmux set-option -p -t %3 @rk_pane_agent_state waiting:1",
  },
  "fab pane deliver %3 --hold 600 'then run the tests'": { before: idle },
  "fab pane send %3 --force --key C-c": { before: idle },
  "fab pane send %3 %4 'commit now' --json": { before: idle },
  "fab pane send %3 --hold 300 -": { as: `${idle}; echo hello | fab pane send %3 --hold 300 -` },
  "fab pane await %3": { before: idle },
  "fab pane await %3 --file result.yaml --timeout 600": { before: soon("echo x >result.yaml") },
  "fab pane await %3 %4 --all": {
    before: `${idle}; tmux set-option -p -t %4 @rk_pane_agent_state idle:1`,
  },
  "fab pane await %3 --until idle --stalled 300": { before: idle },
  // That an agent's end is seen is await_test's.
  "fab pane await %3 --exit": { as: "fab pane await %3 --exit --timeout 1" },
  "fab pane await %3 --pattern 'Tests: [0-9]+ passed'": {
    before: soon("fab pane deliver %3 'say Tests: 12 passed' --force"),
  },
  "fab pane kill %3 --force": { as: "fab pane kill %5 --force" },
};

Deno.test("every example of every help runs as it stands there", async () => {
  const lines: string[] = [];
  for (const place of commandsOf({ path: ["fab"], node: root })) {
    for (const { line } of (await loaderOf(place)?.())?.examples ?? []) lines.push(line);
  }
  for (const line of [...Object.keys(NEEDS), ...Object.keys(ELSEWHERE)]) {
    assert(lines.includes(line), `no example any more: ${line}`);
  }
  await withStage(async (stage) => {
    await setUp(stage);
    const failures: string[] = [];
    for (const line of lines) {
      if (Object.hasOwn(ELSEWHERE, line)) continue;
      const { before = ":", as = line, code = 0 } = NEEDS[line] ?? {};
      const result = await stage.run("sh", `{ ${before}\n} >/dev/null 2>&1\n${as}`);
      if (result.code !== code) failures.push(`${line}\n${JSON.stringify(result)}`);
    }
    await stage.run("sh", "for s in work agents; do tmux -L $s kill-server || :; done");
    assertEquals(failures.join("\n\n"), "");
  });
});

Deno.test("examples that are run elsewhere are run there", async () => {
  for (const [line, file] of Object.entries(ELSEWHERE)) {
    const verb = line.split(" ")[line.startsWith("fab pane ") ? 2 : 1] ?? "";
    const text = await Deno.readTextFile(`${ROOT}/tests/${file}`);
    assert(text.includes(`"${verb}"`), `${file} runs no ${line}`);
  }
});

/** What the examples name: changes, prompts, directories, agents in %3, %4 and %5. */
async function setUp(stage: DocStage): Promise<void> {
  const bin = `${dirname(stage.project)}/bin`;
  const agent = quoteWords(
    simArgv("framed", { log: `${stage.project}/worker.log`, obey: "sh", answer: "ok" }),
  );
  for (const name of ["claude", "codex"]) {
    const script = "#!/bin/sh\ncase $1 in --version | --help | exec) echo 1.0; exit ;; esac\n" +
      "[ -t 0 ] || exit 0\nexec sleep 86400\n";
    await Deno.writeTextFile(`${bin}/${name}`, script, { mode: 0o755 });
  }
  await Deno.writeTextFile(`${bin}/agent`, `#!/bin/sh\nexec ${agent}\n`, { mode: 0o755 });
  for (const folder of ["260901-ab12-add-login", "260902-cd34-add-logout"]) {
    await stage.write(`fab/changes/${folder}/.status.yaml`, "progress: {}\n");
  }
  await stage.write("fab/backlog.md", "- [ ] [ab12] one\n- [ ] [cd34] two\n");
  await stage.write(
    "fab/project/config.yaml",
    "agent: {workers: worker}\nproviders:\n" +
      "  worker: {interactive_command: agent, headless_command: sh -s}\n",
  );
  for (const name of ["prompt", "plan", "task", "rework"]) {
    await stage.write(`${name}.md`, "true\n");
  }
  await stage.write("~/src/app/.keep", "");
  await Deno.mkdir(`${dirname(stage.project)}/app`);
  for (const pane of ["%4", "%5"]) {
    assertEquals(
      await stage.server.openPane(["sh", "-c", `exec ${bin}/agent`], {
        cwd: stage.project,
      }),
      pane,
    );
    await stage.server.waitFor(pane, (screen) => screen.trim() !== "");
  }
}
