import { assertEquals } from "@std/assert";
import { countsAgree } from "./counts.ts";

Deno.test("numbers of a placeholder, as programs count", () => {
  const text = `${"日".repeat(10)}🚀\nline two\n`;
  const table: readonly (readonly [string, boolean])[] = [
    ["[21 chars]", true],
    ["[22 characters]", true],
    ["[44 bytes]", true],
    ["[23 chars]", false],
    ["[2 lines]", true],
    ["[3 lines]", true],
    ["[4 lines]", false],
    ["[1 line]", false],
    ["[3 words]", true],
    ["[0.0 KB]", true],
    ["[9.9 KB]", false],
    ["[#44 21 chars]", true],
    ["[no number]", true],
    ["[7 things]", true],
  ];
  for (const [label, wanted] of table) assertEquals(countsAgree(label, text), wanted, label);
  const long = "x".repeat(1024);
  assertEquals(countsAgree("[1,024 chars]", long), true);
  assertEquals(countsAgree("[1,023 chars]", long), false);
  assertEquals(countsAgree("[1.0 KB]", long), true);
});
