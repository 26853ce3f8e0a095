import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { cellOf } from "../core/screen/text.ts";
import { type AgentModel, BEGINNING } from "./agent_model.ts";
import { drawAgent, paint, WALL_QUESTION } from "./agent_screen.ts";

const INPUT: AgentModel = { ...BEGINNING, place: "input" };

Deno.test("the wall has no input, and stands still", () => {
  const wall: AgentModel = { ...BEGINNING, place: "wall" };
  const { rows } = drawAgent(wall, { columns: 80, rows: 24 });
  assertStringIncludes(rows.join("\n"), WALL_QUESTION);
  assert(!rows.join("\n").includes("│"));
  assertEquals(drawAgent({ ...wall, spins: 3 }, { columns: 80, rows: 24 }).rows, rows);
});

Deno.test("the input is framed to the width, and the cursor is at its end", () => {
  const { rows, cursor } = drawAgent({ ...INPUT, input: "a 世界\nb" }, { columns: 20, rows: 24 });
  assertEquals(rows.slice(-4), [
    "╭──────────────────╮",
    "│ > a 世界         │",
    "│   b              │",
    "╰──────────────────╯",
  ]);
  assertEquals([cursor.row, cursor.column], [rows.length - 2, 5]);
});

Deno.test("nothing is wider or higher than the screen, whatever is in it", () => {
  const text = "x世👋é\t".repeat(60);
  const said = [{ by: "person", text }, { by: "agent", text: `${text}\n${text}` }] as const;
  for (
    const size of [{ columns: 80, rows: 24 }, { columns: 20, rows: 6 }, { columns: 9, rows: 5 }]
  ) {
    const { rows, cursor } = drawAgent({ ...INPUT, input: text, said, busy: true }, size);
    assert(rows.length <= size.rows, `${rows.length} rows of ${size.rows}`);
    for (const row of rows) assert(cellOf(row, row.length) <= size.columns, row);
    assert(cursor.row < rows.length && cursor.column < size.columns, JSON.stringify(cursor));
  }
});

Deno.test("what was said is marked, and a turn shows a spinner that moves", () => {
  const said = [{ by: "person", text: "one\ntwo" }, { by: "agent", text: "done" }] as const;
  const busy = { ...INPUT, said, busy: true };
  const rows = (spins: number) => drawAgent({ ...busy, spins }, { columns: 70, rows: 20 }).rows;
  assertEquals(rows(0).slice(2, 7), ["› one", "  two", "● done", "", "⠋ working…"]);
  assertEquals(rows(1)[6], "⠙ working…");
});

Deno.test("a frame is painted over the last one", () => {
  const bytes = paint({ rows: ["ab", ""], cursor: { row: 1, column: 4 } });
  assertEquals(bytes, "\x1b[Hab\x1b[K\r\n\x1b[K\x1b[J\x1b[2;5H");
});
