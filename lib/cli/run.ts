/**
 * From the words of a command line to an exit code.
 *
 * @module
 */

import { ClosedPipeError, FabError, InterruptedError, UsageError } from "../core/errors.ts";
import { oneLine } from "../core/visible.ts";
import type { Context } from "../ports.ts";
import type { CommandFamily } from "./command.ts";
import { EXIT_DONE, exitCodeOf } from "./exit_codes.ts";
import { asksHosts, onlyHost, type Remote, takeHosts } from "./hosts.ts";
import { parseLine } from "./parse.ts";
import { withAbsoluteSocket } from "./flags/server.ts";
import { messageOf } from "./text/error_text.ts";
import {
  loaderOf,
  type Place,
  resolve,
  type Resolved,
  unknownWord,
  UnknownWordError,
} from "./resolve.ts";

/** What a program is made of. */
export interface Program {
  readonly root: CommandFamily;
  readonly version: string;
  /** Whether errors show their stack. */
  readonly debug: boolean;
  /** Called for a command of another host alone. */
  readonly loadRemote?: () => Promise<Remote>;
}

/**
 * Runs one command line. Every error ends here: as one line on standard error, with its details
 * below, and as an exit code.
 */
export async function runProgram(
  argv: readonly string[],
  context: Context,
  program: Program,
): Promise<number> {
  let path: readonly string[] = [program.root.name];
  try {
    const { hosts, rest } = takeHosts(argv);
    const resolved = resolve(program.root, rest);
    if (hosts.length > 0) {
      if (resolved.kind !== "version") path = resolved.place.path;
      return await runThere({ hosts, resolved, argv: rest }, context, program);
    }
    if (resolved.kind === "version") {
      await context.out.stdout(`${program.root.name} ${program.version}\n`);
      return EXIT_DONE;
    }
    path = resolved.place.path;
    if (resolved.kind === "help") return await showHelp(resolved.place, context);
    return await runCommand(resolved.place, resolved.argv, context);
  } catch (error) {
    await report(error, { path, context, debug: program.debug });
    // A command that was interrupted may fail in other words; the signal is the reason.
    return exitCodeOf(context.signal.aborted ? context.signal.reason : error);
  }
}

async function runCommand(
  place: Place,
  argv: readonly string[],
  context: Context,
): Promise<number> {
  const spec = await loaderOf(place)?.();
  if (spec === undefined) throw new TypeError(`nothing to run for ${place.path.join(" ")}`);
  const word = argv[0];
  if (place.node.kind === "family" && (spec.args ?? []).length === 0 && isCommandWord(word)) {
    throw unknownWord(place, place.node, word);
  }
  const line = parseLine(argv, spec);
  if (line === null) return await showHelp(place, context);
  const here = withAbsoluteSocket(line, context.env.cwd);
  return await spec.run(spec.parse(here), context);
}

interface There {
  readonly hosts: readonly string[];
  readonly resolved: Resolved;
  /** The line without its hosts. */
  readonly argv: readonly string[];
}

/** Runs a line on other hosts. What is wrong with it is said here, before anything is connected. */
async function runThere(
  { hosts, resolved, argv }: There,
  context: Context,
  { root, loadRemote }: Program,
): Promise<number> {
  if (loadRemote === undefined) throw new TypeError("no way to other hosts");
  const place = resolved.kind === "version" ? { path: [root.name], node: root } : resolved.place;
  const spec = resolved.kind === "command" ? await loaderOf(place)?.() : undefined;
  if (resolved.kind === "command" && spec !== undefined && asksHosts(spec)) {
    const flags = hosts.map((host) => `--host=${host}`);
    return await runCommand(place, [...flags, ...resolved.argv], context);
  }
  const host = onlyHost(hosts, place);
  if (argv.length === 0) throw new UsageError("--host needs a command behind it");
  const line = resolved.kind === "command" && spec !== undefined
    ? parseLine(resolved.argv, spec)
    : null;
  const terminal = line !== null && spec?.takesTerminal?.(spec.parse(line)) === true;
  return await (await loadRemote()).passOn(context, { host, argv, terminal });
}

/** Whether a word that stands where a family's command may stand was meant as one. */
function isCommandWord(word: string | undefined): word is string {
  return word !== undefined && !word.startsWith("-");
}

async function showHelp(place: Place, context: Context): Promise<number> {
  const { helpOf } = await import("./help/help.ts");
  await context.out.stdout(await helpOf(place));
  return EXIT_DONE;
}

interface Reporting {
  readonly path: readonly string[];
  readonly context: Context;
  readonly debug: boolean;
}

async function report(error: unknown, { path, context, debug }: Reporting): Promise<void> {
  if (error instanceof ClosedPipeError || error instanceof InterruptedError) return;
  const place = error instanceof UnknownWordError ? error.path : path;
  const hint = error instanceof UsageError ? `; see '${place.join(" ")} --help'` : "";
  await context.out.warn(oneLine(messageOf(error)) + hint);
  const details = error instanceof FabError ? error.details : null;
  if (details !== null) await context.out.stderr(`${details}\n`);
  if (debug) await context.out.stderr(`${traceOf(error)}\n`);
}

function traceOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const cause = error.cause === undefined ? "" : `\ncaused by: ${traceOf(error.cause)}`;
  return `${error.stack ?? error.message}${cause}`;
}
