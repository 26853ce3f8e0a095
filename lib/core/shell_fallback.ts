/**
 * The shell that takes a pane over when the agent in it exits, and the variables that are the
 * agent's alone: the only place that spells either.
 *
 * With a second command behind it, the shell that runs the line can't replace itself by the agent,
 * so it is still there to start the person's shell in the same pane and directory. Meant for panes
 * that a person types into: where a pane's end tells that its worker ended, it must not be used.
 *
 * @module
 */

import { quoteAlways } from "./quote.ts";

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

/** Sets variables for the first command of the line alone: not for the shell that follows it. */
export function withEnvPrefix(line: string, variables: Readonly<Record<string, string>>): string {
  const prefix = Object.entries(variables).map(([name, value]) => `${name}=${quoteAlways(value)} `);
  return prefix.join("") + line;
}
