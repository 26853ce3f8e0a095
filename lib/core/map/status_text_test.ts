import { assertEquals } from "@std/assert";
import { parse } from "@std/yaml";
import { readPlainStatus } from "./status_text.ts";

const PLAIN = `# a change
id: ab12
name: "260704-ab12-add-login"
created: 2026-07-04T10:00:00Z
issues: []
title: Add a login

progress:
  intake: done
  review-pr: pending   
prs:
- https://github.com/o/r/pull/41
- https://github.com/o/r/pull/42#discussion_r1
`;

Deno.test("status text: a plain file is read without a parser", () => {
  assertEquals(readPlainStatus(PLAIN), {
    progress: { intake: "done", "review-pr": "pending" },
    prs: ["https://github.com/o/r/pull/41", "https://github.com/o/r/pull/42#discussion_r1"],
  });
  assertEquals(readPlainStatus(""), { progress: null, prs: null });
  assertEquals(readPlainStatus("prs:\nprogress:\n"), { progress: null, prs: null });
});

const notPlain = [
  "progress: {intake: done}",
  "progress:\n\tintake: done",
  "progress:\n  intake: done\n   apply: done",
  "progress:\n  intake:\n    state: done",
  'progress:\n  intake: "done"',
  "progress:\n  intake: done # now",
  "progress:\n  intake: null",
  "progress:\n  intake: done\nprogress:\n  intake: failed",
  "progress:\n  intake: done\n  intake: failed",
  "progress:\n  intake: &a done",
  "progress:\r\n  intake: done\r\n",
  "prs: []",
  "prs:\n- 'https://x/pull/1'",
  "prs:\n- https://x/pull/1: x",
  "prs:\n- https://x/pull/1 #c",
  "prs:\n- 5",
  "prs:\n  x: y",
  "prs:\n- https://x/pull/1\n  more",
  "notes: |\n  progress:\n    intake: done",
  "notes: a\n  b",
  'notes: "a\n  b"',
  "notes: [a,\n  b]",
  "notes:\n  progress:\n    intake: failed",
  "--- \nprogress:\n  intake: done",
  "progress:\n  intake: done\n...\n",
  "%YAML 1.2\n---\n",
  "\uFEFFprogress:\n  intake: done",
  "? progress\n: x",
  "- progress",
];
for (const text of notPlain) {
  Deno.test(`status text: left to the parser: ${JSON.stringify(text)}`, () => {
    assertEquals(readPlainStatus(text), null);
  });
}

Deno.test("status text: what is read is what a YAML parser reads, for random lines", () => {
  const pieces = [
    "progress:",
    "prs:",
    "  intake: done",
    "  apply: active",
    "  review: yes",
    "  ship: 5",
    " hydrate: x",
    "- https://x/o/r/pull/5",
    "  - https://x/o/r/pull/6",
    "- x: y",
    "id: ab12",
    "id: 010",
    "name: 'x y'",
    "title: a b c",
    "title: a: b",
    "list: []",
    "list: [a",
    "# comment",
    "  # comment",
    "",
    "notes: |",
    "  text",
    "key:",
    "\tx",
    "date: 2026-07-04T10:00:00Z",
    "...",
  ];
  let read = 0;
  for (let round = 0; round < 30000; round++) {
    const lines = Array.from(
      { length: 1 + Math.floor(Math.random() * 6) },
      () => pieces[Math.floor(Math.random() * pieces.length)],
    );
    const text = lines.join("\n");
    const parts = readPlainStatus(text);
    if (parts === null) continue;
    read++;
    const whole = (parse(text) ?? {}) as Record<string, unknown>;
    assertEquals(
      { progress: whole["progress"] ?? null, prs: whole["prs"] ?? null },
      { ...parts } as Record<string, unknown>,
      text,
    );
  }
  assertEquals(read > 1000, true, `${read} were plain`);
});
