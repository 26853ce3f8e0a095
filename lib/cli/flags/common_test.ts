import { assert, assertEquals, assertThrows } from "@std/assert";
import { UsageError } from "../../core/errors.ts";
import { type ParsedLine, socketFlag } from "../command.ts";
import { integer, seconds, serverFlag, serverOf } from "./common.ts";
import { parseLine } from "../parse.ts";

function line(...argv: string[]): ParsedLine {
  const flags = [serverFlag, socketFlag, { name: "n", value: "<n>", summary: "" }];
  const parsed = parseLine(argv, { flags });
  assert(parsed !== null);
  return parsed;
}

Deno.test("whole numbers are plain decimals within their bounds", () => {
  assertEquals(integer(line("--n=5"), "n", { min: 1 }), 5);
  assertEquals(integer(line("--n=0"), "n", { min: 0 }), 0);
  assertEquals(integer(line("--n=-3"), "n", { min: -5 }), -3);
  assertEquals(integer(line(), "n", { min: 1 }), undefined);
  for (
    const text of [
      "",
      " ",
      "007",
      "007x",
      "1e3",
      "+5",
      "5.0",
      "0x10",
      "-0",
      "--1",
      "٣",
      "5 ",
      "\n5",
    ]
      .concat(["0", "-1", "9007199254740993", "NaN", "Infinity"])
  ) {
    const error = assertThrows(() => integer(line(`--n=${text}`), "n", { min: 1 }), UsageError);
    assert(error.message.startsWith("--n: "), text);
  }
  const error = assertThrows(() => integer(line("--n=9"), "n", { min: 1, max: 8 }), UsageError);
  assertEquals(error.message, '--n: "9" is not a whole number of 1 to 8');
});

Deno.test("seconds are decimals without sign or exponent, in milliseconds", () => {
  assertEquals(seconds(line("--n=2"), "n"), 2000);
  assertEquals(seconds(line("--n=0.25"), "n"), 250);
  assertEquals(seconds(line("--n=0"), "n"), 0);
  assertEquals(seconds(line(), "n"), undefined);
  for (const text of ["", "-1", "1e3", ".5", "5.", "1.2345", "5s", "+1", "01", "9999999"]) {
    assertThrows(() => seconds(line(`--n=${text}`), "n"), UsageError);
  }
});

Deno.test("an empty server label is as none, any other goes on as it is", () => {
  assertEquals(serverOf(line()), null);
  assertEquals(serverOf(line("-L", "")), null);
  assertEquals(serverOf(line("--server=")), null);
  assertEquals(serverOf(line("-L", "a b;")), "a b;");
  assertEquals(serverOf(line("-L", "a", "--server=")), null);
  assertEquals(serverOf(line("-L", "/a")), "a");
});

Deno.test("a socket's path goes before a label, and an empty one is as none", () => {
  assertEquals(serverOf(line("-S", "/run/a", "-L", "b")), "/run/a");
  assertEquals(serverOf(line("--socket=", "-L", "b")), "b");
});
