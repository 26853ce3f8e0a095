import { assertEquals, assertMatch, assertRejects } from "@std/assert";
import { compareInstalled, stampSkill } from "./stamp.ts";

const TEXT = "---\nname: x\nmetadata:\n  internal: true\n---\n\nbody\n";

Deno.test("the stamp is one line of the front matter", async () => {
  const stamped = await stampSkill(TEXT);
  assertMatch(
    stamped,
    /^---\nname: x\nmetadata:\n {2}internal: true\n {2}fab-digest: [0-9a-f]{64}\n---/,
  );
  assertEquals(stamped.replace(/ {2}fab-digest.*\n/, ""), TEXT);
  await assertRejects(() => stampSkill("no front matter"), Error, "metadata.internal");
});

Deno.test("a person's change is told from another version and from line endings", async () => {
  const stamped = await stampSkill(TEXT);
  const older = await stampSkill(TEXT.replace("body", "older body"));
  for (
    const [installed, state] of [
      [stamped, "current"],
      [stamped.replaceAll("\n", "\r\n"), "current"],
      [older, "ours"],
      [older.replaceAll("\n", "\r\n"), "ours"],
      [TEXT, "ours"],
      [stamped.replace("body", "my body"), "changed"],
      [older.replace("older", "my"), "changed"],
      [`${stamped}\n`, "changed"],
      [stamped.replace(/ {2}fab-digest.*\n/, "").replace("body", "mine"), "changed"],
      ["", "changed"],
    ] as const
  ) {
    assertEquals(await compareInstalled(installed, stamped), state, installed);
  }
});
