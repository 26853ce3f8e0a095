/**
 * Sockets of programs on this machine: the only place that opens one. They have a path and its
 * permissions; the network stays shut.
 *
 * @module
 */

import type { LocalSocket } from "../ports.ts";

/**
 * Connects to the socket at `path`; null when nobody listens there or it may not be opened. A newer
 * Deno than the pinned one shuts it together with the network.
 *
 * @param options.timeoutMs after which it closes itself
 * @param options.onClose called once, with the milliseconds that it was open
 */
export async function dialSocket(
  path: string,
  options: { readonly timeoutMs: number; readonly onClose: (ms: number) => void },
): Promise<LocalSocket | null> {
  const started = performance.now();
  let connection: Deno.UnixConn;
  try {
    connection = await Deno.connect({ transport: "unix", path });
  } catch {
    return null;
  }
  let open = true;
  let timedOut = false;
  const close = () => {
    if (!open) return;
    open = false;
    clearTimeout(timer);
    connection.close();
    options.onClose(performance.now() - started);
  };
  const timer = setTimeout(() => {
    timedOut = true;
    close();
  }, options.timeoutMs);
  const chunk = new Uint8Array(64 * 1024);
  return {
    get timedOut() {
      return timedOut;
    },
    async write(bytes) {
      try {
        for (let at = 0; at < bytes.length;) at += await connection.write(bytes.subarray(at));
      } catch {
        // Nobody reads any more; what can be read then ends as well, and tells.
      }
    },
    async read() {
      const length = await connection.read(chunk).catch(() => null);
      return length === null ? null : chunk.slice(0, length);
    },
    close,
  };
}
