/**
 * Standing questions and programs with a screen of their own: none gets a key.
 *
 * @module
 */

import { assert, assertEquals, assertMatch } from "@std/assert";
import { deliverText, fabOn } from "./helpers/pane_program.ts";
import { withTmux } from "./helpers/tmux_server.ts";

const bash = (script: string) => ["bash", "-c", script];
const NODE_RAW = `process.stdin.setRawMode(true);
process.stdout.write("\\x1b[?25l\\x1b[33mDelete all of it?\\x1b[0m\\n\\n> 1. Yes\\n  2. No\\n");
process.stdin.on("data", (key) => process.stdout.write("got " + key));
setTimeout(() => {}, 600000);`;

/** What stands, what is waited for, and the reason that is told. */
const CASES: readonly (readonly [readonly string[], RegExp, string])[] = [
  [bash("read -r -n1 -p 'Overwrite all files? [Y/n] ' a; echo got; sleep 600"), /Y\/n/, "question"],
  [bash("read -r -s -p 'Vault password: ' a; echo got; sleep 600"), /password/, "question"],
  [bash("read -r -s -n1 -p 'Press any key to continue'; echo got; sleep 600"), /any/, "question"],
  [bash("select way in fast slow; do echo got; done"), /#\?/, "question"],
  [["node", "-e", NODE_RAW], /2\. No/, "question"],
  [["less", "/etc/passwd"], /root/, "program"],
  [["vim", "-u", "NONE", "-c", "startinsert"], /INSERT|~/, "program"],
  [["top"], /PID/, "program"],
];

Deno.test("nothing is typed at a question, in a pager, in an editor", () =>
  withTmux(async (tmux) => {
    for (const [argv, shown, reason] of CASES) {
      const [program = ""] = argv;
      const found = await new Deno.Command("sh", { args: ["-c", `command -v ${program}`] })
        .output();
      if (!found.success) {
        console.log(`left out: there is no ${program} here`);
        continue;
      }
      const pane = await tmux.openPane(argv);
      await tmux.waitFor(pane, shown);
      const before = await tmux.capture(pane);
      const asked = await fabOn(tmux, ["pane", "ready", pane, "--json"]);
      const said = JSON.parse(asked.stdout);
      assertEquals(said.state, "parked", `${argv}: ${asked.stdout}`);
      assert(String(said.reason).startsWith(reason), `${argv}: ${said.reason}`);
      const refused = await deliverText(tmux, pane, "hello there");
      assertEquals([refused.code, refused.stdout], [1, ""], argv.join(" "));
      assertMatch(refused.stderr, /^fab: not ready: /, argv.join(" "));
      const after = await tmux.capture(pane);
      assert(!/got/.test(after), after);
      if (program !== "top") assertEquals(after, before, argv.join(" "));
      await tmux.tmux("kill-pane", "-t", pane);
    }
  }));
