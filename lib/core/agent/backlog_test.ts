import { assertEquals, assertThrows } from "@std/assert";
import { parseBacklog, pendingItem } from "./backlog.ts";
import { FabError } from "../errors.ts";

const TEXT = `# Backlog

- [ ] [ab12] add a "flag" for $HOME
- [x] [cd34] done already
- [ ] no id
- [ ] [ef56] a long one
  that goes on
  - [ ] [gh78] below another
- [ ] [ij90]
* [X] [kl12] also done \r
- [ ] [mn34] twice
- [ ] [mn34] twice again
`;

Deno.test("items are read with their text and box, and nothing else is", () => {
  assertEquals(
    parseBacklog(TEXT).map(({ id, text, done }) => `${done ? "x" : " "} ${id} ${text}`),
    [
      '  ab12 add a "flag" for $HOME',
      "x cd34 done already",
      "  ef56 a long one that goes on",
      "  gh78 below another",
      "x kl12 also done",
      "  mn34 twice",
      "  mn34 twice again",
    ],
  );
  assertEquals(parseBacklog(""), []);
});

Deno.test("an item is found by its id while it is pending", () => {
  const items = parseBacklog(TEXT);
  assertEquals(pendingItem("ab12", items).text, 'add a "flag" for $HOME');
  assertThrows(() => pendingItem("cd34", items), FabError, "[cd34] is done already");
  assertThrows(() => pendingItem("mn34", items), FabError, "two pending items [mn34]");
  assertThrows(() => pendingItem("zz99", items), FabError, "no item [zz99]");
});
