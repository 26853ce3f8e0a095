/**
 * What a simulated agent writes down, and how a test reads it: one JSON object a line.
 *
 * Two files: `<log>` holds what happened (submitted messages as exact bytes, and events), and
 * `<log>.raw` every read from the terminal.
 *
 * @module
 */

/** Things that happen besides a message; the detail says with what. */
export type EventName =
  /** The process runs. */
  | "start"
  /** A screen before the main input is shown. */
  | "gate"
  /** The main input is on the screen and is read. */
  | "ready"
  /** A turn began, or ended. */
  | "busy"
  | "idle"
  /** An Enter that did nothing, was taken for a newline, or was taken by a popup. */
  | "enter-swallowed"
  | "enter-newline"
  | "enter-popup"
  /** Keys that a delivery has no business to press. */
  | "escape"
  | "interrupted"
  | "ctrl-c"
  | "end-of-input"
  | "tab-key"
  | "vi-command"
  | "scrolled"
  /** A dialog was answered. */
  | "menu-choice"
  | "trust-accepted"
  | "login-started"
  | "password-submitted"
  /** Shell mode was entered by a typed `!`, and a line was run in it. */
  | "shell-mode"
  | "shell-command"
  /** Shell mode was entered by a paste that begins with `!`. */
  | "pasted-shell-mode"
  /** A submitted command came back into the input. */
  | "returned"
  /** The program ends by itself. */
  | "exit";

/** A line of the log. `at` is in milliseconds since the program started. */
export type LogEntry =
  | { readonly type: "message"; readonly at: number; readonly bytes: string }
  | {
    readonly type: "event";
    readonly at: number;
    readonly name: EventName;
    readonly detail: string;
  };

/** A line of the raw log: the bytes of one read, in base64. */
export interface RawEntry {
  readonly at: number;
  readonly bytes: string;
}

/** Writes both files; each line is on the disk when the call returns. */
export interface SimLog {
  message(text: string): void;
  messageBytes(bytes: Uint8Array): void;
  event(name: EventName, detail?: string): void;
  raw(bytes: Uint8Array): void;
}

function toBase64(bytes: Uint8Array): string {
  let binary = "";
  for (const byte of bytes) binary += String.fromCharCode(byte);
  return btoa(binary);
}

/** The bytes of a base64 field. */
export function fromBase64(text: string): Uint8Array {
  return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
}

/** Opens the log; without a path nothing is written. */
export function openLog(path: string | null): SimLog {
  const started = performance.now();
  const open = (name: string) => Deno.openSync(name, { create: true, append: true, write: true });
  const file = path === null ? null : open(path);
  const rawFile = path === null ? null : open(`${path}.raw`);
  const encoder = new TextEncoder();

  function write(to: Deno.FsFile | null, entry: LogEntry | RawEntry): void {
    if (to === null) return;
    const line = encoder.encode(`${JSON.stringify(entry)}\n`);
    let sent = 0;
    while (sent < line.length) sent += to.writeSync(line.subarray(sent));
  }

  const at = () => Math.round(performance.now() - started);
  const messageBytes = (bytes: Uint8Array) =>
    write(file, { type: "message", at: at(), bytes: toBase64(bytes) });
  return {
    messageBytes,
    message: (text) => messageBytes(encoder.encode(text)),
    event: (name, detail = "") => write(file, { type: "event", at: at(), name, detail }),
    raw: (bytes) => write(rawFile, { at: at(), bytes: toBase64(bytes) }),
  };
}

/** A log as a test sees it. */
export interface LogView {
  /** Submitted messages, decoded, in order. */
  readonly messages: readonly string[];
  readonly events: readonly { readonly name: EventName; readonly detail: string }[];
  has(name: EventName): boolean;
}

/** Reads a log; a file that is not there yet is an empty one, a line half written is left out. */
export async function readLog(path: string): Promise<LogView> {
  const entries = (await lines(path)).map((line) => JSON.parse(line) as LogEntry);
  const decoder = new TextDecoder("utf-8", { ignoreBOM: true });
  const events = entries.filter((entry) => entry.type === "event");
  return {
    messages: entries.filter((entry) => entry.type === "message")
      .map((entry) => decoder.decode(fromBase64(entry.bytes))),
    events,
    has: (name) => events.some((event) => event.name === name),
  };
}

/** Every byte that the program read, as one text. */
export async function readRaw(path: string): Promise<string> {
  const decoder = new TextDecoder("utf-8", { ignoreBOM: true });
  let text = "";
  for (const line of await lines(`${path}.raw`)) {
    text += decoder.decode(fromBase64((JSON.parse(line) as RawEntry).bytes), { stream: true });
  }
  return text + decoder.decode();
}

async function lines(path: string): Promise<readonly string[]> {
  let text: string;
  try {
    text = await Deno.readTextFile(path);
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return [];
    throw error;
  }
  return text.slice(0, text.lastIndexOf("\n") + 1).split("\n").filter((line) => line !== "");
}
