import { assertEquals, assertRejects, assertStringIncludes } from "@std/assert";
import { FabError } from "../core/errors.ts";
import { fakeContext } from "../testing/fake_context.ts";
import { changeConfig } from "./write.ts";

const FILE = "/desk/fab/project/config.yaml";

async function refused(text: string, path: string, value: string | number): Promise<string> {
  const context = fakeContext({ files: { [FILE]: text } });
  const change = { file: FILE, path: path.split("."), value };
  const error = await assertRejects(() => changeConfig(context, change), FabError);
  assertEquals(context.files.texts(), { [FILE]: text });
  return error.message;
}

Deno.test("a change is written, and a file that is not there is made", async () => {
  const context = fakeContext();
  const path = ["agent", "session"];
  assertEquals(await changeConfig(context, { file: FILE, path, value: "codex" }), true);
  assertEquals(context.files.texts(), { [FILE]: "agent:\n  session: codex\n" });
  assertEquals(await changeConfig(context, { file: FILE, path, value: "codex" }), false);
  assertEquals(await changeConfig(context, { file: FILE, path, value: undefined }), true);
  assertEquals(context.files.texts(), { [FILE]: "agent:\n" });
  assertEquals(await changeConfig(context, { file: FILE, path, value: undefined }), false);
});

Deno.test("a BOM stays", async () => {
  const context = fakeContext({ files: { [FILE]: "\uFEFFagent: {session: a}\n" } });
  await changeConfig(context, { file: FILE, path: ["agent", "session"], value: "b" });
  assertEquals(context.files.texts(), { [FILE]: "\uFEFFagent: {session: b}\n" });
});

Deno.test("what would not validate is refused, and a broken file is left as it is", async () => {
  assertStringIncludes(
    await refused("dispatch: {mode: pane}\n", "dispatch.mode", "tab"),
    'expected one of pane, native, headless, found "tab"',
  );
  assertStringIncludes(await refused("agent: [\n", "agent.session", "x"), ":2:1: ");
  assertStringIncludes(await refused("agent:\n\tsession: x\n", "agent.session", "x"), "a tab");
});

Deno.test("a value that an alias shares is not changed behind the other's back", async () => {
  const text = "agent:\n  session: &a x\n  workers: *a\n";
  assertStringIncludes(await refused(text, "agent.session", "y"), "edit it by hand");
});

Deno.test("a writer that is busy is named", async () => {
  const context = fakeContext({ files: { [FILE]: "" } });
  context.files.holdLock("/desk/fab/project/.config.yaml.lock", "fab config (process 7)");
  const change = { file: FILE, path: ["agent", "session"], value: "x" };
  const error = await assertRejects(() => changeConfig(context, change), FabError);
  assertStringIncludes(error.message, "fab config (process 7) is writing it");
});
