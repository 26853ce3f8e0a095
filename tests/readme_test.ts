import { assertEquals } from "@std/assert";
import { root } from "../commands/mod.ts";
import { commandsOf } from "../lib/cli/resolve.ts";
import { ROOT } from "./helpers/directory.ts";
import { assertTaken } from "./helpers/taken.ts";

/** The rows of the README's table of commands: a command, and an example. */
async function rows(): Promise<{ command: string; example: string }[]> {
  const readme = await Deno.readTextFile(`${ROOT}/README.md`);
  return [...readme.matchAll(/^\| `(fab [^`]+)` \|.*\| `(fab [^`]+)` \|$/gm)]
    .map(([, command = "", example = ""]) => ({ command, example }));
}

Deno.test("the README lists every command, each once, and no other", async () => {
  const listed = (await rows()).map(({ command }) => command);
  const places = [...commandsOf({ path: ["fab"], node: root })]
    .map(({ path }) => path.join(" "));
  assertEquals(listed.toSorted(), places.toSorted());
});

Deno.test("the program takes each example of that table", async () => {
  for (const { command, example } of await rows()) {
    await assertTaken(example);
    assertEquals(example.startsWith(command), true, `${example} is no example of ${command}`);
  }
});

Deno.test("the files that the README links to are there", async () => {
  const readme = await Deno.readTextFile(`${ROOT}/README.md`);
  const links = [...readme.matchAll(/\]\(([^)#:]+)\)/g)].map(([, path]) => path);
  assertEquals(links.length > 0, true);
  for (const path of links) {
    assertEquals((await Deno.lstat(`${ROOT}/${path}`).catch(() => null))?.isFile, true, path);
  }
});
