/**
 * The steps of a delivery are told to users and to those who change them in the same words.
 *
 * @module
 */

import { assertEquals } from "@std/assert";
import { ROOT } from "./helpers/directory.ts";

/** The rows of the table under a heading of a document, cell by cell. */
async function rowsUnder(document: string, heading: string): Promise<string[][]> {
  const text = await Deno.readTextFile(`${ROOT}/${document}`);
  const section = text.split(`\n## ${heading}\n`)[1]?.split("\n## ")[0] ?? "";
  return section.split("\n").filter((line) => line.startsWith("| ")).slice(2)
    .map((line) => line.slice(2, -2).split(" | "));
}

Deno.test("each step of docs/delivery.md has its place in the code, in the same order", async () => {
  const told = await rowsUnder("docs/delivery.md", "What is proven, and how");
  const built = await rowsUnder("CONTRIBUTING.md", "The steps of a delivery");
  assertEquals(told.length > 10, true);
  assertEquals(built.map(([step]) => step), told.map(([step]) => step));
  for (const [step, files = ""] of built) {
    const names = [...files.matchAll(/`([^`]+)`/g)].map(([, name]) => name);
    assertEquals(names.length > 0, true, step);
    for (const name of names) {
      const file = await Deno.stat(`${ROOT}/lib/deliver/${name}`).catch(() => null);
      assertEquals(file?.isFile, true, `${step}: ${name}`);
    }
  }
});
