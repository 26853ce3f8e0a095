/**
 * What stands around an agent's line when a shell runs it: the only place that spells any of it.
 *
 * The fallback is the shell that takes a pane over when the agent in it exits. With a second command behind it, the shell that runs the line can't replace itself by the agent,
 * so it is still there to start the person's shell in the same pane and directory. Meant for panes
 * that a person types into: where a pane's end tells that its worker ended, it must not be used.
 *
 * @module
 */

import { quoteAlways } from "../quote.ts";
import { simpleCommand } from "./shell_slots.ts";

/** Keeps `exec` from failing, and the pane from vanishing, where `$SHELL` names no program. */
const USABLE_SHELL = '[ -f "$SHELL" ] && [ -x "$SHELL" ] || SHELL=/bin/sh; export SHELL; ';

/**
 * Adds the fallback to a shell line.
 *
 * @param line a POSIX shell line without it
 * @param options.shellKnown whether `$SHELL` in the pane is known to name a program; if not, the
 *   line checks it first and takes `/bin/sh` instead
 */
export function withShellFallback(
  line: string,
  options: { readonly shellKnown: boolean },
): string {
  // A line that ends in `;` or `&` is ended already; a second `;` would be a syntax error.
  const body = line.trimEnd().replace(/;+$/, "");
  const separator = body.endsWith("&") && !body.endsWith("\\&") ? " " : "; ";
  return `${body}${separator}${options.shellKnown ? "" : USABLE_SHELL}exec "$SHELL"`;
}

/**
 * Lets the line's shell outlive an interrupt that ends the agent: without it, a Ctrl-C before the
 * agent has taken the terminal would end the shell as well, and the pane with it. A caught signal
 * is back at its default in every program that the shell starts.
 */
export function survivingInterrupts(line: string): string {
  return `trap : INT QUIT; ${line}`;
}

/** First words that are no programs, so that `exec` could not run them. */
const NO_PROGRAMS: ReadonlySet<string> = new Set(
  (". : ! { alias bg break builtin case cd command continue declare eval exec exit export false fg " +
    "for function getopts hash if jobs local read readonly return select set shift source time " +
    "times trap true type typeset ulimit umask unalias unset until wait while [[").split(" "),
);

/**
 * The line for a shell that is in between a caller and the agent, and is to be as if it weren't:
 * the agent takes the shell's place, so that signals reach it and its end is the shell's. A line
 * that is more than one command keeps its shell, which then at least survives interrupts.
 */
export function inPlaceOfShell(line: string): string {
  const first = simpleCommand(line)?.[0];
  if (first === undefined || NO_PROGRAMS.has(first) || /^[A-Za-z_][A-Za-z0-9_]*=/.test(first)) {
    return survivingInterrupts(line);
  }
  return `exec ${line}`;
}

/** Sets variables for the first command of the line alone: not for the shell that follows it. */
export function withEnvPrefix(line: string, variables: Readonly<Record<string, string>>): string {
  const prefix = Object.entries(variables).map(([name, value]) => `${name}=${quoteAlways(value)} `);
  return prefix.join("") + line;
}
