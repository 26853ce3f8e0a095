import { assertEquals } from "@std/assert";
import config from "../../deno.json" with { type: "json" };
import { checkSelf } from "./self.ts";

const runtime = { deno: "2.5.7", target: "x86_64-unknown-linux-gnu" };

Deno.test("a build names its commit", () => {
  assertEquals(
    checkSelf({ runtime }, "0123abc").message,
    `${config.version}, commit 0123abc, Deno 2.5.7, x86_64-unknown-linux-gnu`,
  );
});

Deno.test("the source says that it is the source", () => {
  assertEquals(
    checkSelf({ runtime }).message,
    `${config.version}, from source, Deno 2.5.7, x86_64-unknown-linux-gnu`,
  );
});
