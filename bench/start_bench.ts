/**
 * How long a run takes before it does anything, against a compiled program that prints one line.
 *
 * @module
 */

import { join } from "@std/path";
import { compare, readPlace, report } from "./harness.ts";

const { fab, bare, json } = readPlace(Deno.args);
const directory = await Deno.makeTempDir({ prefix: "fab-bench-" });
try {
  // No tmux to be found: the run ends where its first question to it would begin.
  const without = { PATH: join(directory, "none") };
  const figures = await compare([
    { name: "a bare compiled program", argv: [bare] },
    { name: "fab --version", argv: [fab, "--version"], limit: 1.3 },
    { name: "fab --help", argv: [fab, "--help"] },
    {
      name: "fab pane deliver, up to its first question to tmux",
      argv: [fab, "pane", "deliver", "%1", "--text", "a prompt"],
      env: without,
      code: 3,
      limit: 1.6,
    },
    {
      name: "fab pane map, up to its first question to tmux",
      argv: [fab, "pane", "map", "--all-sessions"],
      env: without,
      code: 3,
    },
    {
      name: "fab agent --print",
      argv: [fab, "agent", "--print"],
      env: { HOME: directory },
      cwd: directory,
    },
  ], { runs: 31, warmups: 3 });
  if (!report("Start", figures, { json })) Deno.exitCode = 1;
} finally {
  await Deno.remove(directory, { recursive: true });
}
