import { assertEquals, assertThrows } from "@std/assert";
import { UsageError } from "../errors.ts";
import { panesByHost, readSignals, signalsText } from "./host_panes.ts";

Deno.test("panes with a host are that host's, the others each host's", () => {
  const byHost = panesByHost(["red", "me@blue:22"], ["%1", "red:%2", "me@blue:22:%3", "%1"]);
  assertEquals([...byHost], [["red", ["%1", "%2"]], ["me@blue:22", ["%1", "%3"]]]);
});

Deno.test("a pane of no host and a host of no pane are mistakes", () => {
  assertThrows(() => panesByHost(["red"], ["blue:%1"]), UsageError, 'no --host "blue"');
  assertThrows(() => panesByHost(["red", "blue"], ["red:%1"]), UsageError, '"blue": no pane');
});

Deno.test("signals are read out of what a terminal shows", () => {
  const text = "fab: a warning\r\nidle %1\r\ngone %2\r\nidle %9\r\nidle %1 more\r\n";
  assertEquals(readSignals("red", text, ["%1", "%2"]), [
    { host: "red", pane: "%1", word: "idle" },
    { host: "red", pane: "%2", word: "gone" },
  ]);
  assertEquals(readSignals("red", "file\n", ["%1"]), [{ host: "red", pane: null, word: "file" }]);
});

Deno.test("one pane's signal is a word, several are lines with their panes", () => {
  const [signal] = readSignals("red", "waiting\n", ["%1"]);
  assertEquals(signalsText([signal!], { panes: 1 }), "waiting\n");
  assertEquals(signalsText([signal!], { panes: 2 }), "waiting red:%1\n");
  assertEquals(
    signalsText(readSignals("red", "file\n", ["%1"]), { panes: 2 }),
    "file red\n",
  );
});
