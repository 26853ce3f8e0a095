/**
 * The compiled program can't reach the network, load foreign code or ask for more: by what is
 * written in it, and by what a program of the same permissions is refused.
 *
 * @module
 */

import { assert, assertEquals } from "@std/assert";
import { join } from "@std/path";
import { ROOT } from "../helpers/directory.ts";
import { compiledFab } from "./compiled.ts";

const decoder = new TextDecoder();

/** The permissions in a program made by `deno compile`: the last ones in the file are in force. */
function bakedPermissions(program: Uint8Array): Record<string, unknown> {
  const text = new TextDecoder("latin1").decode(program);
  const start = text.lastIndexOf('"permissions":{');
  assert(start > 0, "the program has no permissions written in it");
  return JSON.parse(text.slice(start + '"permissions":'.length, text.indexOf("}", start) + 1));
}

Deno.test("the permissions that are compiled in", async () => {
  const baked = bakedPermissions(await Deno.readFile(compiledFab()));
  // An empty list stands for all, null for none.
  assertEquals(
    Object.fromEntries(Object.entries(baked).filter(([name]) => name !== "allow_import")),
    {
      ...{ allow_read: [], deny_read: null, allow_write: [], deny_write: null },
      ...{ allow_run: [], deny_run: null, allow_env: [], deny_env: null },
      ...{ allow_sys: null, deny_sys: null },
      ...{ allow_net: null, deny_net: [], allow_ffi: null, deny_ffi: [], deny_import: [] },
      prompt: false,
    },
  );
});

Deno.test("a program of the same permissions reaches nothing outside, and never asks", async () => {
  const directory = await Deno.makeTempDir({ prefix: "fab-reach-" });
  const listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  let accepted = 0;
  const accepting = (async () => {
    for await (const connection of listener) {
      accepted++;
      connection.close();
    }
  })();
  try {
    const probe = join(directory, "probe");
    const compiled = await new Deno.Command("sh", {
      args: [join(ROOT, "scripts/compile.sh"), join(ROOT, "tests/binary/reach_probe.ts"), probe],
    }).output();
    assert(compiled.success, decoder.decode(compiled.stderr));
    const output = await new Deno.Command(probe, {
      args: [String(listener.addr.port), directory],
      stdin: "null",
    }).output();
    const errors = decoder.decode(output.stderr);
    assert(output.success, errors);
    const results: Record<string, string> = JSON.parse(decoder.decode(output.stdout));
    assert(Object.keys(results).length > 10);
    for (const [way, result] of Object.entries(results)) {
      assertEquals(`${way}: ${result}`, `${way}: refused`, errors);
    }
    assertEquals(accepted, 0, "a connection came through");
  } finally {
    listener.close();
    await accepting;
    await Deno.remove(directory, { recursive: true });
  }
});
