import { assert, assertEquals, assertRejects } from "@std/assert";
import { FabError } from "../core/errors.ts";
import { fakeFiles } from "../testing/fake_files.ts";
import { installSkill } from "./install.ts";
import { stampSkill } from "./stamp.ts";
import { CLI_AGENTS } from "./texts.ts";

const DIR = "/repo/.claude/skills";
const PATH = `${DIR}/_cli-agents/SKILL.md`;

Deno.test("the first run installs, the second changes nothing", async () => {
  const files = fakeFiles({ "/repo": null });
  assertEquals(await installSkill(files, { dir: DIR, force: false }), {
    path: PATH,
    action: "installed",
  });
  const first = files.texts()[PATH];
  assertEquals(first, await stampSkill(CLI_AGENTS));
  files.fail(`${DIR}/_cli-agents`, new Error("must not be touched"));
  assertEquals((await installSkill(files, { dir: DIR, force: false })).action, "unchanged");
  assertEquals(Object.keys(files.texts()), [PATH]);
});

Deno.test("another version is brought up to date", async () => {
  const older = await stampSkill(CLI_AGENTS.replace("Mechanics only.", "Only mechanics."));
  const files = fakeFiles({ [PATH]: older });
  assertEquals((await installSkill(files, { dir: DIR, force: false })).action, "updated");
  assertEquals(files.texts()[PATH], await stampSkill(CLI_AGENTS));
});

Deno.test("a person's file stays, unless it is forced", async () => {
  const mine = `${await stampSkill(CLI_AGENTS)}\nmy notes\n`;
  const files = fakeFiles({ [PATH]: mine });
  const error = await assertRejects(
    () => installSkill(files, { dir: DIR, force: false }),
    FabError,
  );
  assertEquals(
    error.message,
    `${PATH} was changed by hand; --force replaces it, --dir installs elsewhere`,
  );
  assertEquals(files.texts()[PATH], mine);
  assertEquals((await installSkill(files, { dir: DIR, force: true })).action, "updated");
  assert(!files.texts()[PATH]!.includes("my notes"));
});

Deno.test("a link is followed, and a failure names the path", async () => {
  const linked = fakeFiles({ [PATH]: { link: "/kit/SKILL.md" }, "/kit": null });
  await installSkill(linked, { dir: DIR, force: false });
  assertEquals(Object.keys(linked.texts()), ["/kit/SKILL.md"]);
  const directory = fakeFiles({ [PATH]: null });
  await assertRejects(
    () => installSkill(directory, { dir: DIR, force: true }),
    FabError,
    `can't read ${PATH}`,
  );
  const readOnly = fakeFiles({ [DIR]: null });
  readOnly.fail(PATH, new Error("Read-only file system"));
  await assertRejects(() => installSkill(readOnly, { dir: DIR, force: true }), FabError, PATH);
});
