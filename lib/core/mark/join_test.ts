import { assert, assertEquals } from "@std/assert";
import { terminalModel } from "../../testing/terminal_model.ts";
import { decodeMark, encodeMark } from "./codec.ts";
import { joinSince, type NewText } from "./join.ts";
import { type Mark, markOf, serverHash } from "./mark.ts";
import { type PaneText, paneText } from "./pane_text.ts";

const server = serverHash({ socket: "/tmp/tmux-0/default", pid: "7", started: "1751800000" });
const take = (text: PaneText): Mark => {
  const mark = markOf(text, { pane: "%3", server });
  assertEquals(decodeMark(encodeMark(mark), "since"), mark);
  return mark;
};

/** As the program does it: what is near first, then all there is. */
function since(mark: Mark, read: (above?: number) => PaneText): NewText {
  const joined = joinSince(mark, read(20)) ?? joinSince(mark, read());
  assert(joined !== null);
  return joined;
}

/** Numbers that look random and are the same each time. */
function random(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1664525) + 1013904223) | 0;
    return Math.floor((state >>> 8) / 0x1000000 * below);
  };
}

/** Puts pieces together as a reader does. */
function put(pieces: readonly NewText[]): string[] {
  const all: string[] = [];
  for (const { rows, continues } of pieces) {
    rows.forEach((row, at) => {
      if (at === 0 && continues) all.push((all.pop() ?? "") + row);
      else all.push(row);
    });
  }
  return all;
}

Deno.test("since: pieces of a long turn, put together, are the history", () => {
  for (let seed = 1; seed <= 90; seed++) {
    const next = random(seed);
    const limit = [40, 200, 2000][seed % 3] ?? 0;
    const terminal = terminalModel({ width: 20, height: 3 + next(12), limit });
    const everything: string[] = [];
    const say = (line: string) => {
      terminal.print(line);
      everything.push(line);
    };
    for (let at = 0; at < 4; at++) say(`first ${seed} ${at}`);
    let mark = take(terminal.read());
    const pieces: NewText[] = [{ gap: false, continues: false, rows: terminal.rows(), lines: [] }];
    for (let turn = 0; turn < 20; turn++) {
      // So much that it is still there: what is beyond the limit is another test's.
      for (let count = next(12); count > 0; count--) {
        const kind = next(9);
        if (kind === 0) say("");
        else if (kind === 1) say("same");
        else if (kind === 2) say(`long ${"x".repeat(next(70))} ${next(1000)}`);
        else if (kind === 3 && (everything.at(-1) ?? "") !== "") {
          const more = `+${next(1000)}`;
          terminal.add(more);
          everything.push(`${everything.pop() ?? ""}${more}`);
        } else say(`line ${next(100_000)}`);
      }
      const piece = since(mark, terminal.read);
      assertEquals(piece.gap, false, `seed ${seed}, turn ${turn}`);
      pieces.push(piece);
      mark = take(terminal.read());
    }
    const wrapped = everything.flatMap((line) => line.match(/.{1,20}/g) ?? [""])
      .map((row) => row.trimEnd());
    while (wrapped.at(-1) === "") wrapped.pop();
    assertEquals(put(pieces), wrapped, `seed ${seed}`);
  }
});

Deno.test("since: whatever happens to the history, what is new is whole or called a gap", () => {
  let gaps = 0;
  let joined = 0;
  let findable = 0;
  for (let seed = 1; seed <= 600; seed++) {
    const next = random(seed);
    const terminal = terminalModel({ width: 30, height: 10, limit: [0, 30, 100][seed % 3] ?? 0 });
    let number = 0;
    for (let count = 1 + next(60); count > 0; count--) terminal.print(`n${number++} of ${seed}`);
    const mark = take(terminal.read());
    const first = number;
    const alike = next(4) === 0;
    for (let step = 0; step < 4; step++) {
      const kind = next(4);
      if (kind === 0) terminal.clearHistory();
      else if (kind === 1) terminal.resize(8 + next(40));
      else {
        for (let count = next(30); count > 0; count--) {
          if (alike) terminal.print("alike");
          terminal.print(`n${number++} of ${seed}`);
        }
      }
    }
    const { gap, rows } = since(mark, terminal.read);
    // Nobody could find the place of what is gone.
    const there = terminal.rows().join("").split(`n${first - 1} of ${seed}`).length - 1;
    if (there === 1) findable++;
    const seen = rows.join("").matchAll(/n(\d+) of/g);
    const numbers = Array.from(seen, ([, digits]) => Number(digits));
    if (gap) gaps++;
    else {
      joined++;
      const wanted = Array.from({ length: number - first }, (_, at) => first + at);
      assertEquals(numbers, wanted, `seed ${seed}`);
    }
  }
  assert(joined > findable * 0.9, `${joined} joined of ${findable}`);
  assert(findable > 200 && gaps > 20, `${findable} of 600, ${gaps} gaps`);
});

Deno.test("since: a resize alone is nothing new, and a line that it laid out anew goes on", () => {
  const terminal = terminalModel({ width: 20, height: 8, limit: 2000 });
  for (let at = 0; at < 40; at++) terminal.print(`line ${at} ${"word ".repeat(at % 9)}end`);
  const mark = take(terminal.read());
  terminal.resize(33);
  assertEquals(since(mark, terminal.read), { gap: false, continues: false, rows: [], lines: [] });
  terminal.add(" and more");
  terminal.print("next");
  const { gap, continues, rows } = since(mark, terminal.read);
  assertEquals([gap, continues, rows.join("|")], [false, true, " and mo|re|next"]);
});

Deno.test("since: lines that are all alike are not guessed at where the history was cut", () => {
  const terminal = terminalModel({ width: 20, height: 5, limit: 50 });
  for (let at = 0; at < 60; at++) terminal.print("y");
  const mark = take(terminal.read());
  for (let at = 0; at < 20; at++) terminal.print("y");
  const { gap, rows } = since(mark, terminal.read);
  assertEquals([gap, rows.length], [true, 5]);
});

Deno.test("since: a box below that is painted anew is no news, what came above it is", () => {
  for (let seed = 1; seed <= 60; seed++) {
    const next = random(seed);
    const terminal = terminalModel({ width: 40, height: 12, limit: 500 });
    const box = (clock: number) => ["", `spinner ${clock}`, "╭────╮", "│ >  │", "╰────╯", "status"];
    terminal.print("agent 1.0");
    terminal.print("ready");
    box(-1).forEach(terminal.print);
    let mark = take(terminal.read());
    let number = 0;
    for (let turn = 0; turn < 15; turn++) {
      const fresh = Array.from(
        { length: next(25) },
        () => next(5) === 0 ? "" : `n${number++} of ${seed}`,
      );
      terminal.repaint(6, [...fresh, ...box(turn)]);
      const piece = since(mark, terminal.read);
      const wanted = [...fresh, `spinner ${turn}`];
      const inked = (rows: readonly string[]) => rows.filter((row) => row !== "");
      assertEquals([piece.gap, inked(piece.rows)], [false, inked(wanted)], `seed ${seed} ${turn}`);
      mark = take(terminal.read());
    }
  }
});

/** The screen of a full-screen program. */
function screen(rows: readonly string[], width = 40): PaneText {
  const text = rows.map((row) => `${row}\n`).join("");
  return paneText(
    { width, height: rows.length, alternate: true, history: 0, limit: 2000 },
    { joined: text, rows: text },
  );
}

Deno.test("since: a full-screen program that scrolls, and one that scrolled too far", () => {
  const show = (from: number, count: number, status: string) => [
    ...["agent", ""],
    ...Array.from({ length: 12 }, (_, at) => at < count ? `row ${from + at}` : ""),
    ...["────", "> ", "────", status],
  ];
  const mark = take(screen(show(0, 9, "a")));
  const rows = (shown: readonly string[]) => {
    const { gap, rows } = joinSince(mark, screen(shown)) ?? { gap: null, rows: [] };
    return [gap, ...rows];
  };
  assertEquals(rows(show(0, 9, "a")), [false]);
  assertEquals(rows(show(0, 11, "a")), [false, "row 9", "row 10"]);
  assertEquals(rows(show(3, 12, "b")), [
    false,
    ...["row 9", "row 10", "row 11", "row 12", "row 13", "row 14", "b"],
  ]);
  assertEquals(rows(show(8, 12, "b")).slice(0, 2), [false, "row 9"]);
  assertEquals(rows(show(9, 12, "b"))[0], true);
  assertEquals(rows(show(50, 12, "a"))[0], true);
  // Another screen altogether, and the one below it.
  const { gap } =
    joinSince(take(terminalModel({ width: 9, height: 9, limit: 9 }).read()), screen([])) ??
      {};
  assertEquals(gap, true);
});

Deno.test("since: an empty pane's mark is joined by all that came", () => {
  const terminal = terminalModel({ width: 20, height: 5, limit: 100 });
  const mark = take(terminal.read());
  for (let at = 0; at < 9; at++) terminal.print(`line ${at}`);
  assertEquals(since(mark, terminal.read).rows.length, 9);
});
