/**
 * Runs the program as a person does: the compiled one when `FAB_BIN` names it, else the source
 * with the same permissions.
 *
 * @module
 */

import { fromFileUrl } from "@std/path";

/** How a run ended. */
export interface ProgramResult {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** How the program is run. */
export interface ProgramOptions {
  /** Added to this process's environment; an undefined variable is taken away. */
  readonly env?: Readonly<Record<string, string | undefined>>;
  readonly cwd?: string;
  readonly stdin?: string | Uint8Array;
  /** Milliseconds after which it is killed, and the test fails. Default 30 000. */
  readonly timeoutMs?: number;
}

/** The permissions that are compiled into the program. */
const PERMISSIONS = [
  "--no-prompt",
  "--allow-run",
  "--allow-read",
  "--allow-write",
  "--allow-env",
  "--deny-net",
  "--deny-ffi",
  "--deny-import",
];

/** Variables of the caller that would change what the program does or prints. */
const TAKEN_AWAY = ["TMUX", "TMUX_PANE", "FAB_DEBUG", "FAB_AGENT_SESSION", "FAB_AGENT_WORKERS"];

/** The words that start the program; its arguments follow. */
export function programArgv(): readonly string[] {
  const binary = Deno.env.get("FAB_BIN");
  if (binary !== undefined && binary !== "") return [binary];
  const root = new URL("../../", import.meta.url);
  const main = fromFileUrl(new URL("main.ts", root));
  const config = fromFileUrl(new URL("deno.json", root));
  // A program that a test starts elsewhere must neither look for a configuration nor check types.
  return [Deno.execPath(), "run", "-q", "--no-check", "--config", config, ...PERMISSIONS, main];
}

/** The whole environment of a run: this process's, without what would change the answer. */
export function programEnv(
  changes: Readonly<Record<string, string | undefined>> = {},
): Record<string, string> {
  const env: Record<string, string | undefined> = Deno.env.toObject();
  for (const name of TAKEN_AWAY) delete env[name];
  // Deno itself needs HOME for its cache, where the test takes it from the program.
  env["DENO_DIR"] ??= `${env["HOME"]}/.cache/deno`;
  const all = Object.entries({ ...env, ...changes });
  return Object.fromEntries(
    all.filter((entry): entry is [string, string] => entry[1] !== undefined),
  );
}

/** Runs the program to its end. */
export async function runFab(
  args: readonly string[],
  options: ProgramOptions = {},
): Promise<ProgramResult> {
  return await runCommand([...programArgv(), ...args], options);
}

/**
 * Runs a `sh` script in which `"$@"` is the program with the given arguments, for pipes and
 * closed streams.
 */
export async function shellFab(
  script: string,
  args: readonly string[],
  options: ProgramOptions = {},
): Promise<ProgramResult> {
  return await runCommand(["sh", "-c", script, "sh", ...programArgv(), ...args], options);
}

async function runCommand(
  [program = "", ...args]: readonly string[],
  options: ProgramOptions,
): Promise<ProgramResult> {
  const child = new Deno.Command(program, {
    args,
    clearEnv: true,
    env: programEnv(options.env),
    ...(options.cwd === undefined ? {} : { cwd: options.cwd }),
    stdin: options.stdin === undefined ? "null" : "piped",
    stdout: "piped",
    stderr: "piped",
  }).spawn();
  let late = false;
  const timer = setTimeout(() => {
    late = true;
    child.kill("SIGKILL");
  }, options.timeoutMs ?? 30_000);
  try {
    if (options.stdin !== undefined) await feed(child.stdin, options.stdin);
    const { code, stdout, stderr } = await child.output();
    const text = (bytes: Uint8Array) => new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes);
    const result = { code, stdout: text(stdout), stderr: text(stderr) };
    if (late) throw new Error(`still running: ${args.join(" ")}\n${JSON.stringify(result)}`);
    return result;
  } finally {
    clearTimeout(timer);
  }
}

async function feed(stdin: WritableStream<Uint8Array>, content: string | Uint8Array) {
  const writer = stdin.getWriter();
  try {
    await writer.write(typeof content === "string" ? new TextEncoder().encode(content) : content);
    await writer.close();
  } catch {
    // It ended without reading its input.
  }
}
