import { assertEquals, assertRejects, assertStringIncludes } from "@std/assert";
import { FabError } from "../core/errors.ts";
import { fakeContext } from "../testing/fake_context.ts";
import { targetFile } from "./edit_target.ts";
import { findProjectConfig, PROJECT_CONFIG } from "./paths.ts";

const CONFIG = "agent: {session: kimi}\n";

function contextOf(files: Readonly<Record<string, string | null>>) {
  return fakeContext({ env: { HOME: "/home/u" }, files });
}

Deno.test("the search for the project's file ends at the git root", async () => {
  const files = {
    [`/home/u/src/${PROJECT_CONFIG}`]: CONFIG,
    "/home/u/src/app/.git/HEAD": "ref: refs/heads/main\n",
    "/home/u/src/app/lib": null,
    "/home/u/src/tree/.git": "gitdir: /home/u/src/app/.git/worktrees/tree\n",
    "/home/u/src/tree/lib": null,
    "/home/u/src/notes/.git": null,
  };
  const find = (from: string) => findProjectConfig(contextOf(files), from);
  assertEquals(await find("/home/u/src/app/lib"), null);
  assertEquals(await find("/home/u/src/tree/lib"), null);
  // Not git's: a `.git` without a HEAD, and no `.git` at all.
  assertEquals(await find("/home/u/src/notes"), `/home/u/src/${PROJECT_CONFIG}`);
  const own = { ...files, [`/home/u/src/app/${PROJECT_CONFIG}`]: CONFIG };
  const found = await findProjectConfig(contextOf(own), "/home/u/src/app/lib");
  assertEquals(found, `/home/u/src/app/${PROJECT_CONFIG}`);
});

Deno.test("outside git the search ends at the home directory", async () => {
  const files = { [`/home/${PROJECT_CONFIG}`]: CONFIG, "/home/u/notes": null };
  assertEquals(await findProjectConfig(contextOf(files), "/home/u/notes"), null);
  const own = { ...files, [`/home/u/${PROJECT_CONFIG}`]: CONFIG };
  const found = await findProjectConfig(contextOf(own), "/home/u/notes");
  assertEquals(found, `/home/u/${PROJECT_CONFIG}`);
});

Deno.test("a clone that is called fab governs nobody beside it", async () => {
  const files = {
    [`/home/u/src/${PROJECT_CONFIG}`]: CONFIG,
    "/home/u/src/fab/.git/HEAD": "ref: refs/heads/main\n",
    "/home/u/src/notes": null,
  };
  assertEquals(await findProjectConfig(contextOf(files), "/home/u/src/notes"), null);
});

Deno.test("a project's file is made in the repository that asks, and never above it", async () => {
  const files = {
    "/home/u/src/fab/README.md": "a clone\n",
    "/home/u/src/app/.git/HEAD": "ref: refs/heads/main\n",
    "/home/u/src/app/lib": null,
  };
  const wanted = `/home/u/src/app/${PROJECT_CONFIG}`;
  const options = { system: false, repo: "/home/u/src/app/lib" };
  const error = await assertRejects(() => targetFile(contextOf(files), options), FabError);
  assertStringIncludes(error.message, `--project makes ${wanted}, --system`);
  assertEquals(await targetFile(contextOf(files), { ...options, make: true }), wanted);
  const begun = contextOf({ ...files, "/home/u/src/app/fab": null });
  assertEquals(await targetFile(begun, options), wanted);
});
