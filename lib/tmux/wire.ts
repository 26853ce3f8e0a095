/**
 * The messages between tmux and its clients, to the byte: a header of four numbers in the machine's
 * order (kind; length with the header; version; process), then what the kind wants.
 *
 * They are the same in 3.3a and in 3.5a, and that a client of one release reaches a server of another
 * lives on that. A server ends itself over a message of a wrong length, so a release is spoken to only
 * when it is in {@linkcode speaks}.
 *
 * @module
 */

/** The kinds that a short call needs. */
export const KIND = {
  version: 12,
  flags: 100,
  term: 101,
  terminal: 102,
  environment: 105,
  identified: 106,
  process: 107,
  directory: 108,
  longFlags: 111,
  command: 200,
  exit: 203,
  exiting: 205,
  shutdown: 210,
  readOpen: 300,
  read: 301,
  readDone: 302,
  writeOpen: 303,
  write: 304,
  writeReady: 305,
} as const;

/** A message that came. */
export interface Message {
  readonly kind: number;
  readonly body: Uint8Array;
}

/** Who asks: what a server wants to know of a client that has no terminal. */
export interface Caller {
  readonly pid: number;
  readonly directory: string;
  /** `NAME=value`, what tmux looks at to find the pane that a call comes from. */
  readonly environment: readonly string[];
}

const VERSION = 8;
const HEADER = 16;
const MOST = 16384;
/** What `-u` sets. */
const UTF8 = 0x10000;
const DATA = MOST - HEADER - 4;

/** Whether a server of this release (`#{version}`) reads the messages as they are written here. */
export function speaks(version: string): boolean {
  return /^3\.(3|3a|4|5|5a)$/.test(version);
}

/**
 * The messages that introduce a client and hand over its command.
 *
 * @param argv the command's words, escaped as on tmux's command line
 * @returns null when they can't be put into one message: too long, or a NUL
 */
export function callMessages(caller: Caller, argv: readonly string[]): Uint8Array | null {
  const message = (kind: number, body: Uint8Array) => frame(caller.pid, kind, body);
  const command = concat([numbers(argv.length), ...argv.map(text)]);
  if (command.length > MOST - HEADER || argv.some((word) => word.includes("\0"))) return null;
  const texts = [caller.directory, ...caller.environment];
  if (texts.some((each) => each.includes("\0") || text(each).length > MOST - HEADER)) return null;
  return concat([
    message(KIND.longFlags, numbers(UTF8, 0)),
    message(KIND.flags, numbers(UTF8)),
    message(KIND.term, text("")),
    message(KIND.terminal, text("")),
    message(KIND.directory, text(caller.directory)),
    message(KIND.process, numbers(caller.pid)),
    ...caller.environment.map((each) => message(KIND.environment, text(each))),
    message(KIND.identified, numbers()),
    message(KIND.command, command),
  ]);
}

/** The answer to a request to write to a stream: go on. */
export function readyToWrite(pid: number, stream: number): Uint8Array {
  return frame(pid, KIND.writeReady, numbers(stream, 0));
}

/** The answer to a request for standard input: all of it, in pieces, and its end. */
export function inputMessages(
  pid: number,
  { stream, input }: { readonly stream: number; readonly input: Uint8Array },
): Uint8Array {
  const pieces: Uint8Array[] = [];
  for (let at = 0; at < input.length; at += DATA) {
    const piece = input.subarray(at, at + DATA);
    pieces.push(frame(pid, KIND.read, concat([numbers(stream), piece])));
  }
  return concat([...pieces, frame(pid, KIND.readDone, numbers(stream, 0))]);
}

/** That the client goes. */
export function farewell(pid: number): Uint8Array {
  return frame(pid, KIND.exiting, numbers());
}

/** The number at an offset of a message's body; null when it is too short. */
export function numberAt({ body }: Message, offset: number): number | null {
  if (body.length < offset + 4) return null;
  return new DataView(body.buffer, body.byteOffset).getInt32(offset, true);
}

/** Puts messages together again out of the pieces in which they come. */
export class MessageReader {
  #pending = new Uint8Array();

  /**
   * Adds a piece. @returns the messages that are whole now
   *
   * @throws {RangeError} for a length that no message has.
   */
  add(piece: Uint8Array): readonly Message[] {
    this.#pending = concat([this.#pending, piece]);
    const messages: Message[] = [];
    for (;;) {
      const { buffer, byteOffset, length: held } = this.#pending;
      if (held < HEADER) return messages;
      const view = new DataView(buffer, byteOffset);
      // The bits above say that a descriptor comes along, in releases that differ in which.
      const length = view.getUint32(4, true) & 0xffff;
      if (length < HEADER || length > MOST) throw new RangeError(`a message of ${length} bytes`);
      if (held < length) return messages;
      const body = this.#pending.slice(HEADER, length);
      messages.push({ kind: view.getUint32(0, true), body });
      this.#pending = this.#pending.slice(length);
    }
  }
}

function frame(pid: number, kind: number, body: Uint8Array): Uint8Array {
  return concat([numbers(kind, HEADER + body.length, VERSION, pid), body]);
}

/** Numbers of 32 bits, as all machines that tmux is packaged for order them today. */
function numbers(...values: readonly number[]): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(4 * values.length);
  const view = new DataView(bytes.buffer);
  values.forEach((value, index) => view.setInt32(4 * index, value, true));
  return bytes;
}

function text(value: string): Uint8Array {
  return new TextEncoder().encode(`${value}\0`);
}

function concat(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const all = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}
