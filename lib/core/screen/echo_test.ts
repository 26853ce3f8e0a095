import { assert, assertEquals } from "@std/assert";
import { drawn, lookNamed, LOOKS, randomText, screen, seeded } from "../../testing/screens.ts";
import { type Echo, echoStands, findEcho } from "./echo.ts";
import { type EmptyInput, emptyInput, findSentinel } from "./input_line.ts";
import { payloadOf } from "../message/payload.ts";
import { SENTINEL } from "./readiness.ts";
import type { Screen } from "./text.ts";

/** An input as the probe leaves it: learned from the rows with the sentinel, and from those without. */
export function inputOf(baseline: Screen, withSentinel: Screen): EmptyInput {
  const line = findSentinel(baseline, withSentinel);
  if (line === null) throw new Error("no sentinel");
  return emptyInput(line, baseline);
}

interface Case {
  readonly name: string;
  readonly text: string;
  readonly baseline: readonly string[];
  readonly sentinel: readonly string[];
  readonly now: readonly string[];
  readonly kind: Echo["kind"] | null;
  readonly token?: string;
  readonly width?: number;
}

const CLAUDE = (input: string, above: readonly string[] = []) => [
  "✻ Welcome",
  "",
  ...above,
  "────────────────────────────────────",
  `❯ ${input}`,
  "────────────────────────────────────",
  "  ? for shortcuts",
];
const CODEX = (input: string, above: readonly string[] = []) => [
  ...above,
  "",
  `› ${input}`,
  "",
  "  gpt-5 high · 100% left · ~/app",
];
const claude = { baseline: CLAUDE("▮"), sentinel: CLAUDE(`${SENTINEL}▮`) };
const codex = { baseline: CODEX("▮Ask Codex to do anything"), sentinel: CODEX(`${SENTINEL}▮`) };
const LONG = Array.from({ length: 60 }, (_, at) => `word${at}`).join(" ");

const CASES: readonly Case[] = [
  {
    name: "typed behind the prompt",
    text: "fix it",
    ...claude,
    now: CLAUDE("fix it▮"),
    kind: "whole",
  },
  { name: "not there yet", text: "fix it", ...claude, now: CLAUDE("▮"), kind: null },
  { name: "half drawn", text: "fix it", ...claude, now: CLAUDE("fix▮"), kind: null },
  {
    name: "a placeholder went, nothing came",
    text: "fix it",
    ...codex,
    now: CODEX("▮"),
    kind: null,
  },
  { name: "over a placeholder", text: "fix it", ...codex, now: CODEX("fix it▮"), kind: "whole" },
  {
    name: "already in the transcript, not in the input",
    text: "fix it",
    baseline: CLAUDE("▮", ["❯ fix it", "done"]),
    sentinel: CLAUDE(SENTINEL, ["❯ fix it", "done"]),
    now: CLAUDE("▮", ["❯ fix it", "done"]),
    kind: null,
  },
  {
    name: "already in the transcript, and in the input",
    text: "fix it",
    baseline: CLAUDE("▮", ["❯ fix it", "done"]),
    sentinel: CLAUDE(SENTINEL, ["❯ fix it", "done"]),
    now: CLAUDE("fix it▮", ["❯ fix it", "done"]),
    kind: "whole",
  },
  {
    name: "in the input while an older one scrolled away",
    text: "fix it",
    baseline: ["❯ fix it", ...CLAUDE("▮")],
    sentinel: ["❯ fix it", ...CLAUDE(SENTINEL)],
    now: ["✻ Welcome", ...CLAUDE("fix it▮").slice(1)],
    kind: "whole",
  },
  { name: "a clock ticks", text: "fix it", ...claude, now: ["12:01", ...CLAUDE("▮")], kind: null },
  {
    name: "wide and combined characters",
    text: "日本語 e\u0301 👨\u200d👩\u200d👧 ok",
    ...claude,
    now: CLAUDE("日本語 é 👨\u200d👩\u200d👧 ok▮"),
    kind: "whole",
  },
  {
    name: "pictures that the terminal draws in parts",
    text: "go 👨\u200d👩\u200d👧 on",
    ...claude,
    now: CLAUDE("go 👨 on▮"),
    kind: "whole",
  },
  { name: "a picture that never showed", text: "go 🚀", ...claude, now: CLAUDE("g▮"), kind: null },
  {
    name: "a popup shows it as well",
    text: "/help",
    ...claude,
    now: [...CLAUDE("/help▮"), "  /help  Show help"],
    kind: "whole",
  },
  {
    name: "with a suggestion behind it",
    text: "fix it",
    ...claude,
    now: CLAUDE("fix it▮ and run the tests"),
    kind: "whole",
  },
  {
    name: "a mode switch took the first character's place",
    text: "!ls",
    ...claude,
    now: CLAUDE("x").map((row) => row === "❯ x" ? "! ls▮" : row),
    kind: null,
  },
  {
    name: "another mode switch",
    text: "#remember",
    ...claude,
    now: CLAUDE("x").map((row) => row === "❯ x" ? "# remember▮" : row),
    kind: null,
  },
  {
    name: "an exclamation mark kept as text",
    text: "!ls",
    ...claude,
    now: CLAUDE("!ls▮"),
    kind: "whole",
  },
  {
    name: "the end of it, in a box that scrolls, is not all of it",
    text: LONG + " the very end of this text",
    baseline: ["❯ ▮", "? help"],
    sentinel: [`❯ ${SENTINEL}`, "? help"],
    now: ["  word58 word59 the very", "  end of this text▮", "? help"],
    kind: null,
  },
  {
    name: "a placeholder stands for a paste",
    text: "a\nb\nc\nd",
    ...claude,
    now: CLAUDE("[Pasted text #1 +3 lines]▮"),
    kind: "stand-in",
    token: "[Pasted text #1 +3 lines]",
  },
  {
    name: "another placeholder for a paste",
    text: LONG,
    ...claude,
    now: CLAUDE("«long text»▮"),
    kind: "stand-in",
    token: "«long text»",
  },
  {
    name: "a paste that is drawn row by row is not there yet",
    text: "line one\nline two\nline three",
    ...claude,
    now: [...CLAUDE("line one").slice(0, 4), "  line two▮", ...CLAUDE("").slice(4)],
    kind: null,
  },
  {
    name: "the middle of a text on its way through a box that scrolls is not its end",
    text: LONG,
    baseline: ["❯ ▮", "? help"],
    sentinel: [`❯ ${SENTINEL}`, "? help"],
    now: ["  word30 word31", "  word32 word33▮", "? help"],
    kind: null,
  },
  {
    name: "the same with a cursor that is drawn",
    text: LONG,
    baseline: ["│  █▮", "└"],
    sentinel: [`│  ${SENTINEL}█`, "└"],
    now: ["│  word30 word31", "│  word32 word33█▮", "└"],
    kind: null,
  },
  {
    name: "what stands above an input that is all blank is not new",
    text: "line one\nline two",
    baseline: ["welcome", "▮"],
    sentinel: ["welcome", SENTINEL],
    now: ["welcome", "▮"],
    kind: null,
  },
  {
    name: "a text that was cut off is not there",
    text: LONG,
    ...claude,
    now: CLAUDE(`${LONG.slice(0, 200)}▮`),
    kind: null,
  },
  {
    name: "a beginning and what may stand for the rest",
    text: LONG,
    ...claude,
    now: CLAUDE(`${LONG.slice(0, 20)}… (40 more words)▮`),
    kind: null,
  },
  {
    name: "one that was there before is none",
    text: "a\nb",
    baseline: CLAUDE("▮", ["❯ [Pasted text #1 +3 lines]"]),
    sentinel: CLAUDE(SENTINEL, ["❯ [Pasted text #1 +3 lines]"]),
    now: CLAUDE("▮", ["❯ [Pasted text #1 +3 lines]"]),
    kind: null,
  },
  {
    name: "a short text has no stand-in",
    text: "fix it",
    ...claude,
    now: CLAUDE("something else▮"),
    kind: null,
  },
  {
    name: "an empty input's hint that changes is none",
    text: LONG,
    baseline: CODEX("▮Ask Codex to do anything"),
    sentinel: CODEX(`${SENTINEL}▮`),
    now: CODEX("▮Explain this codebase"),
    kind: null,
  },
  {
    name: "a short text, and its letter in a notice",
    text: "y",
    baseline: ["Ready", "", "┃ ▮", "ctrl+p commands"],
    sentinel: ["Ready", "", `┃ ${SENTINEL}`, "ctrl+p commands"],
    now: ["Ready to play", "", "┃ ▮", "ctrl+p commands"],
    kind: null,
  },
  {
    name: "a short text behind a bar",
    text: "y",
    baseline: ["Ready", "", "┃ ▮", "ctrl+p commands"],
    sentinel: ["Ready", "", `┃ ${SENTINEL}`, "ctrl+p commands"],
    now: ["Ready to play", "", "┃ y▮", "ctrl+p commands"],
    kind: "whole",
  },
  {
    name: "a short text behind no prompt, the box moved",
    text: "ok",
    baseline: ["agent", "", "▮", "help"],
    sentinel: ["agent", "", SENTINEL, "help"],
    now: ["agent", "a notice: ok", "", "ok▮", "help"],
    kind: "whole",
  },
  {
    name: "behind no prompt, where what stands above may be of the same input",
    text: "ok",
    baseline: ["agent", "▮", "help"],
    sentinel: ["agent", SENTINEL, "help"],
    now: ["agent", "not quite", "ok▮", "help"],
    kind: null,
  },
  {
    name: "a tab that shows as a gap",
    text: "a\tb",
    ...claude,
    now: CLAUDE("a   b▮"),
    kind: "whole",
  },
  {
    name: "a tab that shows as its key",
    text: "a\tb",
    ...claude,
    now: CLAUDE("a^Ib▮"),
    kind: "whole",
    token: "a^Ib",
  },
  { name: "a tab that was a key", text: "a\tb", ...claude, now: CLAUDE("ab▮"), kind: null },
  {
    name: "a table as text",
    text: "see\n| a | b |\n|---|---|",
    ...claude,
    now: [
      ...CLAUDE("see").slice(0, 4),
      ...["  | a | b |", "  |---|---|▮", "────────────────────────", "  ? for shortcuts"],
    ],
    kind: "whole",
  },
];

for (const { name, kind, token, width, ...the } of CASES) {
  Deno.test(`echo: ${name}`, () => {
    const baseline = screen(the.baseline, width);
    const input = inputOf(baseline, screen(the.sentinel, width));
    const payload = payloadOf(the.text);
    const echo = findEcho(payload, { baseline, now: screen(the.now, width), input });
    assertEquals(echo?.kind ?? null, kind, JSON.stringify(echo));
    if (token !== undefined) assertEquals(echo?.token, token);
  });
}

Deno.test("whatever is put into whatever input is found, and nothing else is", () => {
  const random = seeded(4);
  for (let round = 0; round < 40; round++) {
    const width = 24 + Math.floor(random() * 60);
    const text = `q${randomText(random, 2 + Math.floor(random() * 120))}z`;
    const payload = payloadOf(text);
    const older = random() < 0.5 ? [] : [text.slice(0, width)];
    for (const look of LOOKS) {
      const of = (held: string) =>
        screen(["agent 1.0", ...older, "", ...drawn(look, held, width), "? help"], width);
      const baseline = of("");
      const input = inputOf(baseline, of(SENTINEL));
      const about = `${look.name} at ${width}: ${JSON.stringify(text)}`;
      const echo = findEcho(payload, { baseline, now: of(text), input });
      assertEquals(echo?.kind, "whole", about);
      assert(echo !== null && echoStands(echo, { baseline, now: of(text), input }), about);
      assert(!echoStands(echo, { baseline, now: baseline, input }), about);
      const missing = findEcho(payload, { baseline, now: baseline, input });
      assertEquals(missing, null, about);
      const cut = findEcho(payload, { baseline, now: of(text.slice(0, -1)), input });
      if (text.length <= 100) assertEquals(cut, null, `cut, ${about}`);
    }
  }
});

Deno.test("an echo that vanished does not stand because of the transcript", () => {
  const rows = (held: string) => CLAUDE(held, ["❯ fix it", "done"]);
  const baseline = screen(rows(""));
  const input = inputOf(baseline, screen(rows(SENTINEL)));
  const now = screen(rows("fix it"));
  const echo = findEcho(payloadOf("fix it"), { baseline, now, input });
  assert(echo !== null);
  assert(echoStands(echo, { baseline, now, input }));
  assert(!echoStands(echo, { baseline, now: baseline, input }));
});

Deno.test("an input without a prompt: the count decides", () => {
  const look = lookNamed("no prompt at all");
  const baseline = screen(["> hi", "", ...drawn(look, "", 40)]);
  const input = inputOf(baseline, screen(["> hi", "", ...drawn(look, SENTINEL, 40)]));
  const find = (rows: string[]) =>
    findEcho(payloadOf("hi"), { baseline, now: screen(rows), input });
  assertEquals(find(["> hi", "", "hi"])?.kind, "whole");
  assertEquals(find(["> hi", "", ""]), null);
});
