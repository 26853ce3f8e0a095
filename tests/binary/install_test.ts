/**
 * `scripts/install.sh` puts what was built where a person's shell and `man` look for it.
 *
 * @module
 */

import { assertEquals, assertStringIncludes } from "@std/assert";
import { join } from "@std/path";
import config from "../../deno.json" with { type: "json" };
import { ROOT, withDirectory } from "../helpers/directory.ts";

const decoder = new TextDecoder();
const INSTALL = join(ROOT, "scripts/install.sh");
const INSTALLED = [
  "bin/fab",
  "share/bash-completion/completions/fab",
  "share/fish/vendor_completions.d/fab.fish",
  "share/man/man1/fab.1",
  "share/zsh/site-functions/_fab",
];

async function run(argv: readonly string[], env: Readonly<Record<string, string>> = {}) {
  const { code, stdout, stderr } = await new Deno.Command(argv[0]!, {
    args: argv.slice(1),
    clearEnv: true,
    env: { PATH: "/usr/bin:/bin", ...env },
    stdin: "null",
  }).output();
  return { code, stdout: decoder.decode(stdout), stderr: decoder.decode(stderr) };
}

async function filesBelow(directory: string): Promise<string[]> {
  const { stdout } = await run(["find", directory, "!", "-type", "d"]);
  return stdout.trim().split("\n").filter((line) => line !== "")
    .map((path) => path.slice(directory.length + 1)).sort();
}

Deno.test("installs below a prefix, twice, and nowhere else", async () => {
  await withDirectory(async (directory) => {
    const prefix = join(directory, "a prefix");
    for (let time = 0; time < 2; time++) {
      const done = await run([
        "sh",
        ...[INSTALL, "--from", join(ROOT, "dist"), "--prefix", prefix],
      ]);
      assertEquals(done.code, 0, done.stderr);
    }
    assertEquals(await filesBelow(directory), INSTALLED.map((path) => `a prefix/${path}`));
    const { stdout } = await run([join(prefix, "bin/fab"), "--version"]);
    assertEquals(stdout, `fab ${config.version}\n`);
  });
});

Deno.test("without a prefix it is the home's .local; without a home it asks for one", async () => {
  await withDirectory(async (HOME) => {
    const done = await run(["sh", INSTALL, "--from", join(ROOT, "dist")], { HOME });
    assertEquals(done.code, 0, done.stderr);
    assertEquals(await filesBelow(HOME), INSTALLED.map((path) => `.local/${path}`));
    assertStringIncludes(done.stderr, `export PATH="${HOME}/.local/bin:$PATH"`);
  });
  const homeless = await run(["sh", INSTALL, "--from", join(ROOT, "dist")]);
  assertEquals(homeless.code, 1);
  assertStringIncludes(homeless.stderr, "--prefix");
});

Deno.test("what is damaged on the way is not installed", async () => {
  await withDirectory(async (directory) => {
    const copy = join(directory, "dist");
    await run(["cp", "-R", join(ROOT, "dist"), copy]);
    await Deno.writeTextFile(join(copy, "fab"), "x", { append: true });
    const prefix = join(directory, "prefix");
    const refused = await run(["sh", INSTALL, "--from", copy, "--prefix", prefix]);
    assertEquals(refused.code, 1);
    assertStringIncludes(refused.stderr, "nothing was installed");
    assertEquals(await Deno.stat(prefix).catch(() => null), null);
  });
});
