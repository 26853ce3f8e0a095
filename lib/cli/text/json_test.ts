import { assertEquals } from "@std/assert";
import { jsonDocument } from "./json.ts";

Deno.test("a document is indented, ends with one line feed and keeps null", () => {
  assertEquals(
    jsonDocument({ pane: "%1", change: null }),
    '{\n  "pane": "%1",\n  "change": null\n}\n',
  );
  assertEquals(jsonDocument([]), "[]\n");
});
