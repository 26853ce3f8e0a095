/**
 * Help texts, made from the declarations and nothing else.
 *
 * @module
 */

import type { ArgSpec, CommandFamily, CommandNode, CommandSpec, FlagSpec } from "../command.ts";
import { EXIT_MEANINGS } from "../exit_codes.ts";
import { hostFlag } from "../hosts.ts";
import { serverFlag, socketFlag } from "../command.ts";
import { HELP_FLAG } from "../parse.ts";
import { listed, loaderOf, type Place } from "../resolve.ts";
import { definitions, HELP_WIDTH, wrap, wrapText } from "../text/wrap.ts";

/** A command's declaration, its option type aside. */
// deno-lint-ignore no-explicit-any -- help is the same whatever the options are
export type AnySpec = CommandSpec<any>;

/** The help of any place in the tree; ends with a line feed and fits 80 columns. */
export async function helpOf(place: Place): Promise<string> {
  const spec = await loaderOf(place)?.() ?? null;
  if (place.node.kind === "command" && spec !== null) return commandHelp(place, spec);
  if (place.node.kind === "family") {
    return place.path.length === 1 ? rootHelp(place.node) : familyHelp(place, place.node, spec);
  }
  throw new TypeError(`no declaration for ${place.path.join(" ")}`);
}

/** `fab pane capture <pane> [flags]`, on one line. */
export function usageLine(path: readonly string[], spec: AnySpec): string {
  return [
    ...path,
    ...(spec.args ?? []).map(shownArg),
    "[flags]",
    ...(spec.rest === undefined ? [] : [`[-- <${spec.rest.name}>...]`]),
  ].join(" ");
}

/** How a flag is written, its value's placeholder included: `-l, --lines <n>`. */
export function shownFlag(flag: FlagSpec): string {
  const value = flag.value === undefined
    ? ""
    : flag.valueOptional === true
    ? `[=${flag.value}]`
    : ` ${flag.value}`;
  return `${flag.short === undefined ? "    " : `-${flag.short}, `}--${flag.name}${value}`;
}

function commandHelp(place: Place, spec: AnySpec): string {
  return sections([
    ["", wrapText(sentence(place.node.summary), HELP_WIDTH)],
    ["Usage", usage(place.path, spec)],
    ["", wrapText(spec.description ?? "", HELP_WIDTH)],
    ...specSections(spec),
    ["Exit codes", definitions(EXIT_MEANINGS)],
  ]);
}

function familyHelp(place: Place, family: CommandFamily, spec: AnySpec | null): string {
  const path = place.path.join(" ");
  return sections([
    ["", wrapText(sentence(family.summary), HELP_WIDTH)],
    [
      "Usage",
      (spec === null ? "" : `${usage(place.path, spec)}\n`) + `  ${path} <command> [flags]`,
    ],
    ["", wrapText(spec?.description ?? "", HELP_WIDTH)],
    ["Commands", definitions(listed(family).map((node) => [node.name, node.summary]))],
    ...(spec === null ? [] : specSections(spec)),
    ["", `'${path} <command> --help' tells more about one.`],
  ]);
}

function rootHelp(root: CommandFamily): string {
  const groups = new Map<string, CommandNode[]>();
  for (const node of listed(root)) {
    const group = node.group ?? "Other commands";
    groups.set(group, [...groups.get(group) ?? [], node]);
  }
  const width = Math.max(0, ...listed(root).map((node) => node.name.length));
  return sections([
    ["", wrapText(sentence(root.summary), HELP_WIDTH)],
    ["Usage", `  ${root.name} <command> [<args>] [flags]`],
    ...[...groups].map(([group, nodes]): Section => [
      group,
      definitions(nodes.map((node) => [node.name.padEnd(width), summaryWithChildren(node)])),
    ]),
    [
      "Flags",
      definitions([[shownFlag(HELP_FLAG), HELP_FLAG.summary], [
        "-V, --version",
        "show the version",
      ], [
        shownFlag(hostFlag),
        `in front of a command: run it by fab on that host, over ssh; 'pane map' and 'pane await' ` +
        "take several",
      ], [
        shownFlag(serverFlag),
        "tmux server by its socket label, before or behind the command",
      ], [
        shownFlag(socketFlag),
        "tmux server by the path of its socket, before or behind the command",
      ]]),
    ],
    ["Exit codes", definitions(EXIT_MEANINGS)],
    ["Environment", definitions(ENVIRONMENT)],
    ["", `'${root.name} help <command>' and '${root.name} <command> --help' tell more about one.`],
  ]);
}

/** The variables that the program itself heeds, with what each does. */
export const ENVIRONMENT: readonly (readonly [string, string])[] = [
  ["FAB_DEBUG=1", "show each program that is run, and traces of errors, on standard error"],
  ["NO_COLOR", "no colour, as with TERM=dumb"],
];

type Section = readonly [title: string, body: string];

function sections(all: readonly Section[]): string {
  return all.filter(([, body]) => body !== "").map(([title, body]) =>
    title === "" ? `${body}\n` : `${title}:\n${body}\n`
  ).join("\n");
}

/** A command's arguments as they are written, each with what it is. */
export function argRows(spec: AnySpec): (readonly [string, string])[] {
  const args = (spec.args ?? []).map((arg): [string, string] => [
    shownArg(arg),
    arg.summary + choices(arg.choices),
  ]);
  if (spec.rest !== undefined) args.push([`-- <${spec.rest.name}>...`, spec.rest.summary]);
  return args;
}

/** A command's flags as they are written, each with what it does. */
export function flagRows(spec: AnySpec): (readonly [string, string])[] {
  return [...spec.flags ?? [], HELP_FLAG].map((flag): [string, string] => [
    shownFlag(flag),
    flag.summary + choices(flag.choices) + (flag.repeat === true ? " (may be repeated)" : ""),
  ]);
}

function specSections(spec: AnySpec): Section[] {
  const examples = spec.examples.map(({ line, summary }) => `  ${line}\n      ${summary}`);
  return [
    ["Arguments", definitions(argRows(spec))],
    ["Flags", definitions(flagRows(spec))],
    ["Examples", examples.join("\n")],
  ];
}

function usage(path: readonly string[], spec: AnySpec): string {
  return wrap(usageLine(path, spec), HELP_WIDTH - 6)
    .map((line, index) => (index === 0 ? "  " : "      ") + line).join("\n");
}

function shownArg(arg: ArgSpec): string {
  const name = `<${arg.name}>${arg.variadic === true ? "..." : ""}`;
  return arg.optional === true ? `[${name}]` : name;
}

function choices(values: readonly string[] | undefined): string {
  return values === undefined ? "" : `: ${values.join(", ")}`;
}

function summaryWithChildren(node: CommandNode): string {
  if (node.kind === "command") return node.summary;
  return `${node.summary}: ${listed(node).map((child) => child.name).join(", ")}`;
}

/** A summary as the first line of a text: with a capital and a full stop. */
export function sentence(summary: string): string {
  return `${summary.slice(0, 1).toUpperCase()}${summary.slice(1)}${
    /[.!?]$/.test(summary) ? "" : "."
  }`;
}
