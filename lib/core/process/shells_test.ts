import { assertEquals } from "@std/assert";
import { interactiveShell, shellName } from "./shells.ts";

const cases: readonly (readonly [string, string | null])[] = [
  ["bash", "bash"],
  ["-bash", "bash"],
  ["/usr/bin/zsh -l", "zsh"],
  ["-/bin/sh", "sh"],
  ["/bin/bash --norc -i", "bash"],
  ["bash --rcfile /tmp/rc", "bash"],
  ["bash -O extglob", "bash"],
  ["bash -s a b", "bash"],
  ["bash -", "bash"],
  ["bash --", "bash"],
  ["zsh -o vi -f", "zsh"],
  ["fish -C cd", "fish"],
  ["busybox sh", "sh"],
  ["/bin/busybox ash -l", "ash"],
  ["pwsh -NoLogo", "pwsh"],
  ["nu --config /x", "nu"],
  ["bash -c ls", null],
  ["bash -lc ls", null],
  ["bash -i -c ls", null],
  ["sh script.sh", null],
  ["bash -- script.sh", null],
  ["bash -x script.sh", null],
  ["bash --norc script.sh arg", null],
  ["fish --command ls", null],
  ["pwsh -Command ls", null],
  ["busybox vi", null],
  ["node", null],
  ["python3", null],
  ["claude", null],
  ["", null],
];

for (const [line, expected] of cases) {
  Deno.test(`interactive shell: '${line}' is ${expected}`, () => {
    assertEquals(interactiveShell(line === "" ? [] : line.split(" ")), expected);
  });
}

Deno.test("interactive shell: text of -c with spaces and line feeds is still -c", () => {
  assertEquals(interactiveShell(["sh", "-c", "agent; exec $SHELL\n"]), null);
});

Deno.test("shell name: the directory and a login dash don't matter, other programs do", () => {
  assertEquals(shellName("/opt/sh/bin/-zsh"), "zsh");
  assertEquals(shellName("-fish"), "fish");
  assertEquals(shellName("/usr/bin/bashful"), null);
  assertEquals(shellName("/bin/bash/claude"), null);
});
