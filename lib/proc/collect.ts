/**
 * Feeding a child process and collecting what it prints.
 *
 * @module
 */

import type { RunOptions, RunResult } from "../ports.ts";
import { exitCode, kill } from "./spawn.ts";

/** Feeds a child, waits for its end or the time limit, and returns what it printed. */
export async function collect(child: Deno.ChildProcess, options: RunOptions): Promise<RunResult> {
  let timedOut = false;
  const output = new Collected(child.stdout);
  const errors = new Collected(child.stderr);
  const timer = options.timeoutMs === undefined ? null : setTimeout(() => {
    timedOut = true;
    kill(child, "SIGKILL");
    // What the program started may hold the pipes open for ever; the limit is for them as well.
    output.stop();
    errors.stop();
  }, options.timeoutMs);
  try {
    const fed = options.stdin === undefined ? undefined : feed(child.stdin, options.stdin);
    const [status, stdout, stderr] = await Promise.all([child.status, output.text, errors.text]);
    // A program that ended does not read the rest; one that timed out never will.
    if (!timedOut) await fed;
    return { code: exitCode(status), signal: status.signal, stdout, stderr, timedOut };
  } finally {
    if (timer !== null) clearTimeout(timer);
  }
}

/** A stream's text, as far as it came before the stream ended or was stopped. */
class Collected {
  readonly text: Promise<string>;
  readonly #reader: ReadableStreamDefaultReader<Uint8Array>;

  constructor(stream: ReadableStream<Uint8Array>) {
    this.#reader = stream.getReader();
    this.text = this.#read();
  }

  stop(): void {
    this.#reader.cancel().catch(() => {});
  }

  async #read(): Promise<string> {
    // Without ignoreBOM a leading U+FEFF would be lost.
    const decoder = new TextDecoder("utf-8", { ignoreBOM: true });
    let text = "";
    for (;;) {
      const { done, value } = await this.#reader.read();
      if (done) return text + decoder.decode();
      text += decoder.decode(value, { stream: true });
    }
  }
}

async function feed(stdin: WritableStream<Uint8Array>, content: string | Uint8Array) {
  const writer = stdin.getWriter();
  try {
    await writer.write(typeof content === "string" ? new TextEncoder().encode(content) : content);
    await writer.close();
  } catch {
    // The program ended without all of its input; its exit code tells whether that is a failure.
  }
}
