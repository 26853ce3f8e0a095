/**
 * Arrows go one way, without a circle, and a folder is one room. The table below is the rule; what
 * imports what is asked of Deno.
 *
 * @module
 */

import { dirname, fromFileUrl } from "@std/path";
import { type Module, readModules } from "./modules.ts";

/** A part of the house, and what it may import. Its own files it always may, unless `apart`. */
interface Layer {
  readonly name: string;
  /** Paths that belong to it. The first layer of the table that matches counts. */
  readonly paths: RegExp;
  /** Layers that it may import. */
  readonly may: readonly string[];
  /** Packages that it may import. */
  readonly packages?: readonly string[];
  /** Its files may not import each other. */
  readonly apart?: boolean;
}

const BASE = ["core", "ports"];
const DOORS = ["proc", "tmux", "rk", "config", "git"];
/** Asking and waiting, which the use cases on panes share. */
const PANES = ["look", "seen", "records", "wait", "deliver", "ask", "pane"];
const USE_CASES = [
  ...PANES,
  "agent",
  "dispatch",
  "skill",
  "demo",
  "doctor",
  "completion",
  "remote",
];

/** From the bottom to the top. */
const LAYERS: readonly Layer[] = [
  { name: "core", paths: /^lib\/core\//, may: [], packages: ["@std/yaml", "zod/mini"] },
  { name: "ports", paths: /^lib\/ports\.ts$/, may: ["core"] },
  { name: "proc", paths: /^lib\/proc\//, may: BASE, packages: ["@std/path"] },
  { name: "tmux", paths: /^lib\/tmux\//, may: BASE },
  { name: "rk", paths: /^lib\/rk\//, may: BASE, packages: ["zod/mini"] },
  {
    name: "config",
    paths: /^lib\/config\//,
    may: [...BASE, "git"],
    packages: ["@std/path", "@std/text/levenshtein-distance", "@std/yaml", "yaml", "zod/mini"],
  },
  { name: "git", paths: /^lib\/git\//, may: BASE, packages: ["@std/path", "@std/yaml"] },
  { name: "look", paths: /^lib\/look\//, may: [...BASE, ...DOORS] },
  { name: "records", paths: /^lib\/records\//, may: [...BASE, ...DOORS, "look"] },
  { name: "seen", paths: /^lib\/seen\//, may: [...BASE, ...DOORS, "look", "records"] },
  {
    name: "wait",
    paths: /^lib\/wait\//,
    may: [...BASE, ...DOORS, "look", "seen", "records"],
    packages: ["@std/path"],
  },
  {
    name: "deliver",
    paths: /^lib\/deliver\//,
    may: [...BASE, ...DOORS, "look", "seen", "records", "wait"],
    packages: ["@std/path"],
  },
  {
    name: "ask",
    paths: /^lib\/ask\//,
    may: [...BASE, ...DOORS, "look", "seen", "records", "deliver"],
    packages: ["@std/path"],
  },
  {
    name: "pane",
    paths: /^lib\/pane\//,
    may: [...BASE, ...DOORS, "look", "seen", "records"],
    packages: ["@std/path"],
  },
  {
    name: "agent",
    paths: /^lib\/agent\//,
    may: [...BASE, ...DOORS, ...PANES],
    packages: ["@std/path"],
  },
  {
    name: "dispatch",
    paths: /^lib\/dispatch\//,
    may: [...BASE, ...DOORS, ...PANES, "agent"],
    packages: ["@std/path", "@std/yaml"],
  },
  {
    name: "demo",
    paths: /^lib\/demo\//,
    may: [...BASE, ...DOORS, ...PANES, "agent"],
    packages: ["@std/path"],
  },
  {
    name: "doctor",
    paths: /^lib\/doctor\//,
    may: [...BASE, ...DOORS, ...PANES, "agent", "package file"],
    packages: ["@std/path"],
  },
  { name: "remote", paths: /^lib\/remote\//, may: BASE },
  // What it completes is declared with the flags and arguments.
  {
    name: "completion",
    paths: /^lib\/completion\//,
    may: [...BASE, ...DOORS, ...PANES, "agent", "cli"],
    packages: ["@std/path"],
  },
  { name: "skill", paths: /^lib\/skill\//, may: [...BASE, "text"], packages: ["@std/path"] },
  { name: "text", paths: /^skills\//, may: [] },
  {
    name: "cli",
    paths: /^lib\/cli\//,
    may: BASE,
    packages: [
      "@std/text/closest-string",
      "@std/text/levenshtein-distance",
      "get-east-asian-width",
    ],
  },
  // The lists of commands are the one place that names them; a command names no other.
  {
    name: "command lists",
    paths: /^commands\/(.*\/)?mod\.ts$/,
    may: ["core", "cli", "command", "package file"],
  },
  {
    name: "command",
    paths: /^commands\//,
    may: [...BASE, ...DOORS, ...USE_CASES, "cli"],
    packages: ["@std/path", "@std/yaml"],
    apart: true,
  },
  {
    name: "main",
    paths: /^main\.ts$/,
    may: [...BASE, "proc", "cli", "remote", "command lists", "package file"],
  },
  { name: "package file", paths: /^deno\.json$/, may: [] },
  {
    name: "fakes",
    paths: /^lib\/testing\//,
    may: [...BASE, ...DOORS],
    packages: ["@std/assert", "@std/path"],
  },
];

/** What a unit test may import beside what the file that it tests may. */
const FOR_TESTS = {
  layers: ["fakes", "text"],
  packages: ["@std/assert", "@std/path", "@std/yaml"],
};

/** Sources of one folder of `lib/`, tests not counted: more are more than one room. */
const ROOM = 20;

/** The folders that hold more than a room does, in words. */
export function findCrowds(modules: ReadonlyMap<string, Module>): string[] {
  const sources = [...modules.keys()].filter((path) =>
    path.startsWith("lib/") && !path.endsWith("_test.ts")
  );
  return [...Map.groupBy(sources, (path) => dirname(path))]
    .filter(([, paths]) => paths.length > ROOM)
    .map(([room, paths]) => `${room}: ${paths.length} sources, at most ${ROOM} are one room`);
}

/** Modules that import each other, types included; each circle once, in words. */
export function findCircles(modules: ReadonlyMap<string, Module>): string[] {
  const circles: string[] = [];
  const done = new Set<string>();
  const walk = (path: string, way: readonly string[]) => {
    const at = way.indexOf(path);
    if (at >= 0) circles.push(`a circle: ${[...way.slice(at), path].join(" -> ")}`);
    if (done.has(path)) return;
    done.add(path);
    for (const { kind, dynamic, to } of modules.get(path)?.arrows ?? []) {
      if (kind === "file" && !dynamic) walk(to, [...way, path]);
    }
  };
  for (const path of modules.keys()) walk(path, []);
  return circles;
}

/** One arrow that the table does not have, in words. */
export function findViolations(modules: ReadonlyMap<string, Module>): string[] {
  const violations: string[] = [];
  for (const module of modules.values()) {
    const from = layerOf(module.path);
    if (from === undefined) {
      violations.push(
        `${module.path}: belongs to no layer; add it to the table in scripts/check_layers.ts`,
      );
      continue;
    }
    const test = module.path.endsWith("_test.ts");
    for (const arrow of module.arrows) {
      if (arrow.kind === "package") {
        const allowed = [...from.packages ?? [], ...test ? FOR_TESTS.packages : []];
        if (!allowed.includes(arrow.specifier)) {
          violations.push(
            `${module.path}: ${from.name} may not import the package ${arrow.specifier}`,
          );
        }
        continue;
      }
      const to = layerOf(arrow.to);
      const own = to === from && (!from.apart || test);
      const allowed = own || (to !== undefined &&
        (from.may.includes(to.name) || (test && FOR_TESTS.layers.includes(to.name))));
      if (!allowed || (!test && arrow.to.endsWith("_test.ts"))) {
        violations.push(
          `${module.path}: ${from.name} may not import ${arrow.to} (${
            to?.name ?? "outside the house"
          })`,
        );
      }
    }
  }
  return violations;
}

function layerOf(path: string): Layer | undefined {
  return LAYERS.find((layer) => layer.paths.test(path));
}

if (import.meta.main) {
  const root = dirname(dirname(fromFileUrl(import.meta.url)));
  const modules = await readModules(root, ["main.ts", "commands", "lib"]);
  const violations = [
    ...findViolations(modules),
    ...findCircles(modules),
    ...findCrowds(modules),
  ];
  for (const violation of violations) console.error(violation);
  if (violations.length > 0) Deno.exit(1);
  console.log(`${modules.size} modules keep to the layers`);
}
