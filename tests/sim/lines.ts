/**
 * The programs that leave line editing to the kernel: a reader of lines, and a password prompt.
 * They block in `read`, as such programs do.
 *
 * @module
 */

import type { SimLog } from "./log.ts";
import { writeAll } from "./screen.ts";

/** Reads lines of the cooked terminal for ever; each is a message. */
export function readLines(
  options: { readonly prompt: string; readonly log: SimLog; readonly delayMs: number },
): void {
  writeAll(`sim agent 1.0\nWelcome to the simulated agent\n\n${options.prompt}`);
  options.log.event("ready");
  for (const line of terminalLines(options.log)) {
    if (line.length > 0) {
      options.log.messageBytes(line);
      if (options.delayMs > 0) pause(options.delayMs);
      writeAll("● done\n");
    }
    writeAll(options.prompt);
  }
}

/** Asks for a secret with echo off, for ever. */
export function readSecret(options: { readonly prompt: string; readonly log: SimLog }): void {
  new Deno.Command("stty", { args: ["-echo"], stdin: "inherit" }).outputSync();
  writeAll(options.prompt);
  options.log.event("ready");
  for (const line of terminalLines(options.log)) {
    options.log.event("password-submitted", new TextDecoder().decode(line));
    writeAll(`\nSorry, try again.\n${options.prompt}`);
  }
}

function pause(ms: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
}

/** Lines without their line feed, until the end of input. */
function* terminalLines(log: SimLog): Generator<Uint8Array> {
  const buffer = new Uint8Array(8192);
  let line: number[] = [];
  for (;;) {
    const count = Deno.stdin.readSync(buffer);
    if (count === null || count === 0) return log.event("end-of-input");
    const bytes = buffer.slice(0, count);
    log.raw(bytes);
    for (const byte of bytes) {
      if (byte === 0x0a) {
        yield Uint8Array.from(line);
        line = [];
      } else {
        line.push(byte);
      }
    }
  }
}
