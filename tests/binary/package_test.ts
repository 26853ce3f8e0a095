/**
 * What `scripts/package.sh` makes for a release, and that it installs and goes without a trace.
 *
 * @module
 */

import { assert, assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { join } from "@std/path";
import config from "../../deno.json" with { type: "json" };
import { ROOT, withDirectory } from "../helpers/directory.ts";

const { version } = config;
const URL_OF_RELEASE = "https://example.invalid/owner/fab/releases/download/v1";
const decoder = new TextDecoder();
const LINUX = Deno.build.os === "linux" && Deno.build.arch === "x86_64";

async function run(argv: readonly string[], env: Readonly<Record<string, string>> = {}) {
  const { code, stdout, stderr } = await new Deno.Command(argv[0]!, {
    args: argv.slice(1),
    env,
    stdin: "null",
  }).output();
  return { code, stdout: decoder.decode(stdout), stderr: decoder.decode(stderr) };
}

async function done(argv: readonly string[], env: Readonly<Record<string, string>> = {}) {
  const result = await run(argv, env);
  assertEquals(result.code, 0, `${argv.join(" ")}\n${result.stdout}${result.stderr}`);
  return result;
}

async function filesBelow(directory: string): Promise<string[]> {
  const { stdout } = await run(["find", directory, "!", "-type", "d"]);
  return stdout.trim().split("\n").filter((line) => line !== "")
    .map((path) => path.slice(directory.length + 1)).sort();
}

/** Packs once, for all tests of this file, and serves the folder on loopback. */
async function withRelease(
  use: (release: { readonly folder: string; readonly address: string }) => Promise<void>,
): Promise<void> {
  const folder = join(ROOT, "dist/release");
  await done(["sh", join(ROOT, "scripts/package.sh"), "--url", URL_OF_RELEASE]);
  const server = Deno.serve(
    { port: 0, hostname: "127.0.0.1", onListen() {} },
    async (request) => {
      const name = new URL(request.url).pathname.slice(1);
      const bytes = await Deno.readFile(join(folder, name)).catch(() => null);
      return bytes === null ? new Response("none", { status: 404 }) : new Response(bytes);
    },
  );
  try {
    await use({ folder, address: `http://127.0.0.1:${server.addr.port}` });
  } finally {
    await server.shutdown();
  }
}

const INSTALLED = [
  "bin/fab",
  "share/bash-completion/completions/fab",
  "share/fish/vendor_completions.d/fab.fish",
  "share/man/man1/fab.1",
  "share/zsh/site-functions/_fab",
];

/** Installs with what `install.sh` is given, sees that it runs, and removes it again. */
async function installsAndGoes(installer: string, args: readonly string[]): Promise<void> {
  await withDirectory(async (directory) => {
    const prefix = join(directory, "a prefix");
    await done(["sh", installer, ...args, "--prefix", prefix]);
    assertEquals(await filesBelow(prefix), INSTALLED);
    assertEquals((await done([join(prefix, "bin/fab"), "--version"])).stdout, `fab ${version}\n`);
    await done(["sh", installer, "--uninstall", "--prefix", prefix]);
    assertEquals(await filesBelow(directory), []);
  });
}

Deno.test("a release is packed, installed in each way, and removed", async (t) => {
  await withRelease(async ({ folder, address }) => {
    const triple = (await Deno.readTextFile(join(folder, "SHA256SUMS")))
      .match(/fab-[\d.]+-(\S+)\.tar\.gz/)?.[1];
    const archive = join(folder, `fab-${version}-${triple}.tar.gz`);
    const installer = join(folder, "install.sh");

    await t.step("out of its folder, without a network", () => installsAndGoes(installer, []));
    await t.step("out of one archive", () => installsAndGoes(installer, ["--from", archive]));
    await t.step("from an address", () => installsAndGoes(installer, ["--from", address]));
    await t.step("out of the unpacked archive", () =>
      withDirectory(async (directory) => {
        await done(["tar", "-xzf", archive, "-C", directory]);
        await installsAndGoes(join(directory, `fab-${version}-${triple}`, "install.sh"), []);
      }));

    await t.step("packed again it is the same to the byte", async () => {
      const before = await Deno.readTextFile(join(folder, "SHA256SUMS"));
      await done(["sh", join(ROOT, "scripts/package.sh"), "--url", URL_OF_RELEASE]);
      assertEquals(await Deno.readTextFile(join(folder, "SHA256SUMS")), before);
    });

    await t.step("a damaged archive installs nothing", () =>
      withDirectory(async (directory) => {
        await done(["cp", archive, join(folder, "SHA256SUMS"), directory]);
        const copy = join(directory, `fab-${version}-${triple}.tar.gz`);
        await Deno.writeTextFile(copy, "x", { append: true });
        for (const from of [copy, directory]) {
          const prefix = join(directory, "prefix");
          const { code, stderr } = await run([
            ...["sh", installer, "--from", from, "--prefix", prefix],
          ]);
          assertEquals(code, 1, stderr);
          assertStringIncludes(stderr, "nothing was installed");
          assertEquals(await Deno.stat(prefix).catch(() => null), null);
        }
      }));

    await t.step("an address without a release says so", async () => {
      const { code, stderr } = await run([
        ...["sh", installer, "--from", `${address}/none`, "--prefix", "/nowhere/at/all"],
      ]);
      assertEquals(code, 1);
      assertStringIncludes(stderr, `could not fetch ${address}/none/SHA256SUMS`);
    });

    await t.step("the formula names the archive's address and its checksum", async () => {
      const formula = await Deno.readTextFile(join(folder, "fab.rb"));
      const sum = (await Deno.readTextFile(join(folder, "SHA256SUMS")))
        .match(/^([0-9a-f]{64}) .*\.tar\.gz$/m)?.[1];
      assertStringIncludes(formula, `url "${URL_OF_RELEASE}/fab-${version}-${triple}.tar.gz"`);
      assertStringIncludes(formula, `sha256 "${sum}"`);
      assertMatch(formula, /^class Fab < Formula\n[\s\S]*\nend\n$/);
      const opened = formula.match(/\bdo$|^class |^ +def /gm)?.length;
      assertEquals(opened, formula.match(/^ *end$/gm)?.length, formula);
    });
  });
});

Deno.test({
  name: "the .deb installs below a root of its own and goes without a trace" +
    (LINUX ? "" : " (left out: no dpkg on this system)"),
  fn: () =>
    withDirectory(async (root) => {
      if (!LINUX) return;
      const deb = join(ROOT, `dist/release/fab_${version}_amd64.deb`);
      if (await Deno.stat(deb).catch(() => null) === null) {
        await done(["sh", join(ROOT, "scripts/package.sh")]);
      }
      const admin = join(root, "var/lib/dpkg");
      for (const name of ["info", "updates", "triggers"]) {
        await Deno.mkdir(join(admin, name), { recursive: true });
      }
      await Deno.writeTextFile(join(admin, "status"), "");
      const dpkg = [
        ...["dpkg", `--root=${root}`, "--force-not-root", "--force-depends", "--force-bad-path"],
        ...["--force-script-chrootless", "--log=/dev/null"],
      ];
      await done([...dpkg, "--install", deb]);
      const installed = (await filesBelow(root)).filter((path) => !path.startsWith("var/"));
      assert(installed.includes("usr/bin/fab"), installed.join("\n"));
      assert(installed.includes("usr/share/man/man1/fab.1.gz"), installed.join("\n"));
      const told = await done([join(root, "usr/bin/fab"), "--version"]);
      assertEquals(told.stdout, `fab ${version}\n`);
      await done([...dpkg, "--purge", "fab"]);
      const left = (await run(["find", root, "-path", `${root}/var`, "-prune", "-o", "-print"]))
        .stdout.trim().split("\n").filter((path) => path !== root);
      assertEquals(left, []);
    }),
});
