/**
 * The words that scripts go by are the same wherever they are written down: README, docs, help and the
 * skill's texts.
 *
 * @module
 */

import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { type DeliveryWord, SAFE_TO_REPEAT, wordsThatAre } from "../lib/core/message/delivery.ts";
import { PARKED_WORDS } from "../lib/core/screen/readiness.ts";
import { ROOT } from "./helpers/directory.ts";
import { runFab } from "./helpers/program.ts";

const read = (path: string) => Deno.readTextFile(`${ROOT}/${path}`);
const flat = (text: string) => text.replaceAll(/\s+/g, " ");
const isWord = (word: string): word is DeliveryWord => word in SAFE_TO_REPEAT;

/** What the tables of a text say is safe to repeat: a word in the first cell, the answer in the last. */
function tableIn(text: string): Record<string, string> {
  const rows = [...text.matchAll(/^\| `([a-z ]+)` \|.*\| ([^|]+) \|$/gm)];
  return Object.fromEntries(
    rows.filter(([, word = ""]) => isWord(word)).map((
      [, word = "", answer = ""],
    ) => [word, answer]),
  );
}

Deno.test("README, docs and skill give the same table of what is safe to repeat", async () => {
  for (const path of ["README.md", "docs/delivery.md", "skills/cli_agents.md"]) {
    const table = tableIn(await read(path));
    assertEquals(Object.keys(table), Object.keys(SAFE_TO_REPEAT), path);
    for (const [word, answer] of Object.entries(table)) {
      const safe = isWord(word) ? SAFE_TO_REPEAT[word] : "";
      assert(answer.startsWith(safe), `${path}: ${word} is ${safe}, not ${answer}`);
    }
  }
});

Deno.test("help and briefing say it in a sentence, and both are of the table", async () => {
  const help = await runFab(["pane", "deliver", "--help"]);
  const briefing = (await read("skills/briefing.md")).replaceAll("`", "");
  for (const text of [help.stdout, briefing]) {
    assertStringIncludes(flat(text), `Safe to repeat: ${wordsThatAre("yes")}. Look first: `);
    assert(/Look first: unverified\b/.test(flat(text)), text);
  }
  assertEquals(wordsThatAre("look first"), "unverified");
});

Deno.test("every reason of a parked pane is in README, docs, help and skill", async () => {
  const texts = {
    "README.md": await read("README.md"),
    "docs/delivery.md": await read("docs/delivery.md"),
    "skills/cli_agents.md": await read("skills/cli_agents.md"),
  };
  for (const [path, text] of Object.entries(texts)) {
    for (const word of PARKED_WORDS) assertStringIncludes(flat(text), `\`${word}\``, path);
  }
  const help = await runFab(["pane", "ready", "--help"]);
  assertStringIncludes(flat(help.stdout), `The reasons: ${PARKED_WORDS.join(", ")}.`);
  assertEquals(new Set(PARKED_WORDS).size, 9);
});
