import { assertEquals } from "@std/assert";
import type { Foreground } from "./foreground.ts";
import { isStillThere, mainReader } from "./reader.ts";
import type { ProcessRow } from "./table.ts";

const row = (pid: number, argv: readonly string[], more: Partial<ProcessRow> = {}): ProcessRow => ({
  ...{ pid, ppid: 1, pgrp: 10, tpgid: 10, comm: "x", argv, zombie: false, wait: "" },
  ...{ life: `${pid}.0.0`, ...more },
});

const front = (rows: readonly ProcessRow[], readers = rows.map(({ pid }) => pid)): Foreground => ({
  ...{ processes: rows, everyone: rows, readers, shown: readers, timedOut: false },
  ...{ idleShell: null, readingTty: null, tty: null },
});

Deno.test("who is typed to: the leader, or what a shell runs", () => {
  const agent = (ppid: number) => row(11, ["claude"], { ppid });
  const cases: readonly (readonly [string, Foreground, string | null])[] = [
    ["an agent by itself", front([row(10, ["claude"])]), "10@10.0.0"],
    [
      "its tools read nothing of ours",
      front([row(10, ["claude"]), row(12, ["sh"], { ppid: 10 })]),
      "10@10.0.0",
    ],
    [
      "a shell's line around it",
      front([row(10, ["sh", "-c", "claude; exec sh"]), agent(10)]),
      "11@11.0.0",
    ],
    [
      "a loop around a wrapper",
      front([row(10, ["bash", "loop"]), row(12, ["sh", "-c", "x"], { ppid: 10 }), agent(12)]),
      "11@11.0.0",
    ],
    ["a script that reads by itself", front([row(10, ["bash", "worker.sh"])]), "10@10.0.0"],
    [
      "a helper without the terminal",
      front([row(10, ["bash", "w"]), row(12, ["sleep"], { ppid: 10 })], [10]),
      "10@10.0.0",
    ],
    ["nothing is known", front([]), null],
  ];
  for (const [name, foreground, main] of cases) assertEquals(mainReader(foreground), main, name);
});

Deno.test("still there: by number and life, in any group; nobody knows on a machine that is too busy", () => {
  const rows = [row(10, ["sh"]), row(11, ["claude"], { zombie: true })];
  assertEquals(isStillThere(front(rows), "10@10.0.0"), true);
  assertEquals(isStillThere(front(rows), "10@9.0.0"), false);
  assertEquals(isStillThere(front(rows), "11@11.0.0"), false, "it has ended");
  assertEquals(isStillThere({ ...front([]), timedOut: true }, "10@10.0.0"), true);
});
