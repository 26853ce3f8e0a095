import { assertEquals, assertRejects, assertThrows } from "@std/assert";
import { PaneMissingError, TmuxError } from "../core/errors.ts";
import { type Answer, fakeExec } from "../testing/fake_exec.ts";
import { randomText, seeded } from "../testing/screens.ts";
import { createTmux, escapeArgument, escapeFormat, requirePaneId } from "./tmux.ts";
import { isPaneId } from "../core/pane_id.ts";

/** How tmux splits its arguments into commands: a last `;` ends one, unless a `\` stands before it. */
function commandsOf(argv: readonly string[]): string[][] {
  const commands: string[][] = [[]];
  for (const argument of argv) {
    const ends = argument.endsWith(";") && !argument.endsWith("\\;");
    const bare = argument.endsWith(";") ? argument.slice(0, -1) : argument;
    const word = argument.endsWith("\\;") ? `${bare.slice(0, -1)};` : bare;
    if (!ends || word !== "") commands.at(-1)?.push(word);
    if (ends) commands.push([]);
  }
  return commands;
}

Deno.test("whatever an argument holds, tmux takes it for one argument", async () => {
  const random = seeded(6);
  const words = [";", ";;", "\\;", "\\\\;", "a;", "a\\", "", "-l", "--", "Enter", "#{x};", "a\nb;"];
  for (let round = 0; round < 100; round++) {
    words.push(randomText(random, 1 + Math.floor(random() * 9)) + (random() < 0.5 ? ";" : ""));
  }
  for (const word of words) assertEquals(commandsOf([escapeArgument(word)]), [[word]], word);
  const exec = fakeExec().always(() => true);
  await createTmux(exec, null).call([["one", ...words], ["two", "x;"]]);
  assertEquals(commandsOf(exec.calls[0]?.argv.slice(2) ?? []), [["one", ...words], ["two", "x;"]]);
});

Deno.test("formats are escaped whole", () => {
  assertEquals(escapeFormat("a#S #{x} #(touch y) ##"), "a##S ##{x} ##(touch y) ####");
  assertEquals(escapeFormat("100% plain"), "100% plain");
  assertEquals(escapeFormat("#[x] ##[y#S] [#]"), "#[x] ##[y##S] [##]");
});

Deno.test("a pane is named by its exact id alone", () => {
  for (const id of ["%0", "%1", "%4294967295"]) assertEquals(isPaneId(id), true, id);
  const others = [
    "",
    "%",
    "1",
    "%01",
    "%-1",
    "%1 ",
    "@1",
    "$1",
    "main:1.0",
    "{last}",
    "%1;",
    "%1\n",
  ];
  for (const word of others) {
    assertEquals(isPaneId(word), false, word);
    assertThrows(
      () => requirePaneId(word),
      PaneMissingError,
      `pane ${word === "" ? '""' : word} not found`,
    );
  }
});

Deno.test("every call starts tmux with -u, and on the server that is named", async () => {
  const argv = async (server: string | null | undefined) => {
    const exec = fakeExec().always(() => true);
    await createTmux(exec, server).call([["list-panes"]]);
    assertEquals(exec.calls[0]?.options.timeoutMs, 5000);
    return exec.calls[0]?.argv;
  };
  assertEquals(await argv(null), ["tmux", "-u", "list-panes"]);
  assertEquals(await argv(""), ["tmux", "-u", "list-panes"]);
  assertEquals(await argv(undefined), ["tmux", "-u", "list-panes"]);
  assertEquals(await argv("a b;"), ["tmux", "-u", "-L", "a b;", "list-panes"]);
});

Deno.test("a hung or missing tmux is an error, also where refusals are returned", async () => {
  const hung = createTmux(fakeExec().always(() => true, { timedOut: true, code: 137 }), null);
  const late = await assertRejects(() => hung.attempt([["send-keys"]]), TmuxError, "'send-keys'");
  assertEquals(late.reason, "timeout");
  const none = createTmux(fakeExec().missing("tmux"), null);
  const missing = await assertRejects(() => none.attempt([["x"]]), TmuxError, "install tmux");
  assertEquals(missing.reason, "missing");
  const refused = createTmux(fakeExec().always(() => true, { code: 1, stderr: "no" }), null);
  assertEquals((await refused.attempt([["x"]])).code, 1);
  await assertRejects(() => refused.call([["x"]]), TmuxError, "tmux: no");
});

/** Answers `display-message` as tmux does, with these values. */
function display(values: Readonly<Record<string, string>>, more = ""): Answer {
  return (argv) => {
    const format = argv.find((word) => word.includes("#{")) ?? "";
    return `${format.replaceAll(/#\{(\w+)\}/g, (_, name: string) => values[name] ?? "")}\n${more}`;
  };
}

Deno.test("a pane's fields are read, and what came after them", async () => {
  const exec = fakeExec().always(
    () => true,
    display({ pane_id: "%3", pane_title: "a\nb\t;" }, "x\n"),
  );
  const { fields, output } = await createTmux(exec, null).pane("%3", ["pane_title"], [["y"]]);
  assertEquals([fields.pane_title, output], ["a\nb\t;", "x\n"]);
  assertEquals(exec.calls.length, 1);
});

Deno.test("an answer for another pane, or none, is a missing pane", async () => {
  const answers: readonly Answer[] = [
    "",
    display({ pane_id: "%4" }),
    display({ pane_id: "" }),
    { code: 1, stderr: "can't find pane: %3" },
  ];
  for (const answer of answers) {
    const tmux = createTmux(fakeExec().always(() => true, answer), null);
    await assertRejects(() => tmux.pane("%3", ["pane_tty"]), PaneMissingError, "pane %3 not found");
  }
  const unasked = fakeExec();
  await assertRejects(() => createTmux(unasked, null).pane("", []), PaneMissingError);
  assertEquals(unasked.calls.length, 0, "an empty target would be the current pane");
});

Deno.test("lists are framed", async () => {
  const exec = fakeExec().always(
    ["tmux", "-u", "list-panes", "-a", "-F", /./],
    display({ pane_id: "%1" }),
  );
  const rows = await createTmux(exec, null).list(["list-panes", "-a"], ["pane_id"]);
  assertEquals(rows, [{ pane_id: "%1" }]);
});
