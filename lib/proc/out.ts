/**
 * The real standard streams.
 *
 * @module
 */

import { ClosedPipeError } from "../core/errors.ts";
import { oneLine } from "../core/visible.ts";
import type { Env, Out } from "../ports.ts";
import { openKeyboard } from "./keyboard.ts";

/** Where bytes are written; `Deno.stdout` and `Deno.stderr` are such. */
export interface ByteSink {
  write(bytes: Uint8Array): Promise<number>;
}

/** Milliseconds before writing again to a terminal that another program made non-blocking. */
const FULL_PAUSE_MS = 5;

/** Makes the real {@linkcode Out}. Reading standard input ends when `signal` is aborted. */
export function createOut(env: Pick<Env, "get">, signal: AbortSignal): Out {
  const stdoutIsTerminal = Deno.stdout.isTerminal();
  return {
    stdout: (text) => writeText(Deno.stdout, text),
    stderr: writeErrors,
    warn: (message) => writeErrors(`fab: ${oneLine(message)}\n`),
    stdinIsTerminal: Deno.stdin.isTerminal(),
    stdoutIsTerminal,
    stderrIsTerminal: Deno.stderr.isTerminal(),
    color: mayColor(env, stdoutIsTerminal),
    size: () => stdoutIsTerminal ? terminalSize() : null,
    readStdin: () => readToEnd(Deno.stdin, signal),
    keyboard: () => openKeyboard(Deno.stdin, signal),
  };
}

/** Whether a stream gets colour (contract §3; `NO_COLOR` counts when it is not empty). */
export function mayColor(env: Pick<Env, "get">, isTerminal: boolean): boolean {
  return isTerminal && (env.get("NO_COLOR") ?? "") === "" && env.get("TERM") !== "dumb";
}

/**
 * Writes all of a text.
 *
 * @throws {ClosedPipeError} when nobody reads any more.
 */
export async function writeText(sink: ByteSink, text: string): Promise<void> {
  const bytes = new TextEncoder().encode(text);
  for (let at = 0; at < bytes.length;) {
    try {
      at += await sink.write(bytes.subarray(at));
    } catch (error) {
      if (error instanceof Deno.errors.BrokenPipe) throw new ClosedPipeError({ cause: error });
      if (!(error instanceof Deno.errors.WouldBlock)) throw error;
      await new Promise((resolve) => setTimeout(resolve, FULL_PAUSE_MS));
    }
  }
}

async function writeErrors(text: string): Promise<void> {
  try {
    await writeText(Deno.stderr, text);
  } catch {
    // A warning that can't be shown is no reason to stop the work that it is about.
  }
}

function terminalSize(): { readonly columns: number; readonly rows: number } | null {
  try {
    const { columns, rows } = Deno.consoleSize();
    return columns > 0 ? { columns, rows } : null;
  } catch {
    return null;
  }
}

/** Reads to the end; rejects with the signal's reason when it is aborted before that. */
export async function readToEnd(
  source: { read(into: Uint8Array): Promise<number | null> },
  signal: AbortSignal,
): Promise<Uint8Array> {
  const aborted = new Promise<never>((_, reject) => {
    if (signal.aborted) reject(signal.reason);
    signal.addEventListener("abort", () => reject(signal.reason), { once: true });
  });
  aborted.catch(() => {});
  const parts: Uint8Array[] = [];
  const chunk = new Uint8Array(64 * 1024);
  for (;;) {
    const count = await Promise.race([source.read(chunk), aborted]);
    if (count === null) return new Uint8Array(await new Blob(parts as BlobPart[]).arrayBuffer());
    parts.push(chunk.slice(0, count));
  }
}
