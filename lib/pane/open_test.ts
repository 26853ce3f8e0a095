import { assert, assertEquals, assertRejects } from "@std/assert";
import { FabError, TmuxError } from "../core/errors.ts";
import type { RunResult } from "../ports.ts";
import { fakeContext, type FakeSettings } from "../testing/fake_context.ts";
import { type OpenOptions, openPane } from "./open.ts";

/** A server that opens `%7`, and what it was asked. */
function server(settings: FakeSettings & { answers?: Record<string, Partial<RunResult>> } = {}) {
  const context = fakeContext({ files: { "/desk/a#S": null }, ...settings });
  const asked: string[][] = [];
  const facts: Record<string, string> = {
    pane_id: "%7",
    window_id: "@3",
    pane_start_path: "/desk",
    session_id: "$4",
    session_name: "work",
  };
  const expand = (text: string) => text.replaceAll(/#\{(\w+)\}/g, (_, name) => facts[name] ?? "");
  context.exec.always((argv) => argv[0] === "tmux", (argv) => {
    const words = argv.slice(2);
    asked.push(words);
    for (const [word, answer] of Object.entries(settings.answers ?? {})) {
      if (words.includes(word)) return answer;
    }
    if (words.includes("default-shell")) return "/bin/bash\n";
    if (words.includes("capture-pane")) return "%7 0\n";
    const format = words.find((word) => word.includes("#{pane_id}")) ??
      words.find((word) => /#\{(?:pane_start_path|session_id)\}/.test(word));
    return format === undefined ? "" : `${expand(format)}\n`;
  });
  return { context, asked, facts };
}

const OPTIONS: OpenOptions = { command: "claude; exec x;", server: null, directory: null };
const opening = (asked: string[][]) =>
  asked.find((words) => words[0] === "split-window" || words[0] === "new-window") ?? [];

Deno.test("a new window, or a split of the caller's where it is a pane of that server", async () => {
  const inside = { TMUX: "/tmp/x,1,0", TMUX_PANE: "%2" };
  const table: readonly (readonly [Record<string, string>, Partial<OpenOptions>, string[]])[] = [
    [{}, {}, ["new-window", "-d"]],
    [inside, {}, ["split-window", "-v", "-t", "%2", "-d"]],
    [inside, { server: "lab" }, ["new-window", "-d"]],
    [inside, { name: "a;#b" }, ["new-window", "-n", "a;##b", "-d"]],
    [inside, { placement: "window" }, ["new-window", "-d"]],
    [inside, { target: "work:" }, ["new-window", "-t", "$4:", "-d"]],
    [inside, { target: "=work" }, ["new-window", "-t", "$4:", "-d"]],
    [
      {},
      { placement: "split", target: "%5", split: { direction: "right", sizePercent: 35 } },
      ["split-window", "-h", "-l", "35%", "-t", "%5", "-d"],
    ],
  ];
  for (const [env, options, words] of table) {
    const { context, asked } = server({ env });
    const opened = await openPane(context, { ...OPTIONS, ...options });
    assertEquals(opened, { pane: "%7", windowId: "@3" });
    const flat = asked.map((call) => call[0] === "-L" ? call.slice(2) : call);
    assertEquals(opening(flat).slice(0, words.length), words);
  }
});

Deno.test("the line goes verbatim, the directory as no format", async () => {
  const { context, asked, facts } = server();
  facts["pane_start_path"] = "/desk/a#S";
  await openPane(context, { ...OPTIONS, directory: "a#S" });
  const respawn = asked.find((words) => words.includes("respawn-pane")) ?? [];
  assert(respawn.includes("/desk/a##S"), respawn.join(" "));
  assert(respawn.includes("claude; exec x\\;"), respawn.join(" "));
});

Deno.test("a directory that is none is refused before anything is asked", async () => {
  const { context, asked } = server({ files: { "/desk/f": "x" } });
  const open = (directory: string) => () => openPane(context, { ...OPTIONS, directory });
  await assertRejects(open("no"), FabError, "no: no such directory; nothing was opened");
  await assertRejects(open("f"), FabError, "f: not a directory; nothing was opened");
  assertEquals(asked, []);
});

Deno.test("a pane that would start elsewhere is closed again", async () => {
  const { context, asked, facts } = server();
  facts["pane_start_path"] = "/root";
  await assertRejects(() => openPane(context, OPTIONS), FabError, "/root instead of /desk");
  assertEquals(asked.at(-1), ["kill-pane", "-t", "%7"]);
});

Deno.test("a program that ends at once is told with its last words, its pane closed", async () => {
  const { context, asked } = server({
    answers: { "capture-pane": { stdout: "%7 1\nno such model\n\nPane is dead (status 1)\n" } },
  });
  const error = await assertRejects(() => openPane(context, OPTIONS), FabError, "ended at once");
  assertEquals(error.details, "no such model");
  assertEquals(asked.at(-1), ["kill-pane", "-t", "%7"]);
});

Deno.test("a line that tmux refuses leaves no placeholder behind", async () => {
  const { context, asked } = server({
    answers: { "respawn-pane": { code: 1, stderr: "command too long" } },
  });
  await assertRejects(() => openPane(context, OPTIONS), TmuxError, "command too long");
  assertEquals(asked.at(-1), ["kill-pane", "-t", "%7"]);
});

Deno.test("no server, and no space, are tmux's failures", async () => {
  const none = server({
    answers: { "default-shell": { code: 1, stderr: "no server running on x" } },
  });
  const error = await assertRejects(() => openPane(none.context, OPTIONS), TmuxError);
  assertEquals(error.reason, "no-server");
  const full = server({ answers: { "new-window": { code: 1, stderr: "no space for new pane" } } });
  await assertRejects(() => openPane(full.context, OPTIONS), TmuxError, "no space for new pane");
});

Deno.test("a target is a session or a pane, exactly, or nothing is opened", async () => {
  const table: readonly (readonly [Partial<OpenOptions>, string, string])[] = [
    [{ target: "wor" }, "tmux", "can't find session: wor (there are: work)"],
    [{ target: "w*:" }, "tmux", "can't find session: w* (there are: work)"],
    [{ target: "work:3" }, "usage", "--target names a session and no window: work:"],
    [{ placement: "split", target: "work" }, "pane-missing", "pane work not found"],
  ];
  for (const [options, kind, message] of table) {
    const { context, asked } = server();
    const error = await assertRejects(
      () => openPane(context, { ...OPTIONS, ...options }),
      FabError,
    );
    assertEquals([error.kind, error.message], [kind, message]);
    assertEquals(opening(asked), []);
  }
  const answers = { "split-window": { code: 1, stderr: "can't find pane: %99\n" } };
  const { context } = server({ answers });
  const gone = { ...OPTIONS, placement: "split", target: "%99" } as const;
  const error = await assertRejects(() => openPane(context, gone), FabError);
  assertEquals([error.kind, error.message], ["pane-missing", "pane %99 not found"]);
});
