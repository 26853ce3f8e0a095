import { assertEquals, assertThrows } from "@std/assert";
import { UsageError } from "../errors.ts";
import { checkHost, hostFailure, sshArgv } from "./ssh.ts";

Deno.test("hosts that ssh takes", () => {
  const hosts = ["red", "me@red.example.org", "192.0.2.7", "[fe80::1%eth0]", "fe80::1", "größe"];
  for (const host of [...hosts, "ssh://me@red:2222", "_x"]) assertEquals(checkHost(host), host);
});

Deno.test("what is an option, or a shell's, is no host", () => {
  const names = ["", "-oProxyCommand=touch x", "-v", "me@-oX", "a b", "a;b", "$(x)", "`x`", "a\nb"];
  for (const host of [...names, "a'b", 'a"b', "a|b", "a&b", "a>b", "a\\b", "*", "!a", "a\u202eb"]) {
    assertThrows(() => checkHost(host), UsageError, "is no host for ssh", host);
  }
});

Deno.test("the command is one word of a shell's line, its arguments each one of its own", () => {
  const argv = sshArgv("red", ["pane", "deliver", "%3", "--text", "it's $(x) #;"]);
  assertEquals(argv.slice(0, 3), ["ssh", "--", "red"]);
  assertEquals(argv.length, 4);
  assertEquals(
    argv[3],
    `sh -c 'PATH="$PATH:$HOME/.local/bin"; export PATH; exec fab "$@"' fab pane deliver '%3' ` +
      `--text 'it'\\''s $(x) #;'`,
  );
  assertEquals(sshArgv("red", [], { terminal: "own" })[1], "-t");
  assertEquals(sshArgv("red", [], { terminal: "always" })[1], "-tt");
});

Deno.test("ssh's own failures are told from the command's", () => {
  assertEquals(hostFailure("red", { code: 3 }), null);
  assertEquals(
    hostFailure("red", { code: 255, stderr: "a\nssh: no route\r\nConnection to red closed.\n" })
      ?.message,
    "host red: ssh failed: no route; try ssh red",
  );
  assertEquals(hostFailure("red", { code: 255 })?.message, "host red: ssh failed; try ssh red");
  assertEquals(
    hostFailure("red", { code: 127 })?.message,
    "host red: a program was not found there; is fab on the PATH of its shells?",
  );
});
