import { assertEquals } from "@std/assert";
import { joinSince } from "../mark/join.ts";
import { markOf, serverHash } from "../mark/mark.ts";
import { type PaneText, paneText } from "../mark/pane_text.ts";
import { screenAnswer } from "./screen_answer.ts";

const server = serverHash({ socket: "s", pid: "1", started: "2" });

function pane(
  rows: readonly string[],
  options: { height?: number; alternate?: boolean } = {},
): PaneText {
  const { height = 40, alternate = false } = options;
  const padded = [...rows, ...Array<string>(Math.max(0, height - rows.length)).fill("")];
  const text = padded.map((row) => `${row}\n`).join("");
  const history = Math.max(0, rows.length - height);
  return paneText({ width: 80, height, alternate, history, limit: 2000 }, {
    joined: text,
    rows: text,
  });
}

function answer(before: PaneText, after: PaneText, prompt: string) {
  const mark = markOf(before, { pane: "%1", server }, { prompt });
  const fresh = joinSince(mark, after);
  return fresh === null ? null : screenAnswer(after, { fresh, mark });
}

const RULE = "─".repeat(60);
const BOX = [RULE, "❯ ", RULE, "  ? for shortcuts                       ● high"];

Deno.test("answer: between the echo and the input, without marks, margins and what took how long", () => {
  const before = pane(["agent 2.1", "", ...BOX]);
  const text = ["● First line.", "", "  Second line:", "    indented", "", "✻ Brewed for 3s", ""];
  const after = pane(["agent 2.1", "", "❯ what is it?", "", ...text, ...BOX]);
  assertEquals(answer(before, after, "what is it?"), {
    text: "First line.\n\nSecond line:\n  indented",
    gap: false,
  });
});

Deno.test("answer: a text over several rows, and an answer that repeats what stood there before", () => {
  const long = "one two three four five six seven eight nine ten";
  const before = pane(["agent", "done", "", ...BOX]);
  const echo = [
    "│ > one two three four     │",
    "│   five six seven eight   │",
    "│   nine ten               │",
  ];
  const after = pane([
    ...["agent", "done", "", "╭──────────────────────────╮", ...echo],
    ...["╰──────────────────────────╯", "done", "", "❯ ", "done", "", ...BOX],
  ]);
  assertEquals(answer(before, after, long), { text: "done\n\n❯\ndone", gap: false });
});

Deno.test("answer: a prompt without a frame comes again behind it", () => {
  const before = pane(["agent", "", ">"]);
  const after = pane(["agent", "", "> who?", "● me", ">"]);
  assertEquals(answer(before, after, "who?"), { text: "me", gap: false });
});

Deno.test("answer: a status that changed meanwhile is no part of it, nor are frames that turn", () => {
  const at = (tokens: number) => [RULE, "> ", RULE, `  ${tokens} tokens used`];
  const before = pane(["agent", "", ...at(10)]);
  const after = pane([
    "agent",
    "",
    "> hi",
    "",
    "• Hello.",
    "• Working (2s • esc to interrupt)",
    "",
    ...at(99),
  ]);
  assertEquals(answer(before, after, "hi"), { text: "Hello.", gap: false });
});

Deno.test("answer: a table keeps its frame, a bar down the side goes", () => {
  const before = pane(["agent", "", ...BOX]);
  const table = ["┌─────┬─────┐", "│ a   │ b   │", "└─────┴─────┘"];
  const after = pane(["agent", "", "❯ table", "", ...table, "", ...BOX]);
  assertEquals(answer(before, after, "table")?.text, table.join("\n"));
  const bars = pane(["agent", "", "❯ table", "", "┃ one", "┃", "┃   two", "", ...BOX]);
  assertEquals(answer(before, bars, "table")?.text, "one\n\n  two");
});

Deno.test("answer: a pasted text that is a placeholder, an answer longer than the screen", () => {
  const lines = Array.from({ length: 200 }, (_, at) => `  line ${at}`);
  const before = pane(["agent", "", ...BOX]);
  const after = pane(["agent", "", "❯ [Pasted text #1 +20 lines]", "", ...lines, "", ...BOX]);
  const text = lines.map((line) => line.trim()).join("\n");
  assertEquals(answer(before, after, "x\n".repeat(20)), { text, gap: false });
});

Deno.test("answer: an alternate screen that scrolled has a gap, and one that did not has none", () => {
  const options = { height: 14, alternate: true };
  const full = (rows: readonly string[]) => {
    const room = 10;
    return pane(
      [...rows.slice(-room), ...Array(Math.max(0, room - rows.length)).fill(""), ...BOX],
      options,
    );
  };
  const before = full(["agent 1.0", "tips"]);
  const lines = Array.from({ length: 30 }, (_, at) => `answer ${at}`);
  const short = full(["agent 1.0", "tips", "> ask", ...lines.slice(0, 4)]);
  assertEquals(answer(before, short, "ask"), { text: lines.slice(0, 4).join("\n"), gap: false });
  const pinned = pane(["> ask", ...lines.slice(-9), ...BOX], options);
  assertEquals(answer(before, pinned, "ask"), { text: lines.slice(-9).join("\n"), gap: true });
  const long = full(["agent 1.0", "tips", "> ask", ...lines]);
  assertEquals(answer(before, long, "ask"), { text: lines.slice(-10).join("\n"), gap: true });
});
