/**
 * Reading a terminal key by key.
 *
 * @module
 */

import { FabError } from "../core/errors.ts";
import type { Keyboard } from "../ports.ts";

/** A terminal that can be read raw; `Deno.stdin` is one. */
export interface RawTerminal {
  read(into: Uint8Array): Promise<number | null>;
  setRaw(raw: boolean): void;
}

/**
 * Opens a {@linkcode Keyboard}. Its reading ends with the signal's reason when that is aborted.
 *
 * @throws {FabError} when there is no terminal.
 */
export function openKeyboard(terminal: RawTerminal, signal: AbortSignal): Keyboard {
  try {
    terminal.setRaw(true);
  } catch (cause) {
    throw new FabError("failed", "standard input is no terminal", { cause });
  }
  let open = true;
  return {
    reads: readsOf(terminal, signal),
    close() {
      if (!open) return;
      open = false;
      try {
        terminal.setRaw(false);
      } catch {
        // The terminal is gone, and its settings with it.
      }
    },
  };
}

async function* readsOf(terminal: RawTerminal, signal: AbortSignal): AsyncGenerator<Uint8Array> {
  const aborted = Promise.withResolvers<never>();
  aborted.promise.catch(() => {});
  const abort = () => aborted.reject(signal.reason);
  signal.addEventListener("abort", abort, { once: true });
  if (signal.aborted) abort();
  try {
    for (;;) {
      const chunk = new Uint8Array(64 * 1024);
      // A terminal that was closed gives an error or nothing: either way no key will come.
      const read = terminal.read(chunk).catch(() => null);
      const count = await Promise.race([read, aborted.promise]);
      if (count === null || count === 0) return;
      yield chunk.subarray(0, count);
    }
  } finally {
    signal.removeEventListener("abort", abort);
  }
}
