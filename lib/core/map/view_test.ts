import { assertEquals } from "@std/assert";
import { NOTHING_SEEN_ROW } from "./seen_row.ts";
import { UNKNOWN_STATE } from "../agent_state.ts";
import type { MapRow } from "./row.ts";
import { filterWords, keysIn, pressKey, rowsOf, scrolled, type View, WHOLE_VIEW } from "./view.ts";

const PLACE = { worktree: null, repo: null, isFab: false, change: null };
const NO_STAGE = { stage: null, displayState: null, prUrl: null, prNumber: null };

function row(pane: string, session: string, state: "active" | "waiting" | "idle" | null): MapRow {
  return {
    ...{ session, windowIndex: 0, windowId: "@0", pane, tab: "t", cwd: "/", command: "c" },
    state: { ...UNKNOWN_STATE, state },
    seen: NOTHING_SEEN_ROW,
    place: { ...PLACE, ...NO_STAGE },
  };
}

const ROWS = [
  row("%0", "a", "idle"),
  row("%1", "a", "waiting"),
  row("%2", "b", null),
  row("%3", "b", "waiting"),
];

function press(keys: string, view: View = WHOLE_VIEW) {
  let last: unknown = null;
  for (const key of keys.split(" ")) {
    const action = pressKey(key, view, ROWS);
    if (action.kind === "view") view = action.view;
    else last = action;
  }
  return { view, last };
}

Deno.test("keys: what a terminal sends", () => {
  assertEquals(keysIn("\x1b[A\x1b[BjK\r\x1bOA\x1b[5~\x1b[6;2~\x1b[1;5B"), [
    ...["up", "down", "j", "k", "enter", "up", "pageup", "pagedown", "down"],
  ]);
  assertEquals(keysIn("\x1b"), ["escape"]);
  assertEquals(keysIn("\x03q\x1b[I"), ["interrupt", "q", ""]);
});

Deno.test("the mark moves over what is shown, and stays on its pane", () => {
  assertEquals(press("down").view.marked, "%0");
  assertEquals(press("down down j").view.marked, "%2");
  assertEquals(press("up").view.marked, "%3");
  assertEquals(press("down up up").view.marked, "%0");
  assertEquals(press("end").view.marked, "%0", "the first move only marks");
  assertEquals(press("down end down").view.marked, "%3");
  assertEquals(press("w down down").view.marked, "%3");
  assertEquals(press("x constructor").view, WHOLE_VIEW);
});

Deno.test("states and sessions filter, each by itself and together", () => {
  const shown = (keys: string) => {
    const { view } = press(keys);
    return `${rowsOf(view, ROWS).map(({ pane }) => pane).join(" ")}${filterWords(view)}`;
  };
  assertEquals(shown("w"), "%1 %3 · waiting only");
  assertEquals(shown("w w"), "%0 %1 %2 %3");
  assertEquals(shown("w s"), "%1 · waiting only · session a only");
  assertEquals(shown("s s"), "%2 %3 · session b only");
  assertEquals(shown("s s s"), "%0 %1 %2 %3");
  assertEquals(shown("a s 0"), "%0 %1 %2 %3");
});

Deno.test("Enter goes to the marked pane, or to the first that is shown; Esc and q leave", () => {
  assertEquals(press("down down enter").last, { kind: "go", pane: "%1" });
  assertEquals(press("w enter").last, { kind: "go", pane: "%1" });
  assertEquals(press("down w enter").last, { kind: "go", pane: "%1" }, "what is marked is hidden");
  assertEquals(press("a enter").last, { kind: "nothing" });
  assertEquals(press("escape").last, { kind: "leave", code: 0 });
  assertEquals(press("interrupt").last, { kind: "leave", code: 130 });
});

Deno.test("the marked row is on the screen, and no room is given away", () => {
  const top = (marked: string | null, top: number, height: number) =>
    scrolled({ ...WHOLE_VIEW, marked, top }, ROWS, height).top;
  assertEquals(top(null, 0, 2), 0);
  assertEquals(top("%3", 0, 2), 2);
  assertEquals(top("%0", 2, 2), 0);
  assertEquals(top("%1", 1, 2), 1);
  assertEquals(top(null, 3, 2), 2);
  assertEquals(top("%3", 3, 9), 0);
});
