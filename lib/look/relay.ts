/**
 * Finds the terminal behind a relay on this machine.
 *
 * @module
 */

import type { Foreground } from "../core/process/foreground.ts";
import { type InnerTerminal, type Relay, terminalBelow } from "../core/process/relays.ts";
import type { Context } from "../ports.ts";
import { createTmux } from "../tmux/tmux.ts";
import { fieldsFormat, newNonce, parseRecords } from "../tmux/framing.ts";

/** `$1` a client of tmux. Prints the sockets that its server may listen at. */
const SOCKETS_SCRIPT = `
own=$(tr '\\0' '\\n' <"/proc/$1/environ" 2>/dev/null | grep '^TMUX_TMPDIR=' | cut -d= -f2-)
for d in "$own" "$TMUX_TMPDIR" /tmp; do
  [ -n "$d" ] || continue
  for s in "$d/tmux-$(id -u)"/*; do [ -S "$s" ] && printf '%s\\n' "$s"; done
done
`;
const LIMIT_MS = 2000;
const MOST_SOCKETS = 40;
const CLIENT = ["client_pid", "pane_pid", "pane_tty"] as const;

/**
 * The terminal behind a relay; null when there is none, or it can't be told which.
 *
 * @param foreground in which the relay was found
 */
export async function terminalBehind(
  context: Pick<Context, "exec">,
  relay: Relay,
  foreground: Foreground,
): Promise<InnerTerminal | null> {
  if (relay.kind === "remote") return null;
  if (relay.kind === "owner") return terminalBelow(foreground.everyone, relay.pid);
  return await paneOfClient(context, relay);
}

/** The pane that a client of another tmux server shows. */
export async function paneOfClient(
  { exec }: Pick<Context, "exec">,
  { pid, argv }: { readonly pid: number; readonly argv: readonly string[] },
): Promise<InnerTerminal | null> {
  const listed = await exec.run(["/bin/sh", "-c", SOCKETS_SCRIPT, "sh", String(pid)], {
    timeoutMs: LIMIT_MS,
  });
  const nonce = newNonce();
  for (const socket of likelyFirst(argv, listed.stdout.split("\n")).slice(0, MOST_SOCKETS)) {
    const tmux = createTmux(exec, socket);
    const told = await tmux.attempt([["list-clients", "-F", fieldsFormat(CLIENT, nonce)]])
      .catch(() => null);
    if (told === null) continue;
    const client = parseRecords(told.stdout, CLIENT, nonce).records.find((record) =>
      record.client_pid === String(pid)
    );
    if (client !== undefined) return { panePid: Number(client.pane_pid), paneTty: client.pane_tty };
  }
  return null;
}

/** Sockets, those first that the client's own words name: many of the others have no server any more. */
function likelyFirst(argv: readonly string[], sockets: readonly string[]): readonly string[] {
  const after = (flag: string) =>
    argv.map((word, at) =>
      word === flag ? argv[at + 1] : word.startsWith(flag) ? word.slice(2) : null
    )
      .find((value) => value !== null && value !== undefined && value !== "");
  const label = after("-L") ?? "default";
  const path = after("-S");
  const all = [...new Set([...(path === undefined || path === null ? [] : [path]), ...sockets])]
    .filter((socket) => socket.startsWith("/"));
  const likely = (socket: string) => socket === path || socket.endsWith(`/${label}`);
  return [...all.filter(likely), ...all.filter((socket) => !likely(socket))];
}
