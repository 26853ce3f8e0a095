/**
 * A server's socket behind another one that is cut in the middle of calls, for which `tmux` is put
 * in front on `PATH`: it names that other socket as the server's.
 *
 * @module
 */

import type { TmuxServer } from "./tmux_server.ts";

/** The socket in between. */
export interface CutSocket extends AsyncDisposable {
  /** The environment of a program that is led to it. */
  readonly env: Readonly<Record<string, string>>;
  /** Calls that came, and how many of them were cut. */
  readonly counts: { calls: number; cut: number };
}

/** Where a call is cut: before the server has it, before its answer comes, or behind that; or not. */
export type Cut = "before" | "answer" | "behind" | null;

/** Puts a socket in between. `cutOf` is asked at each call, by its number from 0 on. */
export async function cutSocket(
  server: TmuxServer,
  cutOf: (call: number) => Cut,
): Promise<CutSocket> {
  const real = (await server.tmux("display-message", "-p", "#{socket_path}")).trim();
  const path = `${server.directory}/cut.sock`;
  const bin = `${server.directory}/cut-bin`;
  await Deno.mkdir(bin, { recursive: true });
  await Deno.remove(path).catch(() => {});
  const lookup = new Deno.Command("sh", { args: ["-c", "command -v tmux"] });
  const tmux = new TextDecoder().decode((await lookup.output()).stdout).trim();
  // Only what asks for the release asks where to speak; the lock lies beside the real socket.
  const script = `#!/bin/sh
case "$*" in
  *'#{version}'*) ${tmux} "$@" | awk -v real='${real}' -v cut='${path}' '
    NR == 1 { at = index($0, real); $0 = substr($0, 1, at - 1) cut substr($0, at + length(real)) }
    { print }' ;;
  *) exec ${tmux} "$@" ;;
esac
`;
  await Deno.writeTextFile(`${bin}/tmux`, script, { mode: 0o755 });
  const counts = { calls: 0, cut: 0 };
  const relays: Promise<void>[] = [];
  const listener = Deno.listen({ transport: "unix", path });
  (async () => {
    for await (const client of listener) {
      const cut = cutOf(counts.calls++);
      if (cut !== null) counts.cut++;
      relays.push(relay(client, { real, cut }).catch(() => {}));
    }
  })().catch(() => {});
  return {
    env: { ...server.env, PATH: `${bin}:${server.env["PATH"]}` },
    counts,
    async [Symbol.asyncDispose]() {
      listener.close();
      await Promise.all(relays);
    },
  };
}

async function relay(
  client: Deno.Conn,
  { real, cut }: { readonly real: string; readonly cut: Cut },
): Promise<void> {
  if (cut === "before") return client.close();
  const server = await Deno.connect({ transport: "unix", path: real });
  let open = true;
  const close = () => {
    if (open) { for (const end of [client, server]) end.close(); }
    open = false;
  };
  const pump = async (from: Deno.Conn, to: Deno.Conn, size: number) => {
    const bytes = new Uint8Array(size);
    try {
      for (let length; (length = await from.read(bytes)) !== null;) {
        // The server has carried it out when it begins to answer, or says that it is done.
        if (from === server && cut !== null) break;
        for (let at = 0; at < length;) at += await to.write(bytes.subarray(at, length));
      }
    } catch {
      // One of the two has gone.
    }
    close();
  };
  await Promise.all([
    pump(client, server, 64 * 1024),
    pump(server, client, cut === "answer" ? 1 : 64 * 1024),
  ]);
}
