/**
 * Does what a message asks for, as an agent would: `Read <path> and execute it.` runs the file with
 * `sh`, from the agent's own directory.
 *
 * @module
 */

/** Runs the file that a message points to; any other message asks for nothing. */
export function obey(message: string): void {
  const path = /^Read (.+) and execute it\.$/.exec(message)?.[1];
  if (path === undefined) return;
  new Deno.Command("sh", { args: [path], stdin: "null", stdout: "null", stderr: "null" }).spawn()
    .unref();
}
