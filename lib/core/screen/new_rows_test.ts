import { assertEquals } from "@std/assert";
import { screen } from "../../testing/screens.ts";
import { newRows } from "./new_rows.ts";

const OWN = { prompt: "> ", payload: "fix the tests\nand the docs" };

Deno.test("rows with words that were nowhere before", () => {
  const baseline = screen(["agent 1.0", "⠋ Working (3s)", "> ▮", "? for shortcuts"]);
  const echoed = screen(["agent 1.0", "⠙ Working (4s)", "> fix the tests", "  and the docs▮"]);
  const seen = (rows: string[]) => newRows(screen(rows), [baseline, echoed], OWN);
  assertEquals(
    seen(["agent 1.0", "⠹ Working (59s)", "> fix the tests", "  and the docs▮", "? for shortcuts"]),
    [],
    "a spinner, and a hint that comes back",
  );
  assertEquals(seen(["> fix the", "  tests", "  and the docs▮"]), [], "wrapped anew");
  assertEquals(seen(["> fix the tests.txt▮"]), [], "behind the prompt");
  assertEquals(
    seen(["> fix the tests", "  and the docs", "network error", "> fix the tests▮"]),
    [2],
  );
  assertEquals(seen(["──────", "", "Allow it? [A]lways [O]nce ▮"]), [2]);
});

Deno.test("an input without a prompt is known by its payload alone", () => {
  const before = screen(["fix the tests▮"]);
  const own = { prompt: "", payload: "fix the tests" };
  assertEquals(newRows(screen(["fix the tests", "done", "▮"]), [before], own), [1]);
  assertEquals(newRows(screen(["fix the tests", "▮"]), [before], own), []);
});
