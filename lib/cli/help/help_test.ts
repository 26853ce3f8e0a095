import { assert, assertEquals } from "@std/assert";
import { defineCommand } from "../command.ts";
import { helpOf, usageLine } from "./help.ts";
import { family, leaf } from "./tree.ts";
import { wrap, wrapText } from "../text/wrap.ts";

const command = defineCommand<null>({
  description: "First paragraph that is long enough to be broken over two lines when it is shown " +
    "in eighty columns.\n\n  kept   as it is\n  and this\n\nLast.",
  args: [
    { name: "pane", summary: "exact pane id" },
    { name: "text", summary: "what to say", optional: true, variadic: true },
  ],
  flags: [
    { name: "lines", short: "l", value: "<n>", summary: "how many" },
    { name: "await", value: "<states>", valueOptional: true, summary: "wait" },
    { name: "mode", value: "<m>", choices: ["a", "b"], repeat: true, summary: "which" },
    {
      name: "a-name-that-is-longer-than-the-column",
      summary: "a summary that is itself much too long to be put on one line beside its name",
    },
  ],
  rest: { name: "agent-args", summary: "passed to the agent" },
  examples: [{ line: "fab pane say %3 hello -l 5", summary: "says hello" }],
  parse: () => null,
  run: () => Promise.resolve(0),
});
const node = leaf("say", { summary: "say something", load: () => Promise.resolve({ command }) });

Deno.test("a command's help is made of its declaration", async () => {
  const help = await helpOf({ path: ["fab", "pane", "say"], node });
  assertEquals(
    help,
    `Say something.

Usage:
  fab pane say <pane> [<text>...] [flags] [-- <agent-args>...]

First paragraph that is long enough to be broken over two lines when it is shown
in eighty columns.

  kept   as it is
  and this

Last.

Arguments:
  <pane>              exact pane id
  [<text>...]         what to say
  -- <agent-args>...  passed to the agent

Flags:
  -l, --lines <n>         how many
      --await[=<states>]  wait
      --mode <m>          which: a, b (may be repeated)
      --a-name-that-is-longer-than-the-column
                          a summary that is itself much too long to be put on
                          one line beside its name
  -h, --help              show this help

Examples:
  fab pane say %3 hello -l 5
      says hello

Exit codes:
  0              done
  1              the operation failed
  2              wrong usage, or no such pane
  3              tmux failed: no server, bad socket, refused command; or ssh
                 failed
  129, 130, 143  ended by SIGHUP, SIGINT, SIGTERM
`,
  );
});

Deno.test("the top-level help is grouped, families with the names of their children", async () => {
  const root = family("fab", {
    summary: "top",
    children: [
      family("pane", { summary: "panes", group: "First", children: [node] }),
      leaf("agent", { summary: "an agent", group: "Second", load: node.load as never }),
      leaf("other", { summary: "no group", load: node.load as never }),
    ],
  });
  const help = await helpOf({ path: ["fab"], node: root });
  assert(
    help.includes(
      "First:\n  pane   panes: say\n\nSecond:\n  agent  an agent\n\nOther commands:\n  other  no group\n",
    ),
    help,
  );
});

Deno.test("a usage line names arguments as they are written", () => {
  assertEquals(
    usageLine(["fab", "x"], { ...command, args: [] }),
    "fab x [flags] [-- <agent-args>...]",
  );
});

Deno.test("wrapping breaks at spaces and loses no word", () => {
  assertEquals(wrap("aa bb cc", 5), ["aa bb", "cc"]);
  assertEquals(wrap("a verylongword b", 5), ["a", "verylongword", "b"]);
  assertEquals(wrap("  ", 5), []);
  assertEquals(wrapText("a\nb\n\nc", 80), "a b\n\nc");
});
