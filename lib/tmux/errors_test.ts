import { assertEquals } from "@std/assert";
import { PaneMissingError, TmuxError } from "../core/errors.ts";
import { classifyRefusal } from "./errors.ts";

Deno.test("tmux's words are told apart, in any case and version", () => {
  const table: readonly (readonly [string, string | undefined, string, string])[] = [
    ["can't find pane: %99\n", "%99", "pane-missing", "pane %99 not found"],
    ["Can't find window: %99", "%99", "pane-missing", "pane %99 not found"],
    ["can't find session: x", undefined, "refused", "tmux: can't find session: x (server lab)"],
    [
      "no server running on /tmp/tmux-0/lab\n",
      "%1",
      "no-server",
      "no tmux server (server lab): no server running on /tmp/tmux-0/lab",
    ],
    [
      "error connecting to /tmp/tmux-0/lab (No such file or directory)",
      undefined,
      "no-server",
      "no tmux server (server lab): error connecting to /tmp/tmux-0/lab (No such file or directory)",
    ],
    ["lost server", undefined, "no-server", "no tmux server (server lab): lost server"],
    ["no space for new pane", "%1", "refused", "tmux: no space for new pane (server lab)"],
    ["one\n two\n", undefined, "refused", "tmux: one; two (server lab)"],
    ["", undefined, "refused", "tmux failed without a word (server lab)"],
  ];
  for (const [stderr, pane, reason, message] of table) {
    const error = classifyRefusal(stderr, { label: "lab", pane, signal: null });
    assertEquals(error.message, message);
    if (error instanceof TmuxError) assertEquals(error.reason, reason);
    else assertEquals([error instanceof PaneMissingError, reason], [true, "pane-missing"]);
  }
  const killed = { label: null, signal: "SIGKILL" };
  assertEquals(classifyRefusal("x", killed).message, "tmux: x");
  assertEquals(classifyRefusal("", killed).message, "the call of tmux was ended by SIGKILL");
});
