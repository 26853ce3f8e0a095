/**
 * What a press of Tab costs: the hidden command that completion asks, against a compiled program
 * that prints one line. Where that takes 30 ms, the limit of 2.6 is 80 ms.
 *
 * @module
 */

import { fromFileUrl } from "@std/path";
import { compare, readPlace, report, type Subject } from "./harness.ts";
import { makeWorld } from "./map_world.ts";

const LIMIT = 2.6;
const { fab, bare, json } = readPlace(Deno.args);
const world = await makeWorld({ panes: 40, repositories: 10 });
try {
  const common = { env: world.env, cwd: fromFileUrl(new URL("..", import.meta.url)) };
  const tab = (name: string, ...words: readonly string[]): Subject => ({
    ...common,
    name: `Tab for ${name}`,
    argv: [fab, "__complete", "--", ...words],
    limit: LIMIT,
  });
  const figures = await compare([
    { ...common, name: "a bare compiled program", argv: [bare] },
    tab("a command", "pane", "ca"),
    tab("a flag", "pane", "capture", "--"),
    tab("one of 40 panes", "pane", "capture", "-L", world.label, ""),
    tab("a provider", "agent", "--provider", ""),
    tab("a change", "dispatch", "status", ""),
  ], { runs: 31, warmups: 3 });
  if (!report("Completion", figures, { json })) Deno.exitCode = 1;
} finally {
  await world.end();
}
