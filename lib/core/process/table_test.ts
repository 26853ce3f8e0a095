import { assertEquals } from "@std/assert";
import { parseProcRecords, parsePsRows, withStarts } from "./table.ts";

const stat = (pid: number, comm: string, ppid = 1) =>
  `${pid}/stat:${pid} (${comm}) S ${ppid} ${pid} ${pid} 34817 ${pid} 4194304 905 0\n\0`;

Deno.test("/proc: a name may hold spaces, parentheses, line feeds and another record's look", () => {
  for (const comm of ["a b", "x) S 1 2 3 (y", "li\nne", "7/stat:7 (z) S", ") (", "", "é語"]) {
    const rows = parseProcRecords(stat(12, comm) + stat(13, "next"));
    assertEquals(rows.map((row) => [row.pid, row.comm]), [[12, comm], [13, "next"]]);
  }
});

Deno.test("/proc: arguments keep spaces, empty words and line feeds; order of files is free", () => {
  const text = "5/cmdline:sh\0" + "5/cmdline:\0" + "5/cmdline:a b\n5/stat:5 (x\0" +
    "5/wchan:do_wait\0" + stat(5, "sh");
  assertEquals(parseProcRecords(text), [{
    pid: 5,
    ppid: 1,
    pgrp: 5,
    tpgid: 5,
    comm: "sh",
    argv: ["sh", "", "a b\n5/stat:5 (x"],
    zombie: false,
    life: "",
    tty: 34817,
    wait: "do_wait",
  }]);
});

Deno.test("/proc: a process that has ended but is not yet taken note of", () => {
  const zombie = stat(8, "sh").replace(") S ", ") Z ");
  assertEquals(parseProcRecords(zombie + stat(9, "sh")).map((row) => row.zombie), [true, false]);
});

Deno.test("/proc: what ended in the middle is left out", () => {
  const whole = stat(8, "sh");
  assertEquals(parseProcRecords("9/cmdline:gone\0" + whole + "10/stat:10 (ha").length, 1);
  for (let cut = 0; cut < whole.indexOf(" 8 4194304"); cut++) {
    assertEquals(parseProcRecords(whole.slice(0, cut)), [], whole.slice(0, cut));
  }
  assertEquals(parseProcRecords("grep: 3/stat: No such file\n"), []);
});

Deno.test("ps: rows of macOS, names with spaces, a process that only one call saw", () => {
  const table = `    1     0     1      0 Ss   /sbin/launchd
  501   499   501    777 Ss   -zsh
  777   501   777    777 S+   /Applications/My Agent.app/Contents/MacOS/My Agent
  900   501   900    777 Z    (zsh)
`;
  const commands = `    1 /sbin/launchd
  501 -zsh
  777 /Applications/My Agent.app/Contents/MacOS/My Agent --fast
  901 ps -axo pid=,command=
`;
  assertEquals(
    parsePsRows(table, commands).map((row) => [row.pid, row.tpgid, row.comm, row.argv]),
    [
      [1, 0, "launchd", ["/sbin/launchd"]],
      [501, 777, "-zsh", ["-zsh"]],
      [
        777,
        777,
        "My Agent",
        ["/Applications/My", "Agent.app/Contents/MacOS/My", "Agent", "--fast"],
      ],
      [900, 777, "(zsh)", []],
    ],
  );
});

Deno.test("a process's life is when it began and where it was put; another program in it has another", () => {
  const fields = (start: number, stack: number) =>
    `5/stat:5 (sh) S 1 5 5 34817 5 0 ${"0 ".repeat(12)}${start} 9 9 9 4096 8192 ${stack} 0\n\0`;
  const life = (text: string) => parseProcRecords(text)[0]?.life;
  assertEquals(life(fields(700, 1234)), "700.4096.1234");
  assertEquals(life(fields(700, 99)), "700.4096.99");
  assertEquals(life("5/stat:5 (sh) S 1 5 5 34817 5 0\n\0"), "");
  const rows = withStarts(
    parsePsRows("  501  499  501  777 Ss   -zsh\n  777  501  777  777 S+   my agent\n", ""),
    "  501 Tue Dec  1 02:57:32 2026    \n",
  );
  assertEquals(rows.map((row) => row.life), ["Tue-Dec-1-02-57-32-2026.-zsh", ""]);
});
