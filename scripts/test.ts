/**
 * The whole suite, as `scripts/test.sh` runs it once it has Deno, tmux and, where that is possible,
 * a compiled binary.
 *
 * @module
 */

import { dirname, fromFileUrl, join } from "@std/path";
import { listSources, type Module, readModules } from "./modules.ts";
import { GATES } from "./ok.ts";
import { runSteps, type Step, type Tally, tallyLine } from "./steps.ts";

const root = dirname(dirname(fromFileUrl(import.meta.url)));

/** The tests that run the whole program: those that reach a module which reads `FAB_BIN`. */
async function programTests(tests: readonly string[]): Promise<string[]> {
  const modules = await readModules(root, ["tests"]);
  const runners = new Set<string>();
  for (const path of modules.keys()) {
    if (!path.startsWith("tests/") || !path.endsWith(".ts")) continue;
    const source = await Deno.readTextFile(join(root, path));
    if (source.includes('.get("FAB_BIN")')) runners.add(path);
  }
  return tests.filter((path) => reaches(modules, path, runners));
}

function reaches(
  modules: ReadonlyMap<string, Module>,
  from: string,
  targets: ReadonlySet<string>,
): boolean {
  const seen = new Set<string>();
  const open = [from];
  for (let path = open.pop(); path !== undefined; path = open.pop()) {
    if (targets.has(path)) return true;
    if (seen.has(path)) continue;
    seen.add(path);
    open.push(...(modules.get(path)?.arrows ?? []).map((arrow) => arrow.to));
  }
  return false;
}

/** Each file is a step of its own, so that one that hangs or crashes takes no other along. */
function testSteps(files: readonly string[], binary?: string): Step[] {
  return files.map((file) => ({
    name: binary === undefined ? file : `${file}, compiled`,
    argv: [Deno.execPath(), "test", "-A", "--no-check", "--frozen", "--quiet", file],
    ...(binary === undefined ? {} : { env: { FAB_BIN: binary } }),
    counts: "tests",
  }));
}

/** The gates that depend on Deno, once more with the one that `FAB_NEWER_DENO` names. */
function newerDenoSteps(): Step[] {
  const newer = Deno.env.get("FAB_NEWER_DENO");
  if (newer === undefined) return [];
  return GATES.filter((gate) => gate.name === "types" || gate.name === "unit tests").map((
    gate,
  ) => ({
    ...gate,
    name: `${gate.name}, newest Deno`,
    argv: [newer, ...gate.argv.slice(1)],
  }));
}

/** Tests of what asks the system about processes and terminals. */
const OF_THE_SYSTEM =
  /^tests\/(foreground|await|pane_verbs|map|dispatch_headless|deliver)_test\.ts$/;

/**
 * The same once more as on macOS: its ways are taken, and of the programs that are other ones there,
 * `tests/mac/bin` refuses what Linux's alone know.
 */
function macSteps(tests: readonly string[]): Step[] {
  if (Deno.build.os !== "linux") return [];
  const PATH = `${join(root, "tests/mac/bin")}:${Deno.env.get("PATH")}`;
  return testSteps(tests.filter((path) => OF_THE_SYSTEM.test(path))).map((step) => ({
    ...step,
    name: `${step.name}, as on macOS`,
    env: { FAB_TEST_OS: "darwin", PATH },
  }));
}

const [mode, value = ""] = Deno.args;
const all = (await listSources(root, ["tests"])).filter((path) => path.endsWith("_test.ts"));
const binaryAlone = all.filter((path) => path.startsWith("tests/binary/"));
const tests = all.filter((path) => !binaryAlone.includes(path));
const steps = [...GATES, ...newerDenoSteps(), ...testSteps(tests), ...macSteps(tests)];
if (mode === "--binary") {
  steps.push(...testSteps([...binaryAlone, ...await programTests(tests)], value));
}

let tally: Tally = await runSteps(steps);
if (mode === "--broken-build") {
  console.log("FAILED build of the binary; its tests did not run");
  tally = { ...tally, failed: tally.failed + 1 };
}
if (mode === "--without-binary") console.log(`SKIPPED tests of the compiled binary: ${value}`);
console.log(tallyLine(tally));
if (tally.failed > 0) Deno.exit(1);
