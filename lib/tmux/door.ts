/**
 * How a server is reached: the first call runs `tmux`, and asks by the way where the server's socket
 * is and of which release it is; the calls after it go over the socket and start no program. The
 * server sees the same either way: a client without a terminal that is in no session, for one call.
 *
 * A client that stays, in control mode, would have to be in a session, where people see it: the
 * session becomes the one used last, its agent is told that it has the focus, hooks run.
 *
 * @module
 */

import type { Exec, LocalSockets, RunResult } from "../ports.ts";
import { converse, type Outcome } from "./converse.ts";
import { fieldsFormat, newNonce, parseRecords } from "./framing.ts";
import { callMessages, speaks } from "./wire.ts";

/** A command with its arguments, or such commands as tmux reads them. */
type Words = readonly string[];

/** One call, ready to be made either way. */
export interface DoorCall {
  readonly commands: readonly Words[];
  readonly stdin: string | Uint8Array | undefined;
  readonly timeoutMs: number;
  /** The words behind `tmux` and the server, for commands. */
  readonly words: (commands: readonly Words[]) => readonly string[];
  /** Runs tmux. */
  readonly program: (commands: readonly Words[]) => Promise<RunResult>;
}

/** A way to a server. */
export interface Door {
  run(call: DoorCall): Promise<RunResult>;
}

/** Commands that only look, so that it does no harm when they run a second time. */
const LOOKS =
  /^(capture-pane|has-session|list-(clients|panes|sessions|windows)|show(-environment|-options)?)$/;

/**
 * Commands that act, and do the same whoever asks: nothing in them comes from the client's
 * terminal, nor from its environment but for the pane that it is in.
 */
const ACTS = /^(delete-buffer|load-buffer|paste-buffer|send-keys|set-option|source-file)$/;

const FIELDS = ["socket_path", "version"] as const;

/** Doors of this process, by who runs programs and which server: what one learned, all know. */
const doors = new WeakMap<Exec, Map<string | null, Door>>();

/** The door to a server; null where only programs can be run. */
export function doorTo(exec: Exec, server: string | null): Door | null {
  const { local } = exec;
  if (local === undefined) return null;
  const known = doors.get(exec) ?? new Map<string | null, Door>();
  doors.set(exec, known);
  const door = known.get(server) ?? createDoor(local);
  known.set(server, door);
  return door;
}

/** Makes a door that knows nothing yet. */
export function createDoor(local: LocalSockets): Door {
  let socketPath: string | null = null;
  /** An answer came over the socket: what goes that way is understood. */
  let proven = false;
  let shut = false;

  /** Runs the commands by tmux, and asks for the socket in the same call. */
  async function learn({ commands, program }: DoorCall): Promise<RunResult> {
    const nonce = newNonce();
    const result = await program([
      ["display-message", "-p", fieldsFormat(FIELDS, nonce)],
      ...commands,
    ]);
    const { records: [found], before, rest } = parseRecords(result.stdout, FIELDS, nonce);
    if (found === undefined) return result;
    if (speaks(found.version)) socketPath = found.socket_path;
    else shut = true;
    return { ...result, stdout: before + rest };
  }

  /** Makes a call over the socket; null when it did not get as far as the server. */
  async function talk(path: string, call: DoorCall): Promise<Outcome | null> {
    const { commands, stdin = "", timeoutMs } = call;
    const caller = local.caller();
    const words = call.words(commands);
    const messages = callMessages(caller, words);
    if (messages === null) return null;
    const socket = await local.dial(path, { timeoutMs, about: words });
    if (socket === null) {
      // The server may be gone, or another one may be there.
      [socketPath, proven] = [null, false];
      return null;
    }
    const input = typeof stdin === "string" ? new TextEncoder().encode(stdin) : stdin;
    try {
      return await converse(socket, { pid: caller.pid, messages, input });
    } finally {
      socket.close();
    }
  }

  /** Asks for something known, before anything that matters is said. */
  async function prove(path: string, call: DoorCall): Promise<void> {
    const nonce = newNonce();
    const outcome = await talk(path, {
      ...call,
      commands: [["display-message", "-p", nonce]],
      stdin: undefined,
    });
    if (outcome === null) return;
    // A stopped server answers nobody; the call itself finds that out.
    if (typeof outcome !== "string" && outcome.timedOut) return;
    proven = typeof outcome !== "string" && outcome.stdout === `${nonce}\n`;
    shut = !proven;
  }

  return {
    async run(call) {
      const { commands, program } = call;
      if (shut || !commands.every((command) => looks(command) || acts(command))) {
        return await program(commands);
      }
      if (socketPath === null) {
        return await (looks(commands[0] ?? []) ? learn(call) : program(commands));
      }
      if (!proven) await prove(socketPath, call);
      const outcome = proven && socketPath !== null ? await talk(socketPath, call) : null;
      if (outcome === null) return await program(commands);
      if (typeof outcome !== "string") return outcome;
      shut = true;
      if (outcome === "not understood" || onlyLooks(call)) return await program(commands);
      return await unknown(call);
    },
  };
}

/** The end of a call that was cut: it may have been carried out, so it isn't made again. */
async function unknown({ program }: DoorCall): Promise<RunResult> {
  const asked = await program([["display-message", "-p", ""]]);
  if (asked.code !== 0 || asked.timedOut) return asked;
  return { ...asked, code: 1, stdout: "", stderr: "the connection ended before the answer came" };
}

/** Whether a call does no more than look, also by the lines that tmux reads from its input. */
function onlyLooks({ commands, stdin }: DoorCall): boolean {
  return commands.every((command) =>
    looks(command) ||
    command[0] === "source-file" && command[1] === "-" && typeof stdin === "string" &&
      stdin.split("\n").every((line) => line === "" || looks(line.replaceAll("'", "").split(" ")))
  );
}

function looks([name = "", first]: Words): boolean {
  return name === "display-message" ? first === "-p" : LOOKS.test(name);
}

function acts([name = ""]: Words): boolean {
  return ACTS.test(name);
}
