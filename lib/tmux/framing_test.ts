import { assert, assertEquals, assertMatch, assertNotEquals } from "@std/assert";
import { seeded } from "../testing/screens.ts";
import { fieldsFormat, newNonce, parseRecords } from "./framing.ts";

/** What tmux makes of a format: each variable replaced by its value. */
function printed(format: string, values: Readonly<Record<string, string>>): string {
  return format.replaceAll(/#\{(\w+)\}/g, (_, name: string) => values[name] ?? "");
}

const FIELDS = ["a", "b", "c"] as const;

Deno.test("marks are random", () => {
  assertMatch(newNonce(), /^[0-9a-f]{16}$/);
  assertNotEquals(newNonce(), newNonce());
});

Deno.test("whatever the fields hold, records come back as they were", () => {
  const random = seeded(5);
  const pieces = [
    ...[
      "",
      " ",
      "\t",
      "\n",
      "\r",
      "|",
      "<",
      ">",
      "<<",
      ">>",
      "#",
      "#{a}",
      "日本",
      "🚀",
      "\x1f",
      "\\037",
    ],
    ...[
      "name",
      "%1",
      ";",
      "'",
      '"',
      "<0123456789abcdef<",
      "|0123456789abcdef|",
      ">0123456789abcdef>",
    ],
  ];
  const value = () => {
    let text = "";
    while (random() < 0.7) text += pieces[Math.floor(random() * pieces.length)] ?? "";
    return text;
  };
  for (let round = 0; round < 300; round++) {
    const nonce = newNonce();
    const format = fieldsFormat(FIELDS, nonce);
    const records = Array.from({ length: Math.floor(random() * 4) }, () => ({
      ...{ a: value(), b: value(), c: value() },
    }));
    const rest = random() < 0.5 ? "" : `screen\n${value()}`;
    const text = records.map((record) => printed(format, record) + "\n").join("") + rest;
    const parsed = parseRecords(text, FIELDS, nonce);
    assertEquals(parsed.records, records);
    assertEquals(parsed.rest, rest);
  }
});

Deno.test("what stands before a record is passed over, an unfinished one is none", () => {
  const format = printed(fieldsFormat(["a"], "n"), { a: "1" });
  assertEquals(parseRecords(`notice\n${format}\n`, ["a"], "n").records, [{ a: "1" }]);
  assertEquals(parseRecords(format.slice(0, -1), ["a"], "n"), {
    records: [],
    before: "",
    rest: format.slice(0, -1),
  });
  assert(parseRecords("", ["a"], "n").records.length === 0);
});
