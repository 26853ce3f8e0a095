import { assertEquals, assertRejects } from "@std/assert";
import { FabError } from "../../core/errors.ts";
import { fakeContext } from "../../testing/fake_context.ts";
import { attemptAt } from "../attempt.ts";
import { settleAside, whileLocked } from "./lock.ts";

const ATTEMPT = attemptAt("/repo", "ab12", "apply");
const STATE = "/repo/.fab-dispatch/ab12";

Deno.test("the lock is given back, also after a failure", async () => {
  const context = fakeContext();
  const locked = (body: () => Promise<string>) =>
    whileLocked(context, ATTEMPT, { doing: "test", refusal: "busy", body });
  const holder = () => context.files.lockHolder(ATTEMPT.paths.lock);
  assertEquals(await locked(async () => await holder() ?? ""), "test by process 4242");
  assertEquals(await holder(), null);
  await assertRejects(() => locked(() => Promise.reject(new Error("no"))), Error, "no");
  assertEquals(await holder(), null);
});

Deno.test("one who comes second is told what the first does", async () => {
  const context = fakeContext();
  context.files.holdLock(ATTEMPT.paths.lock, "launch of ab12/apply by process 7");
  await assertRejects(
    () =>
      whileLocked(context, ATTEMPT, {
        doing: "launch",
        refusal: "ab12/apply is already running",
        body: () => Promise.reject(new Error("never")),
      }),
    FabError,
    "ab12/apply is already running (launch of ab12/apply by process 7)",
  );
});

Deno.test("what was left aside is put right, but not under the hands of a delivery", async () => {
  const left = { [`${STATE}/apply-result.yaml.aside`]: "old" };
  const busy = fakeContext({ files: left });
  busy.files.holdLock(ATTEMPT.paths.lock, "delivery");
  await settleAside(busy, ATTEMPT);
  assertEquals(busy.files.texts(), left);

  const free = fakeContext({ files: left });
  await settleAside(free, ATTEMPT);
  assertEquals(free.files.texts(), { [`${STATE}/apply-result.yaml`]: "old" });
  assertEquals(await free.files.lockHolder(ATTEMPT.paths.lock), null);
});
