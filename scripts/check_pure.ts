/**
 * lib/core is pure: it is type-checked with the language's own library alone, so that `Deno`,
 * `console`, `fetch` or a timer in it does not compile. Its tests are not part of it.
 *
 * @module
 */

import { dirname, fromFileUrl, join } from "@std/path";
import { checkAside } from "./aside.ts";
import { listSources } from "./modules.ts";

const root = dirname(dirname(fromFileUrl(import.meta.url)));
const sources = (await listSources(root, ["lib/core"])).filter((path) =>
  !path.endsWith("_test.ts")
);
if (sources.length === 0) throw new Error("no source in lib/core to check");

const files = new Map<string, string>();
for (const path of sources) files.set(path, await Deno.readTextFile(join(root, path)));

const complaints = await checkAside(root, {
  files,
  compilerOptions: {
    lib: ["ESNext"],
    types: [join(root, "types/std.d.ts"), join(root, "types/pure.d.ts")],
  },
});
if (complaints !== null) {
  console.error(complaints);
  Deno.exit(1);
}
console.log(`${sources.length} modules of lib/core are pure`);
