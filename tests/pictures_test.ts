/**
 * The README's pictures are what a terminal shows today.
 *
 * @module
 */

import { assertEquals } from "@std/assert";
import { join } from "@std/path";
import { drawScreen, readRows, THEMES } from "./pictures/svg.ts";
import { ROOT, withDirectory } from "./helpers/directory.ts";

Deno.test("drawn again, the pictures are the same", async () => {
  await withDirectory(async (directory) => {
    const { success, stderr } = await new Deno.Command(Deno.execPath(), {
      args: ["run", "-A", "--no-check", join(ROOT, "tests/pictures/main.ts"), directory],
      cwd: ROOT,
    }).output();
    assertEquals(success, true, new TextDecoder().decode(stderr));
    const folder = join(ROOT, "docs/pictures");
    const names = [...Deno.readDirSync(folder)].map(({ name }) => name).sort();
    assertEquals(names, ["demo-dark.svg", "demo-light.svg", "watch-dark.svg", "watch-light.svg"]);
    for (const name of names) {
      // Which tmux drew it is no matter.
      const [kept, drawn] = [folder, directory].map((at) =>
        Deno.readTextFileSync(join(at, name)).replace(/tmux \d\S*,/, "tmux,")
      );
      assertEquals(drawn, kept, `${name} is old; run 'deno task pictures'`);
    }
  });
});

Deno.test("colours, wide characters and what a page would take for markup", () => {
  const rows = readRows("\x1b[1mbold\x1b[0m \x1b[31m<red> & \x1b[39m\u8a9e x\n\x1b[7mback\x1b[27m");
  assertEquals(rows.map((runs) => runs.map(({ text, bold, color }) => [text, bold, color])), [
    [["bold", true, null], [" ", false, null], ["<red> & ", false, 1], ["\u8a9e x", false, null]],
    [["back", false, null]],
  ]);
  const svg = drawScreen(rows, { theme: THEMES[0]!, columns: 20, title: '"a" & b' });
  const [, wide, after] = /x="(\d+\.\d)" [^>]*>\u8a9e<\/text>\s*<text x="(\d+\.\d)"/.exec(svg) ??
    [];
  // Two cells of 8.4.
  assertEquals((Number(after) - Number(wide)).toFixed(1), "16.8");
  assertEquals(svg.includes("&lt;red>") && svg.includes("&quot;a&quot; &amp; b"), true);
});
