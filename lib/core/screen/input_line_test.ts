import { assert, assertEquals } from "@std/assert";
import { drawn, lookNamed, LOOKS, randomText, screen, seeded } from "../../testing/screens.ts";
import {
  emptyInput,
  findScrolledSentinel,
  findSentinel,
  inputRow,
  isBarePrompt,
  readText,
  restOf,
  rowsOfItsEnd,
} from "./input_line.ts";
import { FEELER, SENTINEL } from "./readiness.ts";

const TYPED = FEELER + SENTINEL;
const HEAD = ["agent 1.0", `they said ${SENTINEL}`, ""];

Deno.test("the sentinel is found in every look, whole or wrapped, older ones passed over", () => {
  for (const look of LOOKS) {
    for (const width of [14, 17, 20, 24, 60, 200]) {
      const foot = ["", "? for shortcuts"];
      const before = screen([...HEAD, ...drawn(look, "", width), ...foot], width);
      const after = screen([...HEAD, ...drawn(look, TYPED, width), ...foot], width);
      const line = findSentinel(before, after, { feeler: true });
      const about = `${look.name} at ${width}\n${after.rows.join("\n")}`;
      assert(line !== null, about);
      assertEquals(line.glued, "", about);
      assertEquals(line.prompt, look.first, about);
      assertEquals(findSentinel(before, before), null, about);
    }
  }
});

Deno.test("what is glued to the sentinel is text right of the cursor", () => {
  const before = screen(["❯ draft"]);
  const line = findSentinel(before, screen([`❯ ${SENTINEL}draft`]));
  assertEquals(line?.glued, "draft");
  assertEquals(findSentinel(before, screen([`❯ ${SENTINEL} (3 more)`]))?.glued, "");
  assertEquals(findSentinel(screen(["│ > │"]), screen([`│ > ${SENTINEL}│`]))?.glued, "");
  assertEquals(findSentinel(screen(["| > |"]), screen([`| > ${SENTINEL}|`]))?.glued, "");
});

Deno.test("a prompt is bare when it is made of prompt characters, without a gap", () => {
  const bare = (prompt: string, glued = "") =>
    isBarePrompt({ prompt, prompted: true, glued, row: 0 });
  for (const prompt of ["❯ ", "› ", "> ", ">>> ", "│ > ", "| > ", "  ❯ ", "$ ", "# ", "│ ❯ "]) {
    assert(bare(prompt), prompt);
  }
  const doubtful = [
    "",
    "  ",
    "┃ ",
    "you: ",
    "❯ draft",
    "❯ 1",
    "❯ # ",
    "> $",
    "| > > ",
    "❯ * ",
    "! ",
  ];
  for (const prompt of doubtful) assert(!bare(prompt), `"${prompt}"`);
  assert(!bare("❯ ", "draft"));
});

Deno.test("in a box of one row the sentinel's end shows, and the feeler told where", () => {
  const before = screen(["title", "❯ ▮", "foot"], 14);
  const withFeeler = screen(["title", "❯ -▮", "foot"], 14);
  const after = screen(["title", "  ROBE▮", "foot"], 14);
  const feeler = { row: 1, index: 2 };
  assertEquals(findScrolledSentinel({ before, withFeeler, after }, feeler), {
    ...{ prompt: "❯ ", prompted: true, glued: "", row: 1 },
  });
  assertEquals(findScrolledSentinel({ before, withFeeler, after: withFeeler }, feeler), null);
  assertEquals(rowsOfItsEnd(screen(["+------+", "| ROBE |", "+------+"])), 1);
  assertEquals(rowsOfItsEnd(screen(["  ROBE", "E", "PROBE x", "│ PROBE │", SENTINEL])), 3);
});

Deno.test("the empty input remembers its placeholder, and finds its row again", () => {
  const before = screen(["❯ old", "", "❯ Try this", "? help"]);
  const after = screen(["❯ old", "", `❯ ${SENTINEL}`, "? help"]);
  const line = findSentinel(before, after);
  assert(line !== null);
  const input = emptyInput(line, before);
  assertEquals(
    [input.emptyRest, input.row, input.promptsBelow, input.rowsBelow],
    ["Trythis", 2, 0, 1],
  );
  // The transcript grew: the input is the lowest prompt still.
  const later = screen(["❯ old", "answer", "❯ next", "answer", "❯ text", "? help"]);
  assertEquals(inputRow(later, input), 4);
  assertEquals(restOf(later, 4, input), "text");
  assertEquals(inputRow(screen(["busy…"]), input), null);
});

Deno.test("a prompt below the input is counted", () => {
  const before = screen(["❯ ", "", "❯ 1. a menu"]);
  const line = findSentinel(before, screen([`❯ ${SENTINEL}`, "", "❯ 1. a menu"]));
  assert(line !== null);
  const input = emptyInput(line, before);
  assertEquals(input.promptsBelow, 1);
  assertEquals(inputRow(screen(["x", "❯ text", "", "❯ 1. a menu"]), input), 1);
});

Deno.test("an input without a prompt has no row that can be found again", () => {
  const look = lookNamed("bar alone");
  const before = screen(drawn(look, "", 40));
  const line = findSentinel(before, screen(drawn(look, SENTINEL, 40)));
  assert(line !== null && !line.prompted);
  assertEquals(inputRow(before, emptyInput(line, before)), null);
});

Deno.test("a text is read from the input on, however it is wrapped", () => {
  const from = { row: 0, index: 2 };
  const read = (rows: string[], text: string) => readText(screen(rows), from, text);
  assertEquals(read(["❯ one two"], "one two"), { row: 0, index: 8 });
  assertEquals(read(["❯ one two three"], "one two"), { row: 0, index: 8 });
  assertEquals(read(["❯ one", "  two"], "one\ntwo"), { row: 1, index: 4 });
  assertEquals(read(["❯ one", "", "  two"], "one\n\ntwo"), { row: 2, index: 4 });
  assertEquals(read(["❯ first      │ side", "  second     │ bar"], "first\nsecond"), {
    ...{ row: 1, index: 7 },
  });
  assertEquals(read(["❯ one", "… two"], "one\ntwo"), { row: 1, index: 4 });
  assertEquals(read(["❯ 日本", "  語"], "日本語"), { row: 1, index: 2 });
  const framed = ["+-------+", "| > one |", "|       |", "|   two |", "|   end |", "+-------+"];
  assertEquals(readText(screen(framed), { row: 1, index: 3 }, "one\n\ntwo\nend"), {
    ...{ row: 4, index: 6 },
  });
  for (const rows of [["❯ on"], ["❯ xone two"], ["❯ one", "  tow"], ["❯ "], ["❯ one x", "  two"]]) {
    assertEquals(read(rows, "one two"), null, rows.join("\n"));
  }
  assertEquals(read(["❯ "], ""), null);
});

Deno.test("whatever is wrapped into a prompted box is read whole, and not without its end", () => {
  const random = seeded(3);
  const looks = LOOKS.filter((look) => look.first.trim() !== "");
  for (let round = 0; round < 40; round++) {
    const text = `q${randomText(random, 10 + Math.floor(random() * 100))}z`;
    const width = 16 + Math.floor(random() * 80);
    for (const look of looks) {
      const rows = drawn(look, text, width);
      const row = look.rule === null ? 0 : 1;
      const from = { row, index: look.first.trimEnd().length };
      const about = `${look.name} at ${width}: ${JSON.stringify(text)}\n${rows.join("\n")}`;
      assert(readText(screen(rows, width), from, text) !== null, about);
      const short = screen(drawn(look, text.slice(0, -1), width), width);
      assertEquals(readText(short, from, text), null, about);
    }
  }
});
