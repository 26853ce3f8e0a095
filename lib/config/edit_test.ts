import { assertEquals, assertThrows } from "@std/assert";
import { FabError } from "../core/errors.ts";
import { removeValue, type Scalar, setValue } from "./edit.ts";

const key = (dotted: string) => dotted.split(".");

Deno.test("a value is set, and not a character beside it changes", () => {
  const cases: readonly (readonly [string, string, Scalar, string])[] = [
    ["a:\n  b: 1 # why\n  c: 2\n", "a.b", 3, "a:\n  b: 3 # why\n  c: 2\n"],
    ["a:   'x'   # y\n", "a", "z", "a:   z   # y\n"],
    ["a:\n    b: 1\n\n# tail\nc: 2\n", "a.d", "x", "a:\n    b: 1\n    d: x\n\n# tail\nc: 2\n"],
    ["a:\n  b: 1 # last", "a.c.d", true, "a:\n  b: 1 # last\n  c:\n    d: true\n"],
    ["a: {b: 1}\n", "a.c", "x, y", 'a: {b: 1, c: "x, y"}\n'],
    ["a: { b: { c: 1 } }\n", "a.b.d.e", 2, "a: { b: { c: 1, d: {e: 2} } }\n"],
    ["a: {}\n", "a.b", 1, "a: {b: 1}\n"],
    ["a: # later\n  # more\nb: 2\n", "a.c", 1, "a: # later\n  c: 1\n  # more\nb: 2\n"],
    ["a:\nb: 2\n", "a", 1, "a: 1\nb: 2\n"],
    ["a:\n  b:\n    c: 1\nd: 2\n", "a.b.x", 1, "a:\n  b:\n    c: 1\n    x: 1\nd: 2\n"],
    ["a:\n  b: |\n    one\n    two\n  c: 1\n", "a.b", "x", "a:\n  b: x\n  c: 1\n"],
    ["a:\n  b: |\n    one\n", "a.c", "x", "a:\n  b: |\n    one\n  c: x\n"],
    ["a: 1\r\nb:\r\n  c: 2\r\n", "b.d", 3, "a: 1\r\nb:\r\n  c: 2\r\n  d: 3\r\n"],
    ["", "a.b", "x", "a:\n  b: x\n"],
    ["# only a comment", "a", "x", "# only a comment\na: x\n"],
    ["---\na: 1\n", "b", 2, "---\na: 1\nb: 2\n"],
    ["{}\n", "a", 1, "{a: 1}\n"],
    ["a: \"b\"\n'c': d\n", "c", "e", "a: \"b\"\n'c': e\n"],
  ];
  for (const [text, path, value, expected] of cases) {
    assertEquals(setValue(text, key(path), value), expected, `${JSON.stringify(text)} ${path}`);
  }
});

Deno.test("text is quoted where a reader would take it for something else", () => {
  const cases: readonly (readonly [string, string])[] = [
    ["gpt-5.6-sol", "gpt-5.6-sol"],
    ["4.10", '"4.10"'],
    ["010", '"010"'],
    ["2026-01-02", '"2026-01-02"'],
    ["true", '"true"'],
    ["no", '"no"'],
    ["null", '"null"'],
    ["~", '"~"'],
    ["a #b", '"a #b"'],
    ["a: b", '"a: b"'],
    ["x -m {model} -c y={effort}", "x -m {model} -c y={effort}"],
    ["{model}", '"{model}"'],
    ['x -n "$(pwd)"', 'x -n "$(pwd)"'],
    ["'x'", "\"'x'\""],
    [" x", '" x"'],
    ["a\nb", '"a\\nb"'],
    ["- x", '"- x"'],
    ["ünïcode 你", "ünïcode 你"],
  ];
  for (const [value, written] of cases) {
    assertEquals(setValue("k: 1\n", ["k"], value), `k: ${written}\n`);
  }
});

Deno.test("an entry is taken away with its line, comments around it stay", () => {
  const cases: readonly (readonly [string, string, string | null])[] = [
    ["a:\n  # above\n  b: 1 # why\n  c: 2\n", "a.b", "a:\n  # above\n  c: 2\n"],
    ["a:\n  b: 1\n", "a.b", "a:\n"],
    ["a:\n  b:\n    c: 1\n    d: 2\ne: 3\n", "a.b", "a:\ne: 3\n"],
    ["a: {b: 1, c: 2}\n", "a.b", "a: {c: 2}\n"],
    ["a: {b: 1, c: 2}\n", "a.c", "a: {b: 1}\n"],
    ["a: {b: 1}\n", "a.b", "a: {}\n"],
    ["a: |\n  x\n  y\nb: 1\n", "a", "b: 1\n"],
    ["a: 1\r\nb: 2\r\n", "a", "b: 2\r\n"],
    ["a: 1\n", "b", null],
    ["a: 1\n", "a.b", null],
    ["", "a", null],
    ["a:\n", "a.b", null],
  ];
  for (const [text, path, expected] of cases) {
    assertEquals(removeValue(text, key(path)), expected, `${JSON.stringify(text)} ${path}`);
  }
});

Deno.test("a way through an alias or a list is refused", () => {
  assertThrows(
    () => setValue("a: &x {b: 1}\nc: *x\n", ["c", "b"], 2),
    FabError,
    "c is an alias (*x)",
  );
  assertThrows(() => setValue("a: [1]\n", ["a", "b"], 2), FabError, "a is no map");
});
