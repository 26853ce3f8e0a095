import { assertEquals } from "@std/assert";
import { fakeFiles, type Tree } from "../testing/fake_files.ts";
import { listChanges, readActiveChange } from "./changes.ts";

const FOLDER = "260704-ab12-add-login";
const STATUS = `/r/fab/changes/${FOLDER}/.status.yaml`;
const LINK = { "/r/.fab-status.yaml": { link: `fab/changes/${FOLDER}/.status.yaml` } };
const NONE = { isFab: true, folder: null, status: null };
const read = (tree: Tree) => readActiveChange(fakeFiles(tree), "/r");

Deno.test("changes: the active change and what its status says", async () => {
  const text = "progress:\n  apply: failed\nprs:\n- https://x/o/r/pull/5\n";
  assertEquals(await read({ ...LINK, [STATUS]: text }), {
    isFab: true,
    folder: FOLDER,
    status: {
      stage: { stage: "apply", state: "failed" },
      prUrl: "https://x/o/r/pull/5",
      prNumber: 5,
    },
  });
});

Deno.test("changes: none, in fab's worktrees and elsewhere", async () => {
  assertEquals(await read({ "/r/fab": null }), NONE);
  assertEquals(await read({ "/r/x": null }), { ...NONE, isFab: false });
  assertEquals(await read({ "/r/fab": "a file" }), { ...NONE, isFab: false });
  assertEquals(await read({ ...LINK, "/r/fab/changes": null }), NONE, "a link to nothing");
  assertEquals(await read({ "/r/fab": null, "/r/.fab-status.yaml": "no link" }), NONE);
  const loop = { "/r/fab": null, "/r/.fab-status.yaml": { link: ".fab-status.yaml" } };
  assertEquals(await read(loop), NONE);
  const directory = { ...LINK, [STATUS]: null };
  assertEquals(await read(directory), NONE);
  const elsewhere = { "/r/fab": null, "/x": "progress: {}", "/r/.fab-status.yaml": { link: "/x" } };
  assertEquals(await read(elsewhere), NONE);
});

Deno.test("changes: a status that can't be read leaves the change, without a stage", async () => {
  const broken = { isFab: true, folder: FOLDER, status: null };
  for (const text of ["progress: [", "a: b: c", "\tprogress: {}"]) {
    assertEquals(await read({ ...LINK, [STATUS]: text }), broken, text);
  }
  const files = fakeFiles({ ...LINK, [STATUS]: "progress: {}" });
  files.fail("/r/.fab-status.yaml", new Error("permission denied"));
  assertEquals(await readActiveChange(files, "/r"), broken);
});

Deno.test("changes: an empty status, a BOM and CRLF are ordinary", async () => {
  const stage = async (text: string) =>
    (await read({ ...LINK, [STATUS]: text })).status?.stage.stage;
  assertEquals(await stage(""), "intake");
  assertEquals(await stage("\uFEFFprogress:\r\n  ship: active\r\n"), "ship");
});

Deno.test("changes: the list holds changes only, sorted", async () => {
  const files = fakeFiles({
    "/r/fab/changes/260705-cd34-b/x": "",
    [STATUS]: "",
    "/r/fab/changes/archive/260101-zz99-old/x": "",
    "/r/fab/changes/notes.md": "",
  });
  assertEquals(await listChanges(files, "/r"), [FOLDER, "260705-cd34-b"]);
  assertEquals(await listChanges(files, "/nowhere"), []);
});
