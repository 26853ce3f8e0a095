import { assertEquals } from "@std/assert";
import { parseProcFacts, parsePsFacts } from "./facts.ts";

const NOW = Date.parse("2026-09-02T10:00:00Z");

function stat(name: string, state: string, startTicks: number): string {
  return `4711 (${name}) ${state} 1 4710 4709 0 -1 4194304 89 97 0 1 0 0 0 0 20 0 1 0 ${startTicks} 9`;
}

Deno.test("proc: group, state, arguments and start, whatever the name holds", () => {
  for (const name of ["sh", "a b", "x) S 1 (y", ")"]) {
    assertEquals(parseProcFacts(`${stat(name, "S", 6000)}\n90.00 170.5\nsh\0-c\0a\nb\0`, NOW), {
      pgid: 4710,
      zombie: false,
      commandLine: "sh\0-c\0a\nb\0",
      startedAtMs: NOW - 30_000,
    });
  }
});

Deno.test("proc: no process, a zombie, nonsense", () => {
  assertEquals(parseProcFacts("", NOW), null);
  assertEquals(parseProcFacts("cat: no such file\n", NOW), null);
  assertEquals(parseProcFacts(`${stat("sh", "Z", 6000)}\n90.00 1\n`, NOW)?.zombie, true);
  assertEquals(parseProcFacts(stat("sh", "S", 6000), NOW)?.startedAtMs, null);
});

Deno.test("ps: every form of the elapsed time", () => {
  const table: [string, number][] = [
    ["00:07", 7],
    ["12:34", 754],
    ["01:02:03", 3723],
    ["2-01:02:03", 176523],
  ];
  for (const [etime, seconds] of table) {
    assertEquals(parsePsFacts(` 4711 Ss   ${etime} sh -c worker x\n`, NOW), {
      pgid: 4711,
      zombie: false,
      commandLine: "sh -c worker x",
      startedAtMs: NOW - seconds * 1000,
    });
  }
  assertEquals(parsePsFacts("4711 Z 00:01 (sh)\n", NOW)?.zombie, true);
  assertEquals(parsePsFacts("", NOW), null);
});
