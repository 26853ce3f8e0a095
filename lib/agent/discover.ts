/**
 * What an installed provider says about itself.
 *
 * @module
 */

import type { Provider } from "../core/config/types.ts";
import { ProgramMissingError } from "../core/errors.ts";
import { DISCOVERY } from "../core/agent/providers.ts";
import { simpleCommand } from "../core/agent/shell_slots.ts";
import type { Context } from "../ports.ts";

/** One question, and what the program answered. */
export interface Finding {
  readonly argv: readonly string[];
  /** Null when the program did not answer in time. */
  readonly code: number | null;
  /** Both streams, standard output first, without white space at the end. */
  readonly output: string;
}

/** Milliseconds that one question may take: some programs start slowly. */
const QUESTION_MS = 15_000;

/**
 * The program that a provider's command starts: its first word that is no variable; of `sh -c` and
 * the like, the first of the script. Null when the command is not that simple.
 */
export function programOf(provider: Provider): string | null {
  for (const line of [provider.interactive_command, provider.headless_command]) {
    const word = line === undefined ? undefined : firstWord(line);
    if (word !== undefined) return word;
  }
  return null;
}

function firstWord(line: string): string | undefined {
  const words = simpleCommand(line) ?? simpleCommand(line.split(/[;&|\n]/, 1)[0] ?? "") ?? [];
  const [first, ...rest] = words.filter((word) => !/^[A-Za-z_][A-Za-z0-9_]*=/.test(word));
  if (first === "exec" || first === "env") return rest.find((word) => !word.startsWith("-"));
  const script = rest[rest.indexOf("-c") + 1];
  return first === "sh" && rest.includes("-c") && script !== undefined ? firstWord(script) : first;
}

/** The questions for a provider, as argument lists. */
export function questionsFor(name: string): readonly (readonly string[])[] {
  const more = Object.hasOwn(DISCOVERY, name) ? DISCOVERY[name] ?? [] : [];
  return [["--version"], ["--help"], ...more];
}

/**
 * Asks an installed program. Null when it is not installed.
 *
 * @param name the provider's, which may have questions of its own
 */
export async function discover(
  context: Pick<Context, "exec">,
  program: string,
  name: string,
): Promise<readonly Finding[] | null> {
  const findings: Finding[] = [];
  for (const question of questionsFor(name)) {
    const argv = [program, ...question];
    try {
      const result = await context.exec.run(argv, { timeoutMs: QUESTION_MS });
      const output = [result.stdout.trimEnd(), result.stderr.trimEnd()].filter((text) =>
        text !== ""
      );
      findings.push({
        argv,
        code: result.timedOut ? null : result.code,
        output: output.join("\n"),
      });
    } catch (error) {
      if (error instanceof ProgramMissingError) return null;
      throw error;
    }
  }
  return findings;
}
