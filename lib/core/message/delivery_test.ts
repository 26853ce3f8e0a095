import { assertEquals } from "@std/assert";
import { screen } from "../../testing/screens.ts";
import { DeliveryError, snippetOf } from "./delivery.ts";
import { FabError } from "../errors.ts";

Deno.test("a failed delivery begins with its word and carries the rest as data", () => {
  const cause = new Error("x");
  const error = new DeliveryError("not echoed", "the text did not appear", { retry: true, cause });
  assertEquals(error.message, "not echoed: the text did not appear");
  assertEquals(
    [error instanceof FabError, error.kind, error.word, error.retry, error.details, error.cause],
    [true, "failed", "not echoed", true, null, cause],
  );
  const plain = new DeliveryError("unverified", "look", { details: "--- x ---" });
  assertEquals([plain.retry, plain.details], [false, "--- x ---"]);
});

Deno.test("the last 20 lines are counted after the padding; a blank screen has none", () => {
  const rows = Array.from({ length: 30 }, (_, at) => `row ${at + 1}`);
  assertEquals(
    snippetOf(screen([...rows, "", ""])),
    `--- last 20 lines ---\n${rows.slice(10).join("\n")}`,
  );
  assertEquals(snippetOf(screen(["one", "", ""])), "--- last 20 lines ---\none");
  assertEquals(snippetOf(screen(["", "  "])), null);
});
