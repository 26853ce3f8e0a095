import { assertEquals, assertRejects } from "@std/assert";
import { FabError, PaneMissingError, UsageError } from "../core/errors.ts";
import { fakeContext } from "../testing/fake_context.ts";
import { fakePane, PANE } from "../testing/fake_pane.ts";
import { promptPointer, textFor, textFromStdin } from "./prompt_text.ts";

function setUp(directory = "/desk") {
  const pane = fakePane({ files: { "/desk/p.md": "x", "/desk/d": null, "/abs/p.md": "x" } });
  pane.facts["pane_current_path"] = directory;
  const point = (path: string) => promptPointer(pane.context, { path, pane: PANE, server: null });
  return { pane, point };
}

Deno.test("the pointer has the path as given", async () => {
  const { pane, point } = setUp();
  assertEquals(await point("p.md"), "Read p.md and execute it.");
  assertEquals(await point("/abs/p.md"), "Read /abs/p.md and execute it.");
  assertEquals([pane.context.out.errors, pane.calls.length], ["", 1]);
});

Deno.test("an empty file is warned about", async () => {
  const pane = fakePane({ files: { "/desk/empty.md": "" } });
  pane.facts["pane_current_path"] = "/desk";
  await promptPointer(pane.context, { path: "empty.md", pane: PANE, server: null });
  assertEquals(pane.context.out.errors, "fab: empty.md is empty\n");
});

Deno.test("a relative path that the pane does not see, or sees another file by, is absolute", async () => {
  const { pane, point } = setUp("/elsewhere");
  assertEquals(await point("p.md"), "Read /desk/p.md and execute it.");
  assertEquals(await setUp("/abs").point("p.md"), "Read /desk/p.md and execute it.");
  assertEquals(pane.context.out.errors, "");
});

Deno.test("a file that is none is an error, and nothing was typed", async () => {
  const { pane, point } = setUp();
  await assertRejects(() => point("none.md"), FabError, "none.md: no such prompt file");
  await assertRejects(() => point("d"), FabError, "d: not a file");
  const bad = { path: "p.md", pane: "1", server: null };
  await assertRejects(() => promptPointer(pane.context, bad), PaneMissingError);
  assertEquals(pane.keys, []);
});

Deno.test("standard input is taken as it is, and must be UTF-8", async () => {
  assertEquals(await textFromStdin(fakeContext({ stdin: "\ufeffa;" })), "\ufeffa;");
  assertEquals(await textFromStdin(fakeContext({ stdin: "a\n\nb\n" })), "a\n\nb");
  assertEquals(await textFromStdin(fakeContext({ stdin: "a\n\n" })), "a\n");
  assertEquals(await textFromStdin(fakeContext({ stdin: "\n" })), "");
  const context = fakeContext();
  const readStdin = () => Promise.resolve(new Uint8Array([0x61, 0xff]));
  const broken = { ...context, out: { ...context.out, readStdin } };
  await assertRejects(() => textFromStdin(broken), UsageError, "not UTF-8");
});

Deno.test("a text file is taken without a BOM, CRLF and one line feed at its end", async () => {
  const files = {
    "/desk/dos.txt": "\ufeffone\r\n\r\ntwo\r\n",
    "/desk/plain.txt": "a\n\n",
    "/desk/empty.txt": "\n",
  };
  const context = fakeContext({ files });
  const read = (path: string) => textFor(context, { kind: "file", path });
  assertEquals(await read("plain.txt"), "a\n");
  assertEquals(context.out.errors, "");
  assertEquals(await read("/desk/dos.txt"), "one\n\ntwo");
  assertEquals(
    context.out.errors,
    "fab: /desk/dos.txt has CRLF line ends; they are delivered as line feeds\n",
  );
  await assertRejects(() => read("none.txt"), FabError, "none.txt: no such text file");
  await assertRejects(() => read("empty.txt"), UsageError, "empty");
});
