import { assertEquals } from "@std/assert";
import {
  type Foreground,
  foregroundGroup,
  idleShellOf,
  onTerminal,
  parseReaders,
  parseSttyFlags,
  parseWaitRecords,
  readsTty,
  sameReaders,
  wereReplaced,
} from "./foreground.ts";
import type { ProcessRow } from "./table.ts";

const row = (pid: number, line: string, more: Partial<ProcessRow> = {}): ProcessRow => ({
  pid,
  ppid: 1,
  pgrp: pid,
  tpgid: pid,
  comm: "",
  argv: line.split(" "),
  wait: "",
  life: "",
  zombie: false,
  ...more,
});

Deno.test("stty: layouts of GNU and of macOS, and no answer", () => {
  const gnu = "speed 38400 baud; rows 24; columns 80; line = 0;\nintr = ^C; min = 1;\n" +
    "isig icanon iexten echo echoe -echonl\n";
  assertEquals(parseSttyFlags(gnu), { icanon: true, echo: true });
  assertEquals(parseSttyFlags("-isig -icanon -iexten -echo echoe"), { icanon: false, echo: false });
  assertEquals(parseSttyFlags("lflags: icanon isig -echo;\niflags: -istrip"), {
    icanon: true,
    echo: false,
  });
  assertEquals(parseSttyFlags("stty: /dev/pts/9: No such file or directory"), null);
  assertEquals(parseSttyFlags(""), null);
});

Deno.test("foreground: the group that has the terminal, its leader first", () => {
  const shell = row(10, "bash", { tpgid: 20 });
  const rows = [
    shell,
    row(21, "helper", { pgrp: 20, tpgid: 20 }),
    row(20, "claude", { tpgid: 20 }),
    row(30, "sleep", { tpgid: 20 }),
  ];
  assertEquals(foregroundGroup(rows, 10).map((member) => member.pid), [20, 21]);
  assertEquals(foregroundGroup(rows, 99), []);
  assertEquals(foregroundGroup([row(10, "x", { tpgid: -1, pgrp: -1 })], 10), []);
});

Deno.test("readers: where nobody tells whose input the terminal is, all that are on it", () => {
  const rows = [
    row(10, "zsh", { tpgid: 20 }),
    row(20, "claude", { tpgid: 20 }),
    row(21, "helper", { pgrp: 20, tpgid: 20 }),
    row(22, "gone", { tpgid: 20, zombie: true }),
    row(30, "elsewhere", { tpgid: 31 }),
    row(40, "daemon", { tpgid: -1 }),
  ];
  assertEquals(onTerminal(rows, 10), [10, 20, 21]);
  assertEquals(onTerminal(rows, 40), []);
  assertEquals(onTerminal(rows, 99), []);
});

Deno.test("readers: a program that is started anew is another, one that starts others is not", () => {
  const at = (readers: number[], front: number[], more: Partial<Foreground> = {}): Foreground => ({
    processes: front.map((pid) => row(pid, "agent")),
    readers,
    ...{ shown: readers, timedOut: false },
    ...{ everyone: [], idleShell: null, readingTty: null, tty: null },
    ...more,
  });
  const before = at([10, 11], [10, 11]);
  assertEquals(sameReaders(before, at([10, 11], [10, 11])), true);
  assertEquals(sameReaders(before, at([10, 11, 12], [12])), true, "a program in front of it");
  assertEquals(sameReaders(before, at([10, 12], [10, 12])), false, "a loop's next agent");
  assertEquals(sameReaders(at([1, 10], [10]), at([1, 11], [11])), false);
  assertEquals(sameReaders(at([1, 10], [10]), at([10], [10])), true, "another one than in front");
  assertEquals(sameReaders(at([], []), at([12], [12])), true, "nothing was known");
  const shell = at([10, 11], [10], { idleShell: "bash" });
  assertEquals(sameReaders(before, shell), false, "it became a shell");
  assertEquals(sameReaders(shell, shell), true, "it was one");
  assertEquals(wereReplaced(before, at([10, 12], [10])), true, "another one in its place");
  assertEquals(wereReplaced(before, at([], [])), true);
  assertEquals(wereReplaced(before, at([10], [10])), false, "a helper that ended");
  assertEquals(wereReplaced(before, shell), true);
  assertEquals(parseReaders("in:10\nin:11\n10/fd/0\nbin:12\n"), [10, 11]);
});

Deno.test("idle shell: a shell alone, never a wrapped program, a script or a loop", () => {
  assertEquals(idleShellOf([row(1, "-zsh")]), "zsh");
  assertEquals(idleShellOf([]), null);
  assertEquals(idleShellOf([row(1, "node"), row(2, "bash")]), null);
  assertEquals(idleShellOf([row(1, "sh -c agent"), row(2, "bash")]), null);
  assertEquals(idleShellOf([row(1, "bash run.sh")]), null);
  assertEquals(idleShellOf([row(1, "bash"), row(2, "bash")]), "bash");
});

Deno.test("idle shell: a prompt theme's helper counts only while the shell waits for a child", () => {
  const helper = row(2, "gitstatusd -G v1", { pgrp: 1 });
  assertEquals(idleShellOf([row(1, "zsh", { wait: "do_sys_poll" }), helper]), "zsh");
  assertEquals(idleShellOf([row(1, "zsh", { wait: "wait_woken" }), helper]), "zsh");
  for (const wait of ["do_wait", "sigsuspend", "0", ""]) {
    assertEquals(idleShellOf([row(1, "zsh", { wait }), helper]), null);
  }
});

Deno.test("reading: a read of the terminal, a watched terminal, and what is neither", () => {
  const member = [row(7, "x")];
  const reads = (text: string, members = member) => readsTty(members, parseWaitRecords(text));
  assertEquals(reads("7/task/7/syscall:0 0x0 0x7f 0x1\n7/fd/0\n7/fd/1"), "reads");
  assertEquals(reads("7/task/9/syscall:63 0xa 0x7f\n7/task/7/syscall:running\n7/fd/10"), "reads");
  assertEquals(reads("7/task/7/syscall:0 0x3 0x7f\n7/fd/0"), "no", "reads a file");
  assertEquals(reads("7/task/7/syscall:230 0x0 0x0\n7/fd/0"), "no", "sleeps");
  assertEquals(reads("8/task/8/syscall:0 0x0 0x0\n8/fd/0\n7/task/7/syscall:running"), "no");
  assertEquals(
    reads("7/task/7/syscall:281 0xd 0x7f\n7/fd/17\n7/fdinfo/13:tfd:       17 events: 19"),
    "watches",
  );
  assertEquals(reads("7/task/7/syscall:281 0xd\n7/fd/0\n7/fdinfo/13:tfd: 10 events: 19"), "no");
});

Deno.test("reading: by the wait channel where system calls may not be looked at", () => {
  const by = (wait: string, text = "7/fd/0") =>
    readsTty([row(7, "x", { wait })], parseWaitRecords(text));
  assertEquals(by("n_tty_read"), "reads");
  assertEquals(by("wait_woken"), "reads");
  assertEquals(by("wait_woken", ""), "no", "a socket is waited for alike");
  assertEquals(by("hrtimer_nanosleep"), "no");
  assertEquals(by("0"), null);
  assertEquals(by(""), null);
});
