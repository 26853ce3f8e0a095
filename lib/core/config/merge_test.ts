import { assertEquals, assertThrows } from "@std/assert";
import { modernize } from "./aliases.ts";
import { definedOnly, definesNothing, mergeLayers, valueAt } from "./merge.ts";
import { FabError } from "../errors.ts";

Deno.test('null, "", [] and {} define nothing; false and 0 are values', () => {
  for (const value of [null, undefined, "", [], {}]) assertEquals(definesNothing(value), true);
  for (const value of [false, 0, " ", [null], { a: null }, new Date(0)]) {
    assertEquals(definesNothing(value), false);
  }
});

Deno.test("what defines nothing is left out, and a map that loses all stays a map", () => {
  assertEquals(definedOnly({ a: null, b: { c: "" }, d: false }), { b: {}, d: false });
});

Deno.test("maps merge, anything else is replaced, the first layer wins", () => {
  const layers = [
    { name: "high", tree: { a: { x: 1 }, list: [1], gone: {} } },
    { name: "low", tree: { z: 0, a: { x: 2, y: { deep: 3 } }, list: [2, 3], gone: { still: 1 } } },
  ];
  const { tree, leaves } = mergeLayers(layers);
  assertEquals(tree, { z: 0, a: { x: 1, y: { deep: 3 } }, list: [1], gone: { still: 1 } });
  assertEquals(leaves.map(({ path, layer }) => `${path.join(".")} ${layer.name}`), [
    "z low",
    "a.x high",
    "a.y.deep low",
    "list high",
    "gone.still low",
  ]);
});

Deno.test("a map and a scalar at one place: the higher one", () => {
  const merged = (high: unknown, low: unknown) =>
    mergeLayers([{ tree: { a: high } }, { tree: { a: low } }]).tree;
  assertEquals(merged(1, { b: 2 }), { a: 1 });
  assertEquals(merged({ b: 2 }, 1), { a: { b: 2 } });
});

Deno.test("names of a prototype's fields are names like any other", () => {
  const tree = JSON.parse('{"__proto__": {"a": 1}, "toString": 2}');
  const merged = mergeLayers([{ tree: definedOnly(tree) }]).tree;
  assertEquals(Object.keys(merged).sort(), ["__proto__", "toString"]);
  assertEquals(valueAt(merged, ["hasOwnProperty"]), undefined);
  assertEquals(({} as Record<string, unknown>).a, undefined);
});

Deno.test("a tree without end is refused", () => {
  const loop: Record<string, unknown> = {};
  loop.again = loop;
  assertThrows(() => definedOnly(loop), FabError, "too many values or levels");
});

Deno.test("old spellings give way to the new ones, each by itself", () => {
  assertEquals(
    modernize({
      agent: { tiers: { fast: { model: "a", effort: "b" } }, profiles: { fast: { model: "c" } } },
      providers: {
        p: { model: "m", profiles: { default: { effort: "e" }, fast: { model: "f" } } },
        q: { session_command: "s", interactive_command: "i", dispatch_command: "d" },
      },
      other: 1,
    }),
    {
      agent: { profiles: { fast: { model: "c", effort: "b" } } },
      providers: {
        p: { profiles: { default: { model: "m", effort: "e" }, fast: { model: "f" } } },
        q: { interactive_command: "i", headless_command: "d" },
      },
      other: 1,
    },
  );
});
