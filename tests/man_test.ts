import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { root } from "../commands/mod.ts";
import { commandsOf, loaderOf } from "../lib/cli/resolve.ts";
import { runFab } from "./helpers/program.ts";

/** What a formatter makes of a page: plain text, and its complaints. */
async function format(page: string): Promise<{ text: string; complaints: string } | null> {
  const child = new Deno.Command("sh", {
    args: ["-c", "command -v groff >/dev/null || exit 99; groff -man -Tutf8 -ww -P-cbou"],
    env: { MANWIDTH: "100" },
    stdin: "piped",
    stdout: "piped",
    stderr: "piped",
  }).spawn();
  const writer = child.stdin.getWriter();
  await writer.write(new TextEncoder().encode(page)).catch(() => {});
  await writer.close().catch(() => {});
  const { code, stdout, stderr } = await child.output();
  if (code === 99) return null;
  const decoder = new TextDecoder();
  return { text: decoder.decode(stdout), complaints: decoder.decode(stderr) };
}

Deno.test("the manual page holds every command with its flags, and formats cleanly", async () => {
  const { code, stdout, stderr } = await runFab(["man"]);
  assertEquals([code, stderr], [0, ""]);
  assertEquals((await runFab(["man"])).stdout, stdout, "the same each time");
  for (const place of commandsOf({ path: ["fab"], node: root })) {
    const heading = `.SS ${place.path.join(" ").replaceAll("-", "\\-")}\n`;
    assertStringIncludes(stdout, heading);
    const section = stdout.split(heading)[1]!.split("\n.SS ")[0]!;
    for (const flag of (await loaderOf(place)?.())?.flags ?? []) {
      assertStringIncludes(section, `\\-\\-${flag.name.replaceAll("-", "\\-")}`);
    }
  }
  assert(!stdout.includes("__complete"), "what scripts call is not for people");

  const page = await format(stdout);
  if (page === null) {
    console.log("groff is not installed: the page was not formatted");
    return;
  }
  assertEquals(page.complaints, "");
  assertStringIncludes(page.text, "fab skill install [flags]");
});
