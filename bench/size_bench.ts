/**
 * Size of the binary and its peak memory, against a compiled program that prints one line.
 *
 *     sh scripts/bench.sh size
 *
 * The wait is watched for a minute, or for FAB_BENCH_SECONDS.
 *
 * @module
 */

import { readPlace } from "./harness.ts";
import { makeWorld } from "./map_world.ts";
import { watchUsage } from "./usage.ts";

interface Row {
  readonly what: string;
  readonly value: string;
  readonly ratio: number;
  readonly limit: number | null;
}

/**
 * Most that a number may be of what a bare compiled program has, by what is measured. A wait's memory
 * is at its most after the hour that it is watched for at the longest.
 */
const LIMITS = { size: 1.03, version: 1.2, map: 1.5, wait: 1.75 };
/** Most of one core that waiting may take. */
const WAIT_CPU = 0.02;

const { fab, bare, json } = readPlace(Deno.args);
const seconds = Number(Deno.env.get("FAB_BENCH_SECONDS") ?? 60);

const rows: Row[] = [];
const megabytes = (bytes: number) => `${(bytes / 1e6).toFixed(1)} MB`;
const bareSize = (await Deno.stat(bare)).size;
const fabSize = (await Deno.stat(fab)).size;
rows.push({
  what: "size of a bare compiled program",
  value: megabytes(bareSize),
  ratio: 1,
  limit: null,
});
rows.push({
  what: "size of fab",
  value: megabytes(fabSize),
  ratio: fabSize / bareSize,
  limit: LIMITS.size,
});

const world = await makeWorld({ panes: 200, repositories: 20 });
try {
  const { env, label } = world;
  const base = await peak([bare]);
  const memory = (what: string, kilobytes: number, limit: number | null) =>
    rows.push({ what, value: megabytes(kilobytes * 1024), ratio: kilobytes / base, limit });
  memory("peak memory of a bare compiled program", base, null);
  memory("peak memory of fab --version", await peak([fab, "--version"]), LIMITS.version);
  const map = [fab, "pane", "map", "--json", "--all-sessions", "-L", label];
  memory("peak memory of fab pane map, 200 panes", await peak(map, env), LIMITS.map);
  // A new server's first pane.
  const wait = [fab, "pane", "await", "%0", "--until", "waiting", "-L", label];
  const usage = await watchUsage(wait, { env, stopAfterMs: seconds * 1000 });
  memory(`peak memory of fab pane await, ${seconds} s`, usage.peakKilobytes, LIMITS.wait);
  const share = usage.cpuMs / usage.wallMs;
  rows.push({
    what: `processor of fab pane await, ${seconds} s`,
    value: `${usage.cpuMs} ms, ${(share * 100).toFixed(2)} % of a core`,
    ratio: share,
    limit: WAIT_CPU,
  });
} finally {
  await world.end();
}

/** The highest of five runs: what a person may meet. */
async function peak(
  argv: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<number> {
  const peaks: number[] = [];
  for (let run = 0; run < 5; run++) peaks.push((await watchUsage(argv, { env })).peakKilobytes);
  return Math.max(...peaks);
}

if (json) console.log(JSON.stringify({ title: "Size and memory", rows }, null, 2));
else {
  console.log("Size and memory\n\n| what | value | ratio | limit |\n| --- | --- | --- | --- |");
  for (const { what, value, ratio, limit } of rows) {
    const shown = limit === null ? "" : `≤ ${limit}${ratio > limit ? " EXCEEDED" : ""}`;
    console.log(`| ${what} | ${value} | ${ratio.toFixed(3)} | ${shown} |`);
  }
  console.log();
}
if (rows.some(({ ratio, limit }) => limit !== null && ratio > limit)) Deno.exitCode = 1;
