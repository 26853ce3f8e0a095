/**
 * Terminals behind terminals: a prompt never gets to a shell there, and gets to a program that reads.
 *
 * @module
 */

import { assertEquals, assertMatch } from "@std/assert";
import { deliverText, fabOn } from "./helpers/pane_program.ts";
import { type TmuxServer, withTmux } from "./helpers/tmux_server.ts";

const SHELL = "bash --norc -i";
const INNER = "inner";
const nested = (
  line: string,
) => ["env", "-u", "TMUX", "tmux", "-L", INNER, "-f", "/dev/null", "new-session", line];

/** Ways to a shell; a program that this machine lacks is left out, and said. */
const SHELLS: readonly (readonly [string, readonly string[]])[] = [
  ["script", ["script", "-qfc", SHELL, "/dev/null"]],
  ["script in script", ["script", "-qfc", `script -qfc '${SHELL}' /dev/null`, "/dev/null"]],
  ["python3", ["python3", "-c", `import pty; pty.spawn("${SHELL}".split())`]],
  ["tmux", nested(SHELL)],
];

async function has(program: string): Promise<boolean> {
  const { success } = await new Deno.Command("sh", { args: ["-c", `command -v ${program}`] })
    .output();
  return success;
}

async function endInner(tmux: TmuxServer): Promise<void> {
  await new Deno.Command("tmux", { args: ["-L", INNER, "kill-server"], env: tmux.env }).output();
}

Deno.test("a shell behind another terminal runs no prompt", () =>
  withTmux(async (tmux) => {
    try {
      for (const [name, argv] of SHELLS) {
        if (!await has(name.split(" ")[0] ?? "")) {
          console.log(`left out: there is no ${name} here`);
          continue;
        }
        const pane = await tmux.openPane(argv);
        await tmux.waitFor(pane, /bash-.*[#$]/);
        const refused = await deliverText(tmux, pane, "echo $((40+2))");
        assertEquals([refused.code, refused.stdout], [1, ""], name);
        assertMatch(refused.stderr, /^fab: shell: pane %\d+ is at a bash prompt/, name);
        const screen = await tmux.capture(pane);
        assertEquals(/^42$/m.test(screen), false, screen);
      }
    } finally {
      await endInner(tmux);
    }
  }));

Deno.test("a program in a nested tmux gets its text, and its processes are seen", () =>
  withTmux(async (tmux) => {
    try {
      const log = `${tmux.directory}/lines`;
      const worker = `while read -r -e -p 'worker> ' l; do printf '%s\\n' "$l" >>'${log}'; done`;
      const script = `${tmux.directory}/claude`;
      await Deno.writeTextFile(script, `#!/bin/bash\n${worker}\n`, { mode: 0o755 });
      const pane = await tmux.openPane(nested(script));
      await tmux.waitFor(pane, /worker>/);
      const process = await fabOn(tmux, ["pane", "process", pane, "--json"]);
      assertEquals(JSON.parse(process.stdout).has_agent, true, process.stdout);
      const done = await deliverText(tmux, pane, "hello");
      assertEquals(done, { code: 0, stdout: `delivered ${pane} (text)\n`, stderr: "" });
      assertEquals(await Deno.readTextFile(log), "hello\n");
    } finally {
      await endInner(tmux);
    }
  }));
