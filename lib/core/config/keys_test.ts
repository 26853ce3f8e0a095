import { assert, assertEquals } from "@std/assert";
import { childrenOf, findKey, formatKey, KEYS, parseKey } from "./keys.ts";

Deno.test("a dotted key is read, and written as it was", () => {
  const cases: readonly (readonly [string, readonly string[] | null])[] = [
    ["agent.session", ["agent", "session"]],
    ['providers."my.agent".native', ["providers", "my.agent", "native"]],
    ['"a \\"b\\""', ['a "b"']],
    ["", null],
    [".", null],
    ["a.", null],
    [".a", null],
    ["a..b", null],
    ['a"b', null],
    ['a."b', null],
  ];
  for (const [dotted, path] of cases) {
    assertEquals(parseKey(dotted), path, dotted);
    if (path !== null) assertEquals(parseKey(formatKey(path)), path);
  }
});

Deno.test("a leaf is found by a real path; roles are the six, providers any", () => {
  assertEquals(findKey(["agent", "profiles", "doing", "model"])?.type.kind, "text");
  assertEquals(findKey(["providers", "whatever", "native"])?.type.kind, "boolean");
  assertEquals(findKey(["agent", "profiles", "dong", "model"]), undefined);
  assertEquals(findKey(["agent"]), undefined);
  assertEquals(childrenOf(["dispatch"]), ["mode", "column_width", "reap_done"]);
  assertEquals(childrenOf(["providers", "x", "profiles"]), ["<role>"]);
  assertEquals(childrenOf(["agent", "session"]), []);
});

Deno.test("every old spelling is replaced by a key there is", () => {
  const keys = KEYS.map(({ path }) => path.join("."));
  const old = KEYS.flatMap(({ replacedBy }) => replacedBy === undefined ? [] : [replacedBy]);
  assert(old.length > 0);
  for (const key of old) assert(keys.includes(key.replace(".default.", ".<role>.")), key);
});
