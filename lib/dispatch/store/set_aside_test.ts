import { assertEquals, assertRejects } from "@std/assert";
import { fakeFiles } from "../../testing/fake_files.ts";
import { isAside, recoverAside, setAside } from "./set_aside.ts";

const PATHS = ["/d/apply-result.yaml", "/d/apply.exit"];

Deno.test("set aside and put back: all is as it was", async () => {
  const tree = { "/d/apply-result.yaml": "old", "/d/other": "x" };
  const files = fakeFiles(tree);
  const aside = await setAside(files, PATHS);
  assertEquals(files.texts(), { "/d/apply-result.yaml.aside": "old", "/d/other": "x" });
  assertEquals(await isAside(files, PATHS), true);
  await aside.putBack();
  assertEquals(files.texts(), tree);
  assertEquals(await isAside(files, PATHS), false);
  await aside.discard();
  assertEquals(files.texts(), tree);
});

Deno.test("set aside and discard: what came meanwhile stays", async () => {
  const files = fakeFiles({ "/d/apply-result.yaml": "old", "/d/apply.exit": "0" });
  const aside = await setAside(files, PATHS);
  await files.writeAtomic("/d/apply-result.yaml", "new");
  await aside.discard();
  assertEquals(files.texts(), { "/d/apply-result.yaml": "new" });
});

Deno.test("a result that came meanwhile is newer than the one that would be put back", async () => {
  const files = fakeFiles({ "/d/apply-result.yaml": "old" });
  const aside = await setAside(files, PATHS);
  await files.writeAtomic("/d/apply-result.yaml", "new");
  await aside.putBack();
  assertEquals(files.texts(), { "/d/apply-result.yaml": "new" });
});

Deno.test("when one file can't be set aside, the others are put back", async () => {
  const tree = { "/d/apply-result.yaml": "old", "/d/apply.exit": "0" };
  const files = fakeFiles(tree);
  files.fail("/d/apply.exit", new Error("read-only file system"));
  await assertRejects(() => setAside(files, PATHS), Error, "read-only");
  assertEquals(files.texts(), tree);
});

Deno.test("recovery puts back what a killed attempt left", async () => {
  const files = fakeFiles({ "/d/apply-result.yaml.aside": "old", "/d/apply.exit": "1" });
  await recoverAside(files, PATHS);
  assertEquals(files.texts(), { "/d/apply-result.yaml": "old", "/d/apply.exit": "1" });
});
