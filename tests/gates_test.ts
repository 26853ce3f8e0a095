/**
 * A gate is trusted once it was seen to fail: each of `deno task ok` is shown passing on a copy of
 * the tree and failing on the same copy with one violation planted in it.
 *
 * @module
 */

import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { dirname, fromFileUrl, join } from "@std/path";
import { GATES } from "../scripts/ok.ts";
import { complaint, countTests } from "../scripts/steps.ts";

const ROOT = dirname(dirname(fromFileUrl(import.meta.url)));
const COPIED = [
  "main.ts",
  "CONTRIBUTING.md",
  "deno.json",
  "deno.lock",
  "commands",
  "lib",
  "skills",
  "types",
  "scripts",
];

/** A violation, and words that the gate's output must have. */
interface Plant {
  readonly gate: string;
  readonly what: string;
  /** New files. */
  readonly files: Readonly<Record<string, string>>;
  /** Changes of files that are there: the first place with the one text gets the other. */
  readonly changes?: Readonly<Record<string, readonly [from: string, to: string]>>;
  readonly says: string;
}

const SPAWNING_TEST = `import { assertEquals } from "@std/assert";
Deno.test("planted", async () => {
  assertEquals((await new Deno.Command("true").output()).code, 0);
});
`;

/** Rooms of use cases, each with a module above it. */
const ROOMS: readonly (readonly [room: string, above: string])[] = [
  ["look", "wait/await.ts"],
  ["wait", "deliver/deliver.ts"],
  ["deliver", "pane/map.ts"],
  ["pane", "deliver/deliver.ts"],
];

const CORE_ROOMS: readonly string[] = [...Deno.readDirSync(join(ROOT, "lib/core"))]
  .filter(({ isDirectory }) => isDirectory).map(({ name }) => name).sort();

const PLANTS: readonly Plant[] = [
  {
    gate: "format",
    what: "a badly formatted file",
    files: { "lib/core/planted.ts": "export const a   = 1\n" },
    says: "planted.ts",
  },
  {
    gate: "lint",
    what: "a use case that runs a program itself",
    files: { "lib/pane/planted.ts": 'export const a = new Deno.Command("true");\n' },
    says: "house/doors",
  },
  {
    gate: "lint",
    what: "a command that exits",
    files: { "commands/planted.ts": "export function a(): never {\n  Deno.exit(1);\n}\n" },
    says: "Deno.exit is not for commands/planted.ts",
  },
  {
    gate: "lint",
    what: "a wait on the real clock, reached round about",
    files: {
      "lib/pane/planted.ts": "export const a = () => globalThis.setTimeout(() => {}, 1);\n",
    },
    says: "globalThis.setTimeout is not for lib/pane/planted.ts",
  },
  {
    gate: "types",
    what: "an element taken without asking whether it is there",
    files: { "lib/core/planted.ts": "export const a: number = [1, 2][0];\n" },
    says: "planted.ts",
  },
  {
    gate: "types",
    what: "undefined given to a property that may only be absent",
    files: { "lib/core/planted.ts": "export const a: { b?: number } = { b: undefined };\n" },
    says: "exactOptionalPropertyTypes",
  },
  {
    gate: "layers",
    what: "core that imports a door",
    files: { "lib/core/planted.ts": 'export * from "../tmux/tmux.ts";\n' },
    says: "lib/core/planted.ts: core may not import lib/tmux/tmux.ts",
  },
  {
    gate: "layers",
    what: "core that imports another package",
    files: { "lib/core/planted.ts": 'export { join } from "@std/path";\n' },
    says: "lib/core/planted.ts: core may not import the package @std/path",
  },
  {
    gate: "layers",
    what: "an arrow that points up",
    files: { "lib/tmux/planted.ts": 'export const a = () => import("../look/pane_handle.ts");\n' },
    says: "lib/tmux/planted.ts: tmux may not import lib/look/pane_handle.ts",
  },
  ...ROOMS.map(([room, above]): Plant => ({
    gate: "layers",
    what: `${room} that looks up`,
    files: { [`lib/${room}/planted.ts`]: `export * from "../${above}";\n` },
    says: `lib/${room}/planted.ts: ${room} may not import lib/${above}`,
  })),
  ...CORE_ROOMS.map((room): Plant => ({
    gate: "layers",
    what: `core/${room} that imports a door`,
    files: { [`lib/core/${room}/planted.ts`]: 'export * from "../../tmux/tmux.ts";\n' },
    says: `lib/core/${room}/planted.ts: core may not import lib/tmux/tmux.ts`,
  })),
  {
    gate: "layers",
    what: "two modules that import each other",
    files: {
      "lib/core/screen/one.ts": 'export type { Two } from "./two.ts";\nexport type One = 1;\n',
      "lib/core/screen/two.ts": 'export type { One } from "./one.ts";\nexport type Two = 2;\n',
    },
    says: "a circle: lib/core/screen/one.ts -> lib/core/screen/two.ts -> lib/core/screen/one.ts",
  },
  {
    gate: "layers",
    what: "a folder that holds more than a room does",
    files: Object.fromEntries(
      Array.from({ length: 21 }, (_, at) => [`lib/core/planted/of_${at}.ts`, "export {};\n"]),
    ),
    says: "lib/core/planted: 21 sources, at most 20 are one room",
  },
  {
    gate: "map of the house",
    what: "a module that the map does not have",
    files: { "lib/core/planted.ts": "/**\n * Planted.\n *\n * @module\n */\n" },
    says: "the map of the house in CONTRIBUTING.md is old; run 'deno task house'",
  },
  {
    gate: "map of the house",
    what: "a module that does not say what it holds",
    files: { "lib/core/planted.ts": "export const a = 1;\n" },
    says: "lib/core/planted.ts: does not begin with what it holds",
  },
  {
    gate: "layers",
    what: "a command that imports another",
    files: {
      "commands/planted.ts": "export const a = 1;\n",
      "commands/pane/planted.ts": 'export { a } from "../planted.ts";\n',
    },
    says: "commands/pane/planted.ts: command may not import commands/planted.ts",
  },
  {
    gate: "layers",
    what: "product code that imports a fake",
    files: { "lib/pane/planted.ts": 'export * from "../testing/fake_clock.ts";\n' },
    says: "lib/pane/planted.ts: pane may not import lib/testing/fake_clock.ts",
  },
  {
    gate: "layers",
    what: "a folder that the table does not know",
    files: { "lib/planted/planted.ts": "export const a = 1;\n" },
    says: "lib/planted/planted.ts: belongs to no layer",
  },
  {
    gate: "pure core",
    what: "core that reads the environment",
    files: { "lib/core/planted.ts": 'export const a = Deno.env.get("HOME");\n' },
    says: "Cannot find name 'Deno'",
  },
  {
    gate: "pure core",
    what: "core that prints",
    files: { "lib/core/planted.ts": 'console.log("planted");\n' },
    says: "Cannot find name 'console'",
  },
  {
    gate: "pure core",
    what: "core that waits",
    files: { "lib/core/planted.ts": "setTimeout(() => {}, 1);\n" },
    says: "Cannot find name 'setTimeout'",
  },
  {
    gate: "no any",
    what: "a module of @std without types",
    files: {
      "lib/core/planted.ts":
        'import { toKebabCase } from "@std/untyped";\nexport const a = toKebabCase;\n',
    },
    changes: {
      "deno.json": [
        '"imports": {',
        '"imports": {\n    "@std/untyped": "npm:deno-std@1.4.0/text/mod.js",',
      ],
    },
    says: "toKebabCase from @std/untyped must not be any",
  },
  {
    gate: "modules a command loads",
    what: "a package that every run would parse",
    files: { "lib/cli/planted.ts": 'export { parse } from "@std/yaml";\n' },
    changes: { "lib/cli/resolve.ts": ["import ", 'export * from "./planted.ts";\nimport '] },
    says: "main.ts loads @std/yaml at its start",
  },
  {
    gate: "unit tests",
    what: "a unit test that starts a program",
    files: { "lib/core/planted_test.ts": SPAWNING_TEST },
    says: "Requires run access",
  },
];

async function copyTree(from: string, to: string): Promise<void> {
  if ((await Deno.stat(from)).isFile) return await Deno.copyFile(from, to);
  await Deno.mkdir(to);
  for await (const entry of Deno.readDir(from)) {
    // Without the unit tests: what they test is not the question here, and they take their time.
    if (!entry.name.endsWith("_test.ts")) {
      await copyTree(join(from, entry.name), join(to, entry.name));
    }
  }
}

async function withCopy(body: (copy: string) => Promise<void>): Promise<void> {
  const copy = await Deno.makeTempDir({ prefix: "fab-gates-" });
  try {
    for (const path of COPIED) await copyTree(join(ROOT, path), join(copy, path));
    for (const path of ["tests", "bench"]) await Deno.mkdir(join(copy, path));
    await Deno.writeTextFile(
      join(copy, "lib/core/none_test.ts"),
      'import { assert } from "@std/assert";\n\nDeno.test("one test", () => assert(true));\n',
    );
    await body(copy);
  } finally {
    await Deno.remove(copy, { recursive: true });
  }
}

async function runGate(name: string, cwd: string): Promise<{ ok: boolean; output: string }> {
  const gate = GATES.find((step) => step.name === name);
  assert(gate !== undefined, `no gate is named ${name}`);
  const output = await new Deno.Command(gate.argv[0]!, {
    args: gate.argv.slice(1),
    cwd,
    env: { NO_COLOR: "1", RUST_BACKTRACE: "0" },
    stdin: "null",
  }).output();
  const decoder = new TextDecoder();
  return {
    ok: output.success,
    output: decoder.decode(output.stdout) + decoder.decode(output.stderr),
  };
}

for (const gate of GATES) {
  Deno.test(`gate ${gate.name}: passes on the tree, fails on each violation`, async (t) => {
    const plants = PLANTS.filter((plant) => plant.gate === gate.name);
    assert(plants.length > 0, "no violation is planted for this gate");
    await withCopy(async (copy) => {
      const clean = await runGate(gate.name, copy);
      assert(clean.ok, `it fails without a violation:\n${clean.output}`);
      for (const plant of plants) {
        await t.step(plant.what, () => plantAndRun(copy, plant));
      }
    });
  });
}

async function plantAndRun(copy: string, plant: Plant): Promise<void> {
  const before = new Map<string, string | null>();
  try {
    for (const [path, text] of Object.entries(plant.files)) {
      before.set(path, null);
      await Deno.mkdir(dirname(join(copy, path)), { recursive: true });
      await Deno.writeTextFile(join(copy, path), text);
    }
    for (const [path, [from, to]] of Object.entries(plant.changes ?? {})) {
      const text = await Deno.readTextFile(join(copy, path));
      assertStringIncludes(text, from);
      before.set(path, text);
      await Deno.writeTextFile(join(copy, path), text.replace(from, to));
    }
    const { ok, output } = await runGate(plant.gate, copy);
    assert(!ok, `it let the violation through:\n${output}`);
    assertStringIncludes(output, plant.says);
  } finally {
    for (const [path, text] of before) {
      if (text === null) await Deno.remove(join(copy, path));
      else await Deno.writeTextFile(join(copy, path), text);
    }
  }
}

Deno.test("counts are read from the last line of deno test", () => {
  const passed = "a => ./a_test.ts\nok | 12 passed (3 steps) | 0 failed | 1 ignored (34ms)\n";
  assertEquals(countTests(passed, true), { passed: 12, failed: 0 });
  assertEquals(countTests("FAILED | 3 passed | 2 failed (1s)\n", false), { passed: 3, failed: 2 });
});

Deno.test("a run that ends badly without counting a failure is a failure", () => {
  assertEquals(countTests("error: Type checking failed.\n", false), { passed: 0, failed: 1 });
  assertEquals(countTests("ok | 3 passed | 0 failed (1s)\n", false), { passed: 3, failed: 1 });
  assertEquals(countTests("", true), { passed: 0, failed: 1 });
});

Deno.test("what failed is shown again at the end: the errors, or the last lines", () => {
  const lines = Array.from({ length: 100 }, (_, index) => `line ${index}`);
  const tests = `a ... ok\n\n ERRORS \n\na => ./a_test.ts:1:1\nerror: no\n\n FAILURES \n`;
  assertEquals(complaint(tests).split("\n").slice(0, 2), ["a => ./a_test.ts:1:1", "error: no"]);
  assertEquals(complaint(lines.join("\n")).split("\n"), lines.slice(-60));
});
