/**
 * One call of tmux over its server's socket, as the program `tmux` makes it, without starting that.
 *
 * @module
 */

import type { LocalSocket, RunResult } from "../ports.ts";
import {
  farewell,
  inputMessages,
  KIND,
  type Message,
  MessageReader,
  numberAt,
  readyToWrite,
} from "./wire.ts";

/** How a call ended: with an answer; the server speaks otherwise and did nothing; or it is unknown. */
export type Outcome = RunResult | "not understood" | "cut";

/** Exit code of a program that was killed at its time limit, as it is counted everywhere here. */
const KILLED = 137;

/**
 * Makes a call. Does not close the socket.
 *
 * @param call.messages of `callMessages`
 * @param call.input what the command may read as its standard input
 */
export async function converse(
  socket: LocalSocket,
  call: { readonly pid: number; readonly messages: Uint8Array; readonly input: Uint8Array },
): Promise<Outcome> {
  const printed = { out: new Printed(), errors: new Printed() };
  const streams = new Map<number, Printed>();
  const end = (code: number): RunResult => ({
    code,
    signal: null,
    stdout: printed.out.text(),
    stderr: printed.errors.text(),
    timedOut: socket.timedOut,
  });

  /** Answers a message. @returns how the call ended, or null while it goes on */
  async function answer(message: Message): Promise<Outcome | null> {
    const stream = numberAt(message, 0) ?? -1;
    switch (message.kind) {
      case KIND.writeOpen:
        streams.set(stream, numberAt(message, 4) === 2 ? printed.errors : printed.out);
        await socket.write(readyToWrite(call.pid, stream));
        return null;
      case KIND.write:
        streams.get(stream)?.add(message.body.subarray(4));
        return null;
      case KIND.readOpen:
        await socket.write(inputMessages(call.pid, { stream, input: call.input }));
        return null;
      case KIND.exit:
        await socket.write(farewell(call.pid));
        return end(numberAt(message, 0) ?? 0);
      case KIND.version:
        return "not understood";
      case KIND.shutdown:
        return "cut";
      default:
        return null;
    }
  }

  await socket.write(call.messages);
  const reader = new MessageReader();
  for (;;) {
    const piece = await socket.read();
    if (piece === null) return socket.timedOut ? end(KILLED) : "cut";
    let messages: readonly Message[];
    try {
      messages = reader.add(piece);
    } catch (error) {
      if (error instanceof RangeError) return "cut";
      throw error;
    }
    for (const message of messages) {
      const outcome = await answer(message);
      if (outcome !== null) return outcome;
    }
  }
}

/** What came of a stream; characters may lie across its pieces. */
class Printed {
  readonly #decoder = new TextDecoder("utf-8", { ignoreBOM: true });
  #text = "";

  add(bytes: Uint8Array): void {
    this.#text += this.#decoder.decode(bytes, { stream: true });
  }

  text(): string {
    return this.#text + this.#decoder.decode();
  }
}
