import { assertEquals } from "@std/assert";
import { relayIn, terminalBelow, ttyName } from "./relays.ts";
import type { ProcessRow } from "./table.ts";

const OUTER = 0x8801;
const row = (pid: number, ppid: number, line: string, tty = OUTER): ProcessRow => {
  const argv = line.split(" ");
  const rest = { pgrp: pid, tpgid: pid, zombie: false, wait: "", life: `${pid}`, tty };
  return { ...rest, pid, ppid, argv, comm: argv[0] ?? "" };
};

Deno.test("a pseudo terminal's number is its device", () => {
  assertEquals(ttyName(0x8800), "/dev/pts/0");
  assertEquals(ttyName(0x8807), "/dev/pts/7");
  assertEquals(ttyName(0x8901), "/dev/pts/257");
  assertEquals(ttyName(0x0401), null);
  assertEquals(ttyName(0), null);
});

Deno.test("relays are told from what reads by itself", () => {
  const kind = (line: string) => relayIn([row(10, 1, line)])?.kind ?? null;
  for (
    const line of ["script -qfc x", "/usr/bin/su -P ada", "sudo -s", "vim.basic", "python3 x.py"]
  ) {
    assertEquals(kind(line), "owner", line);
  }
  assertEquals(kind("tmux attach"), "tmux");
  for (const line of ["ssh host", "mosh-client x", "docker exec -it a bash", "kubectl exec x"]) {
    assertEquals(kind(line), "remote", line);
  }
  for (const line of ["claude", "node agent.js", "bash worker.sh"]) assertEquals(kind(line), null);
});

Deno.test("the terminal behind a relay is the one of what it started", () => {
  const rows = [row(10, 1, "script"), row(11, 10, "sh", 0x8805), row(12, 11, "bash", 0x8805)];
  assertEquals(terminalBelow(rows, 10), { panePid: 11, paneTty: "/dev/pts/5" });
  const deeper = [
    ...[...rows, row(13, 12, "script", 0x8805)],
    ...[row(14, 13, "sh", 0x8806), row(15, 14, "bash", 0x8806)],
  ];
  assertEquals(terminalBelow(deeper, 10), { panePid: 11, paneTty: "/dev/pts/5" });
  assertEquals(terminalBelow(deeper, 13), { panePid: 14, paneTty: "/dev/pts/6" });
  assertEquals(terminalBelow([row(10, 1, "sudo"), row(11, 10, "bash")], 10), null);
  const two = [row(10, 1, "vim"), row(11, 10, "bash", 0x8805), row(12, 10, "bash", 0x8806)];
  assertEquals(terminalBelow(two, 10), null);
});
