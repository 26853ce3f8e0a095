/**
 * Sockets without a server behind them: a test says what it answers.
 *
 * @module
 */

import type { LocalSocket, LocalSockets } from "../ports.ts";
import { KIND, type Message, MessageReader } from "../tmux/wire.ts";

/** What a fake server makes of a call: bytes to send back, in order; then it hangs up. */
export type FakeServer = (argv: readonly string[]) => readonly Uint8Array[] | "silence";

/** {@linkcode LocalSockets} that remember what was said. */
export interface FakeLocal extends LocalSockets {
  /** The words of each call that came whole, in order. */
  readonly heard: (readonly string[])[];
  /** All messages that came. */
  readonly messages: Message[];
  /** Whether anybody listens. */
  listening: boolean;
}

/** Makes a {@linkcode FakeLocal}. A silent server lets the time run out at once. */
export function fakeLocal(server: FakeServer): FakeLocal {
  const fake: FakeLocal = {
    heard: [],
    messages: [],
    listening: true,
    caller: () => ({ pid: 42, directory: "/desk", environment: ["TMUX_PANE=%7"] }),
    dial: () => Promise.resolve(fake.listening ? connect(fake, server) : null),
  };
  return fake;
}

function connect(fake: FakeLocal, server: FakeServer): LocalSocket {
  const reader = new MessageReader();
  let answers: Uint8Array[] = [];
  let timedOut = false;
  return {
    get timedOut() {
      return timedOut;
    },
    write(bytes) {
      for (const message of reader.add(bytes)) {
        fake.messages.push(message);
        if (message.kind !== KIND.command) continue;
        const argv = new TextDecoder().decode(message.body.subarray(4)).split("\0").slice(0, -1);
        fake.heard.push(argv);
        const said = server(argv);
        if (said === "silence") timedOut = true;
        else answers = [...said];
      }
      return Promise.resolve();
    },
    read: () => Promise.resolve(timedOut ? null : answers.shift() ?? null),
    close() {},
  };
}

/** What a server sends that prints a text to standard output or error and ends the call. */
export function answerBytes(
  { stdout = "", stderr = "", code = 0 }: {
    readonly stdout?: string;
    readonly stderr?: string;
    readonly code?: number;
  },
): readonly Uint8Array[] {
  const print = (stream: number, text: string) =>
    text === "" ? [] : [
      serverMessage(KIND.writeOpen, ints(stream, stream, 0)),
      serverMessage(
        KIND.write,
        new Uint8Array([...ints(stream), ...new TextEncoder().encode(text)]),
      ),
    ];
  return [...print(1, stdout), ...print(2, stderr), serverMessage(KIND.exit, ints(code))];
}

/** One message as a server sends it. */
export function serverMessage(kind: number, body: Uint8Array): Uint8Array {
  return new Uint8Array([...ints(kind, 16 + body.length, 8, 1), ...body]);
}

/** Numbers as they stand in a message. */
export function ints(...values: readonly number[]): Uint8Array {
  return new Uint8Array(new Int32Array(values).buffer);
}
