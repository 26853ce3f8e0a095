import { assertEquals, assertRejects } from "@std/assert";
import { ClosedPipeError, InterruptedError } from "../core/errors.ts";
import { fakeEnv } from "../testing/fake_context.ts";
import { mayColor, readToEnd, writeText } from "./out.ts";

Deno.test("a text is written whole by a sink that takes a little at a time", async () => {
  const taken: number[] = [];
  let full = 2;
  const sink = {
    write(bytes: Uint8Array) {
      if (full-- > 0) return Promise.reject(new Deno.errors.WouldBlock("full"));
      taken.push(...bytes.subarray(0, 3));
      return Promise.resolve(Math.min(3, bytes.length));
    },
  };
  await writeText(sink, "日本 and more");
  assertEquals(new TextDecoder().decode(new Uint8Array(taken)), "日本 and more");
});

Deno.test("a closed pipe is told from other failures", async () => {
  const failing = (error: Error) => ({ write: () => Promise.reject(error) });
  await assertRejects(
    () => writeText(failing(new Deno.errors.BrokenPipe("x")), "a"),
    ClosedPipeError,
  );
  await assertRejects(() => writeText(failing(new Error("disk full")), "a"), Error, "disk full");
});

Deno.test("colour only on a terminal that wants it", () => {
  const may = (env: Record<string, string>, terminal = true) =>
    mayColor(fakeEnv({ env }), terminal);
  assertEquals(may({ TERM: "xterm" }), true);
  assertEquals(may({}), true);
  assertEquals(may({ TERM: "xterm" }, false), false);
  assertEquals(may({ NO_COLOR: "1" }), false);
  assertEquals(may({ NO_COLOR: "" }), true);
  assertEquals(may({ TERM: "dumb" }), false);
});

Deno.test("input is read to its end, or until a signal", async () => {
  const parts = ["日本", "\ufeff and", " more"].map((text) => new TextEncoder().encode(text));
  const source = {
    read(into: Uint8Array) {
      const part = parts.shift();
      if (part !== undefined) into.set(part);
      return Promise.resolve(part?.length ?? null);
    },
  };
  const all = await readToEnd(source, new AbortController().signal);
  assertEquals(new TextDecoder().decode(all), "日本\ufeff and more");

  const controller = new AbortController();
  const endless = { read: () => new Promise<number>(() => {}) };
  const reading = readToEnd(endless, controller.signal);
  controller.abort(new InterruptedError("SIGINT"));
  await assertRejects(() => reading, InterruptedError);
  await assertRejects(() => readToEnd(endless, controller.signal), InterruptedError);
});
