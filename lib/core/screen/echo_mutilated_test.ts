import { assert, assertEquals } from "@std/assert";
import { drawn, LOOKS, randomText, screen, seeded } from "../../testing/screens.ts";
import { payloadOf } from "../message/payload.ts";
import { echoStands, findEcho, scrolledEcho } from "./echo.ts";
import { inputOf } from "./echo_test.ts";
import { SENTINEL } from "./readiness.ts";

const WORDS = "please look at every file of this project, its tests too; fix 3 of them";

/** Ways to mutilate a text at a place, so that it is another one also without white space. */
const WAYS: Readonly<Record<string, (chars: readonly string[], at: number) => readonly string[]>> =
  {
    "a character less": (chars, at) => chars.toSpliced(at, 1),
    "four less": (chars, at) => chars.toSpliced(at, 4),
    "forty less": (chars, at) => chars.toSpliced(at, 40),
    "a word more": (chars, at) => chars.toSpliced(at, 0, ..."not"),
    "a character more": (chars, at) => chars.toSpliced(at, 0, "x"),
    "a piece twice": (chars, at) => chars.toSpliced(at, 0, ...chars.slice(Math.max(0, at - 9), at)),
    "another case": (chars, at) =>
      chars.map((char, index) =>
        index !== at ? char : char === char.toUpperCase() ? char.toLowerCase() : char.toUpperCase()
      ),
    "two swapped": (chars, at) => chars.toSpliced(at, 2, chars[at + 1] ?? "", chars[at] ?? ""),
    "its head alone": (chars, at) => chars.slice(0, at),
    "its end alone": (chars, at) => chars.slice(at),
  };

Deno.test("a mutilated text is no echo, wherever and however it is drawn", () => {
  const random = seeded(9);
  let cells = 0;
  for (
    const text of [
      WORDS,
      `${WORDS}\n${WORDS.toUpperCase()}\nthe third line`,
      randomText(random, 90),
    ]
  ) {
    const chars = Array.from(text);
    for (const [name, way] of Object.entries(WAYS)) {
      for (const at of [0, 1, 7, chars.length >> 1, chars.length - 2, chars.length - 1]) {
        const other = way(chars, at).join("");
        if (other.replaceAll(/\s/g, "") === text.replaceAll(/\s/g, "") || other.trim() === "") {
          continue;
        }
        for (const look of LOOKS) {
          for (const width of [30, 120]) {
            const of = (held: string) =>
              screen(["agent 1.0", "", ...drawn(look, held, width), "? help"], width);
            const baseline = of("");
            const input = inputOf(baseline, of(SENTINEL));
            const about = `${name} at ${at}, ${look.name} ${width}: ${JSON.stringify(other)}`;
            const payload = payloadOf(text);
            assertEquals(findEcho(payload, { baseline, now: of(other), input }), null, about);
            const echo = findEcho(payload, { baseline, now: of(text), input });
            assertEquals([echo?.kind, echo?.proof], ["whole", "whole"], about);
            assert(echo !== null && !echoStands(echo, { baseline, now: of(other), input }), about);
            cells++;
          }
        }
      }
    }
  }
  assert(cells > 1000, `${cells}`);
});

const RULED = (held: readonly string[]) => ["agent", "──────", ...held, "──────", "? help"];

Deno.test("white space within a row is seen, lost or added", () => {
  const baseline = screen(RULED(["❯ ▮"]));
  const input = inputOf(baseline, screen(RULED([`❯ ${SENTINEL}▮`])));
  const find = (held: string) =>
    findEcho(payloadOf("mind the gap"), { baseline, now: screen(RULED([`❯ ${held}▮`])), input });
  assertEquals(find("mind the gap")?.kind, "whole");
  for (const other of ["mindthe gap", "mind  the gap", "mind the g ap"]) {
    assertEquals(find(other), null, other);
  }
});

Deno.test("an emoji that every terminal draws is compared also beside others", () => {
  const baseline = screen(RULED(["❯ ▮"]));
  const input = inputOf(baseline, screen(RULED([`❯ ${SENTINEL}▮`])));
  const text = "go 👨\u200d👩\u200d👧 on 🚀 now";
  const find = (held: string) =>
    findEcho(payloadOf(text), { baseline, now: screen(RULED([`❯ ${held}▮`])), input });
  assertEquals(find("go 👨 on 🚀 now")?.kind, "whole");
  assertEquals(find("go 👨 on now"), null);
});

Deno.test("the end of a text in a box, and what contradicts it", () => {
  const baseline = screen(RULED(["❯ ▮"]));
  const input = inputOf(baseline, screen(RULED([`❯ ${SENTINEL}▮`])));
  const end = (held: readonly string[]) =>
    scrolledEcho(WORDS, { baseline, now: screen(RULED(held)), input })?.token ?? null;
  assertEquals(end(["  its tests too;", "  fix 3 of them▮"]), "itsteststoo;fix3ofthem");
  assertEquals(end(["❯ its tests too;", "  fix 3 of them▮"]), "itsteststoo;fix3ofthem");
  assertEquals(end(["  no tests too;", "  fix 3 of them▮"]), null);
  assertEquals(end(["  its tests too;", "  fix 3 of them all▮"]), null);
  assertEquals(end(["  its tests too;", "  fix 3 of them", "  and more▮"]), null);
});

Deno.test("a placeholder stands alone, and its number is one of the text", () => {
  const baseline = screen(RULED(["❯ ▮"]));
  const input = inputOf(baseline, screen(RULED([`❯ ${SENTINEL}▮`])));
  const four = "a\nb\nc\nd";
  const long = "é".repeat(200);
  const table: readonly (readonly [string, readonly string[], boolean])[] = [
    [four, ["❯ [Pasted text #1 +3 lines]▮"], true],
    [four, ["❯ [Pasted text #7 +3 lines]▮"], true],
    [four, ["❯ [Pasted text #3 +2 lines]▮"], false],
    [four, ["❯ [paste #1 +4 lines]▮"], true],
    [four, ["❯ [paste #1 +3 lines]▮"], false],
    [four, ["❯ [Pasted ~4 lines] ▮"], true],
    [four, ["❯ [Pasted ~3 lines] ▮"], false],
    [four, ["❯ b[Pasted text #1 +3 lines]▮"], false],
    [four, ["❯ [Pasted text #1 +3 lines] and more▮"], false],
    [four, ["❯ [Pasted text", "  #1 +3 lines]▮"], true],
    [long, ["❯ [Pasted Content 200 chars]▮"], true],
    [long, ["❯ [Pasted Content 400 chars]▮"], true],
    [long, ["❯ [Pasted Content 199 chars]▮"], false],
    [long, ["❯ [paste #1 200 chars]▮"], true],
    [long, ["❯ [Pasted text #1]▮"], true],
    [long, ["❯ «long text»▮"], true],
    [long, ["❯ long text▮"], false],
  ];
  for (const [text, held, found] of table) {
    const echo = findEcho(payloadOf(text), { baseline, now: screen(RULED(held)), input });
    assertEquals(echo?.proof ?? null, found ? "placeholder" : null, held.join(" / "));
  }
});

Deno.test("a column beside an input whose every row begins with a bar", () => {
  const rows = (held: readonly string[]) => [
    "agent",
    "",
    ...held.map((row, at) => `┃ ${row.padEnd(30)} ${["Context", "14,303 tokens"][at] ?? ""}`),
    "? help",
  ];
  const baseline = screen(rows(["▮"]));
  const input = inputOf(baseline, screen(rows([`${SENTINEL}▮`])));
  const find = (held: readonly string[]) =>
    findEcho(payloadOf("first line\nsecond line"), { baseline, now: screen(rows(held)), input });
  assertEquals(find(["first line", "second line▮"])?.proof, "whole");
  assertEquals(find(["irst line", "second line▮"]), null);
  assertEquals(find(["second line", "first line▮"]), null);
});
