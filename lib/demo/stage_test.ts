import { assertMatch, assertRejects } from "@std/assert";
import { FabError } from "../core/errors.ts";
import { fakeContext } from "../testing/fake_context.ts";
import { makeDirectory } from "./stage.ts";

const LONG = `/var/${"long-name/".repeat(6)}tmp`;

Deno.test("the directory is in TMPDIR, unless a socket's path would not fit there", async () => {
  const cases: [Record<string, string>, RegExp][] = [
    [{}, /^\/tmp\/fab-demo-[0-9a-f]{8}$/],
    [{ TMPDIR: "/home/me/tmp/" }, /^\/home\/me\/tmp\/fab-demo-[0-9a-f]{8}$/],
    [{ TMPDIR: LONG }, /^\/tmp\/fab-demo-/],
    [{ TMPDIR: "/not/there" }, /^\/tmp\/fab-demo-/],
  ];
  for (const [env, expected] of cases) {
    const files = { "/tmp": null, "/home/me/tmp": null, [LONG]: null };
    assertMatch(await makeDirectory(fakeContext({ env, files })), expected);
  }
});

Deno.test("without any directory it says which were tried", async () => {
  const { files, ...context } = fakeContext({
    env: { TMPDIR: "/a" },
    files: { "/tmp": null, "/a": null },
  });
  const full = { ...files, mkdir: () => Promise.reject(new Error("No space left on device")) };
  await assertRejects(
    () => makeDirectory({ ...context, files: full }),
    FabError,
    "/a and /tmp: can't make a directory there; set TMPDIR",
  );
});
