/**
 * All that a change must pass before it is committed: `deno task ok`. It starts no tmux and no
 * program of the project's; `scripts/test.sh` does that as well.
 *
 * @module
 */

import { dirname, fromFileUrl } from "@std/path";
import { runSteps, type Step, tallyLine } from "./steps.ts";

/** Folders with TypeScript in them. */
const CODE = ["main.ts", "commands", "lib", "tests", "scripts", "bench"];

const deno = Deno.execPath();

/** The gates. What each keeps is told in CONTRIBUTING.md; tests/gates_test.ts shows each fail. */
export const GATES: readonly Step[] = [
  { name: "format", argv: [deno, "fmt", "--check"], counts: "exit" },
  { name: "lint", argv: [deno, "lint"], counts: "exit" },
  { name: "types", argv: [deno, "check", "--quiet", "--frozen", ...CODE], counts: "exit" },
  { name: "layers", argv: [deno, "run", "-A", "scripts/check_layers.ts"], counts: "exit" },
  {
    name: "map of the house",
    argv: [deno, "run", "-A", "scripts/house_map.ts", "--check"],
    counts: "exit",
  },
  { name: "pure core", argv: [deno, "run", "-A", "scripts/check_pure.ts"], counts: "exit" },
  { name: "no any", argv: [deno, "run", "-A", "scripts/check_any.ts"], counts: "exit" },
  {
    name: "modules a command loads",
    argv: [deno, "run", "-A", "scripts/list_modules.ts"],
    counts: "exit",
  },
  {
    // No permission to run programs: a hidden one fails the test that starts it.
    name: "unit tests",
    argv: [
      ...[deno, "test", "--quiet", "--no-check", "--no-prompt", "--parallel"],
      ...["--allow-read", "--allow-env", "lib", "commands"],
    ],
    counts: "tests",
    show: "failure",
  },
];

if (import.meta.main) {
  Deno.chdir(dirname(dirname(fromFileUrl(import.meta.url))));
  const tally = await runSteps(GATES);
  console.log(tallyLine(tally));
  if (tally.failed > 0) Deno.exit(1);
}
