/**
 * Real agent CLIs against a mock model: `deno task real`.
 *
 *     deno task real                                     every CLI, every payload, two sizes
 *     deno task real --agents claude,codex --payloads plain,emoji --sizes 50x20
 *
 * `--show` prints the screen of each delivery that was not exact; `--isolated` says that there is no
 * network but loopback, and is given by `run.sh`. Exit 1 when `fab` said something
 * that was not so.
 *
 * @module
 */

import { parseArgs } from "@std/cli/parse-args";
import { fromFileUrl } from "@std/path";
import { PAYLOADS } from "../matrix/payloads.ts";
import type { Size } from "../helpers/tmux_server.ts";
import { REAL_AGENTS, versionOf } from "./agents.ts";
import { type AgentRun, runAgent } from "./run.ts";
import { describe, isForbidden, notes, realTable } from "./table.ts";

const flags = parseArgs(Deno.args, {
  boolean: ["show", "isolated"],
  string: ["agents", "payloads", "sizes"],
  unknown: (word) => {
    throw new Error(`unknown '${word}'`);
  },
});

function chosen(value: unknown, all: readonly string[]): readonly string[] {
  if (value === undefined) return all;
  const names = String(value).split(",");
  const unknown = names.find((name) => !all.includes(name));
  if (unknown !== undefined) {
    throw new Error(`unknown '${unknown}'; known: ${all.join(", ")}`);
  }
  return all.filter((name) => names.includes(name));
}

const names = chosen(flags["agents"], REAL_AGENTS.map(({ name }) => name));
const payloads = chosen(flags["payloads"], Object.keys(PAYLOADS));
const sizes: readonly Size[] = String(flags["sizes"] ?? "200x50,50x20").split(
  ",",
).map((word) => {
  const [columns = 80, rows = 24] = word.split("x").map(Number);
  return { columns, rows };
});
const bin = fromFileUrl(
  new URL("../../.tools/real/node_modules/.bin", import.meta.url),
);

const runs: (AgentRun & { readonly title: string })[] = [];
const failures: string[] = [];
for (const agent of REAL_AGENTS.filter(({ name }) => names.includes(name))) {
  for (const size of sizes) {
    const title = `${agent.name} ${versionOf(agent)} ${size.columns}x${size.rows}`;
    try {
      const run = await runAgent(agent, {
        size,
        bin,
        isolated: flags["isolated"] === true,
        payloads,
        onDelivery(delivery) {
          const { payload, outcome, report } = delivery;
          console.error(
            `${title} ${payload}: ${outcome} ${Math.round(report.elapsedMs)} ms`,
          );
          if (flags["show"] === true && outcome !== "exact") {
            console.error(describe(delivery));
          }
          if (isForbidden(delivery)) failures.push(describe(delivery));
        },
      });
      console.error(
        `${title}: walls ${run.walls.join(", ")}; left ${run.leftovers.join(", ")}`,
      );
      runs.push({ ...run, title });
    } catch (error) {
      failures.push(
        `### ${title}\n${error instanceof Error ? error.message : error}\n`,
      );
      console.error(failures.at(-1));
    }
  }
}
console.log(realTable(runs));
console.log(`\n${notes(runs.flatMap(({ deliveries }) => deliveries))}\n`);
for (const failure of failures) console.log(failure);
Deno.exit(failures.length === 0 ? 0 : 1);
