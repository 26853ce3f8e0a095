import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { ROOT, snapshot, withDirectory } from "./helpers/directory.ts";
import { runFab } from "./helpers/program.ts";
import { assertTaken } from "./helpers/taken.ts";

Deno.test("the texts are the files in skills/", async () => {
  const briefing = await runFab(["skill"]);
  assertEquals(briefing, {
    code: 0,
    stdout: await Deno.readTextFile(`${ROOT}/skills/briefing.md`),
    stderr: "",
  });
  const helper = await runFab(["skill", "cli-agents"]);
  assertEquals([helper.code, helper.stderr], [0, ""]);
  assertEquals(
    helper.stdout.replace(/^ {2}fab-digest: [0-9a-f]{64}\n/m, ""),
    await Deno.readTextFile(`${ROOT}/skills/cli_agents.md`),
  );
});

Deno.test("install writes what cli-agents prints, and a second run writes nothing", async () => {
  await withDirectory(async (cwd) => {
    const path = `${cwd}/.claude/skills/_cli-agents/SKILL.md`;
    const first = await runFab(["skill", "install"], { cwd });
    assertEquals(first, { code: 0, stdout: `installed ${path}\n`, stderr: "" });
    const printed = (await runFab(["skill", "cli-agents"])).stdout;
    assertEquals(await Deno.readTextFile(path), printed);
    const inode = (await Deno.stat(path)).ino;
    const second = await runFab(["skill", "install"], { cwd });
    assertEquals(second, { code: 0, stdout: `unchanged ${path}\n`, stderr: "" });
    assertEquals((await Deno.stat(path)).ino, inode);

    await Deno.writeTextFile(path, `${printed}\nMy own rule.\n`);
    const refused = await runFab(["skill", "install"], { cwd });
    assertEquals(refused, {
      code: 1,
      stdout: "",
      stderr: `fab: ${path} was changed by hand; --force replaces it, --dir installs elsewhere\n`,
    });
    assertStringIncludes(await Deno.readTextFile(path), "My own rule.");
    const forced = await runFab(["skill", "install", "--force"], { cwd });
    assertEquals(forced, { code: 0, stdout: `updated ${path}\n`, stderr: "" });
    assertEquals(await Deno.readTextFile(path), printed);
  });
});

Deno.test("many callers at once leave one whole file and no other", async () => {
  await withDirectory(async (cwd) => {
    const runs = await Promise.all(
      Array.from({ length: 6 }, () => runFab(["skill", "install", "--dir", "s"], { cwd })),
    );
    for (const { code, stderr } of runs) assertEquals([code, stderr], [0, ""]);
    const files = await snapshot(cwd);
    assertEquals(Object.keys(files).sort(), ["s/", "s/_cli-agents/", "s/_cli-agents/SKILL.md"]);
    assertEquals(files["s/_cli-agents/SKILL.md"], (await runFab(["skill", "cli-agents"])).stdout);
  });
});

Deno.test("what can't be written is said with its path", async () => {
  await withDirectory(async (cwd) => {
    await Deno.writeTextFile(`${cwd}/file`, "in the way");
    const result = await runFab(["skill", "install", "--dir", "file/below"], { cwd });
    assertEquals([result.code, result.stdout], [1, ""]);
    assert(
      result.stderr.startsWith(`fab: can't write ${cwd}/file/below/_cli-agents/SKILL.md: `),
      result.stderr,
    );
    const empty = await runFab(["skill", "install", "--dir="], { cwd });
    assertEquals(empty.code, 2, empty.stderr);
  });
});

Deno.test("every fab line in the texts is one that fab takes", async () => {
  for (const name of ["briefing", "cli_agents"]) {
    const text = await Deno.readTextFile(`${ROOT}/skills/${name}.md`);
    const lines = fabLines(text);
    assert(lines.length > 15, `${name}: ${lines.length} lines`);
    for (const line of lines) await assertTaken(line);
  }
});

/** The fab lines in code spans and code blocks of a text; bare `fab` is a name, not a line. */
function fabLines(text: string): readonly string[] {
  const blocks = [...text.matchAll(/^```sh\n([\s\S]*?)^```$/gm)]
    .flatMap((found) => found[1]!.split("\n"));
  const spans = [...text.replaceAll(/^```[\s\S]*?^```$/gm, "").matchAll(/`([^`\n]+)`/g)]
    .map((found) => found[1]!);
  return [...blocks, ...spans].filter((line) => /^fab \S/.test(line));
}
