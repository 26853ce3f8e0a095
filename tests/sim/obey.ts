/**
 * Does what a message asks for, as an agent would: for `Read <path> and execute it.` a program is
 * run with that file, from the agent's own directory.
 *
 * @module
 */

/** Runs the program with the file that a message points to; another message asks for nothing. */
export function obey(message: string, program: string): void {
  const path = /^Read (.+) and execute it\.$/.exec(message)?.[1];
  if (path === undefined) return;
  new Deno.Command(program, { args: [path], stdin: "null", stdout: "null", stderr: "null" })
    .spawn().unref();
}
