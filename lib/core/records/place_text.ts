/**
 * Reads what the script prints of processes' places.
 *
 * @module
 */

import { parseProcRecords } from "../process/table.ts";
import type { ProcessFacts, ProcessPlace } from "./owner.ts";

/**
 * @param parts the numbers of the pane's processes, and behind `up:` the seconds since the start; records of all; their variables, each as
 * `<pid>/environ:<NAME>=<value>` and a zero byte; their links, each as `<pid>/<what>`, the user and
 * where it leads, with tabs between and a zero byte behind. `self` is the process that asks.
 */
export function readFacts(parts: readonly string[]): ProcessFacts {
  const [mine = "", records = "", environ = "", links = ""] = parts;
  const up = /^up:(\d+(?:\.\d+)?)$/m.exec(mine);
  const variables = new Map<string, Record<string, string>>();
  for (const record of environ.split("\0")) {
    const match = /^(\d+)\/environ:(\w+)=(.*)$/s.exec(record);
    if (match === null) continue;
    const [, pid = "", name = "", value = ""] = match;
    const known = variables.get(pid) ?? {};
    // The first of two counts, as it does for the program.
    if (!Object.hasOwn(known, name)) known[name] = value;
    variables.set(pid, known);
  }
  interface Found {
    readonly user: string;
    readonly links: Map<string, string>;
    readonly open: string[];
  }
  const found = new Map<string, Found>();
  for (const record of links.split("\0")) {
    const match = /^(\d+|self)\/(cwd|root|ns\/mnt|fd\/\d+)\t(\d+)\t(.*)$/s.exec(record);
    if (match === null) continue;
    const [, pid = "", what = "", user = "", target = ""] = match;
    const about: Found = found.get(pid) ?? { user, links: new Map(), open: [] };
    if (!what.startsWith("fd/")) about.links.set(what, target);
    else if (target.startsWith("/")) about.open.push(target);
    found.set(pid, about);
  }
  const spaceOf = (pid: string) =>
    `${found.get(pid)?.links.get("ns/mnt") ?? ""} ${found.get(pid)?.links.get("root") ?? ""}`;
  const places = new Map<number, ProcessPlace>();
  for (const [pid, { user, links, open }] of found) {
    if (pid === "self") continue;
    places.set(Number(pid), {
      user,
      cwd: links.get("cwd") ?? "",
      space: spaceOf(pid),
      variables: variables.get(pid) ?? {},
      open,
    });
  }
  return {
    rows: parseProcRecords(records),
    upMs: up === null ? null : Number(up[1]) * 1000,
    mine: mine.replace(/^up:.*$/m, "").trim().split(/\s+/).filter((word) => /^\d+$/.test(word)).map(
      Number,
    ),
    places,
    user: found.get("self")?.user ?? "",
    space: spaceOf("self"),
  };
}
