/**
 * What a press of Tab costs: the hidden command that completion asks, as a ratio to the program's
 * own start. On a machine where a start takes 30 ms, the limit of 2.6 is 80 ms.
 *
 *     sh scripts/build.sh && deno run -A bench/completion.ts [--json]
 *
 * FAB_BIN names another binary than dist/fab.
 *
 * @module
 */

import { fromFileUrl } from "@std/path";
import { compare, report, type Subject } from "./harness.ts";
import { makeWorld } from "./map_world.ts";

const LIMIT = 2.6;
const root = fromFileUrl(new URL("..", import.meta.url));
const binary = Deno.env.get("FAB_BIN") ?? `${root}dist/fab`;

const world = await makeWorld({ panes: 40, repositories: 10 });
try {
  const common = { env: world.env, cwd: root };
  const tab = (name: string, ...words: readonly string[]): Subject => ({
    ...common,
    name,
    argv: [binary, "__complete", "--", ...words],
    limit: LIMIT,
  });
  const figures = await compare([
    { ...common, name: "fab --version", argv: [binary, "--version"] },
    tab("a command", "pane", "ca"),
    tab("a flag", "pane", "capture", "--"),
    tab("one of 40 panes", "pane", "capture", "-L", world.label, ""),
    tab("a provider", "agent", "--provider", ""),
    tab("a change", "dispatch", "status", ""),
  ], { runs: 21 });
  const title = "A press of Tab";
  const isWithin = report(title, figures, { json: Deno.args.includes("--json") });
  if (!isWithin) Deno.exitCode = 1;
} finally {
  await world.end();
}
