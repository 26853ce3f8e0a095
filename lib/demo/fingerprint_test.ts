import { assertEquals } from "@std/assert";
import { fingerprint } from "./fingerprint.ts";

Deno.test("a text is measured in bytes of UTF-8", async () => {
  assertEquals(await fingerprint("世\nabc"), {
    bytes: 7,
    lines: 2,
    sha256: "0f00e2ae9eaa6d8c0fae6b23ec1857b7b289865fa68a41e0aa55800304d1c390",
  });
});
