/**
 * An error as the one line that is shown of it.
 *
 * @module
 */

import { FabError } from "../../core/errors.ts";

/** An error in words: ours as it is, the system's in lower case, anything else as the bug it is. */
export function messageOf(error: unknown): string {
  if (error instanceof FabError) return error.message;
  if (error instanceof Error && isSystems(error)) {
    const words = error.message.replace(OS_ERROR, "");
    return words.charAt(0).toLowerCase() + words.slice(1);
  }
  const words = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  return `internal error: ${words}; FAB_DEBUG=1 shows where`;
}

const OS_ERROR = / \(os error \d+\)/;

/** Whether it is the operating system's. Deno gives a code to those that it knows. */
function isSystems(error: Error): boolean {
  return "code" in error && typeof error.code === "string" || OS_ERROR.test(error.message);
}
