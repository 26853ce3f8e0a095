/**
 * The manual page, made from the declarations that `--help` is made from.
 *
 * @module
 */

import type { CommandFamily } from "../command.ts";
import { EXIT_MEANINGS } from "../exit_codes.ts";
import { type AnySpec, argRows, ENVIRONMENT, flagRows, sentence, usageLine } from "./help.ts";
import { commandsOf, listed, loaderOf, type Place } from "../resolve.ts";

/**
 * The page `fab(1)` as roff with the `man` macros: pure ASCII but for what summaries hold, no date,
 * so that the same program gives the same page.
 */
export async function manPage(root: CommandFamily, version: string): Promise<string> {
  const place: Place = { path: [root.name], node: root };
  const commands: string[] = [];
  for (const one of commandsOf(place)) {
    const spec = await loaderOf(one)?.();
    if (spec !== undefined) commands.push(commandSection(one, spec));
  }
  return [
    `.TH ${root.name.toUpperCase()} 1 "" "${root.name} ${version}" "User Commands"\n`,
    section("NAME", `${root.name} \\- ${escaped(root.summary)}\n`),
    section("SYNOPSIS", `.B ${root.name}\n.I command\n[\\fIargs\\fR] [\\fIflags\\fR]\n`),
    section("DESCRIPTION", overview(root)),
    section("COMMANDS", commands.join("")),
    section("EXIT STATUS", terms(EXIT_MEANINGS)),
    section("ENVIRONMENT", terms(ENVIRONMENT)),
    section("SEE ALSO", ".BR tmux (1)\n"),
  ].join("");
}

function section(title: string, body: string): string {
  return `.SH ${title}\n${body}`;
}

/** The families and commands with a line each, under the headings of the help. */
function overview(root: CommandFamily): string {
  const groups = new Map<string, (readonly [string, string])[]>();
  for (const node of listed(root)) {
    const group = node.group ?? "Other commands";
    groups.set(group, [...groups.get(group) ?? [], [`${root.name} ${node.name}`, node.summary]]);
  }
  return [...groups].map(([group, rows]) => `.SS ${escaped(group)}\n${terms(rows)}`).join("");
}

function commandSection({ path, node }: Place, spec: AnySpec): string {
  const examples = spec.examples.map(({ line, summary }) => [line, sentence(summary)] as const);
  return [
    `.SS ${escaped(path.join(" "))}\n`,
    `${escaped(sentence(node.summary))}\n.PP\n.B ${escaped(usageLine(path, spec))}\n`,
    paragraphs(spec.description ?? ""),
    terms([...argRows(spec), ...flagRows(spec)]),
    ...(examples.length === 0 ? [] : [`.PP\nExamples:\n${terms(examples)}`]),
  ].join("");
}

function terms(rows: readonly (readonly [string, string])[]): string {
  return rows.map(([term, meaning]) => `.TP\n.B ${escaped(term.trim())}\n${escaped(meaning)}\n`)
    .join("");
}

/** Paragraphs apart by empty lines; lines that begin with a space keep their form. */
function paragraphs(text: string): string {
  if (text.trim() === "") return "";
  return text.trimEnd().split(/\n\s*\n/).map((paragraph) => {
    const lines = paragraph.split("\n").map(escaped);
    const keeps = lines.some((line) => line.startsWith(" "));
    return keeps ? `.PP\n.nf\n${lines.join("\n")}\n.fi\n` : `.PP\n${lines.join("\n")}\n`;
  }).join("");
}

/** Text as roff takes it: no escapes, no requests, hyphens that can be copied. */
function escaped(text: string): string {
  return text.replaceAll("\\", "\\e").replaceAll("-", "\\-").replaceAll(/^([.'])/gm, "\\&$1");
}
