import { assertEquals } from "@std/assert";
import { ownScreenProgram } from "./own_screen.ts";
import type { ProcessRow } from "./table.ts";

function row(pid: number, line: string): ProcessRow {
  const argv = line.split(" ");
  const rest = { ppid: 1, pgrp: 10, tpgid: 10, zombie: false, wait: "", life: `${pid}` };
  return { ...rest, pid, comm: argv[0] ?? "", argv };
}

Deno.test("pagers, editors, monitors and pickers are known by any of their names", () => {
  const lines = [
    ...[
      "less a.txt",
      "/usr/bin/vim.basic a",
      "/usr/bin/emacs-28.2 -nw",
      "busybox vi a",
      "nano -w a",
    ],
    ...["python3 /usr/bin/ranger", "htop", "watch -n1 date", "perl /usr/bin/tig", "mc", "whiptail"],
  ];
  for (const line of lines) {
    assertEquals(ownScreenProgram([row(10, line)], [10]) !== null, true, line);
  }
  for (
    const line of ["claude", "node vim.js", "bash -c less", "python3 agent.py less", "lessons"]
  ) {
    assertEquals(ownScreenProgram([row(10, line)], [10]), null, line);
  }
  assertEquals(
    ownScreenProgram([row(10, "sh -c x"), row(11, "man ls"), row(12, "less")], [11, 12]),
    "man",
  );
});

Deno.test("what an agent runs to read its output has no terminal, and does not count", () => {
  assertEquals(ownScreenProgram([row(10, "claude"), row(11, "less a")], [10]), null);
  assertEquals(ownScreenProgram([row(10, "claude"), row(11, "vim a")], [10, 11]), "vim");
});
