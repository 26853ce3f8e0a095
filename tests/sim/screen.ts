/**
 * Paints a simulated agent on its terminal, as full-screen and inline programs do it: one write for
 * each repaint.
 *
 * @module
 */

import type { Frame } from "./draw.ts";

/** What the screen paints. */
export interface Painted {
  live(maxRows: number): Frame;
  centred(): boolean;
  takeTranscript(): readonly string[];
}

/** The painter of one terminal. */
export interface Screen {
  /** Something changed: it is shown `delayMs` later, together with what changes until then. */
  changed(): void;
  /** Paints at once. */
  paint(): void;
  /** Lets go of the terminal: no more painting, cursor and normal screen back. */
  close(): void;
}

/** Writes all of a text; a terminal may take it in parts. */
export function writeAll(text: string): void {
  const bytes = new TextEncoder().encode(text);
  let sent = 0;
  while (sent < bytes.length) sent += Deno.stdout.writeSync(bytes.subarray(sent));
}

/** Makes the painter. */
export function createScreen(options: {
  readonly painted: Painted;
  readonly alternate: boolean;
  readonly parkedCursor: boolean;
  readonly bracketedPaste: boolean;
  readonly delayMs: number;
  size(): { readonly columns: number; readonly rows: number };
}): Screen {
  const { painted } = options;
  let timer: ReturnType<typeof setTimeout> | null = null;
  let closed = false;
  let opened = false;
  let cursorRow = 0;
  let rowsBelow = 0;
  let above: readonly string[] = [];

  function open(): string {
    if (opened) return "";
    opened = true;
    return (options.alternate ? "\x1b[?1049h\x1b[2J" : "") +
      (options.bracketedPaste ? "\x1b[?2004h" : "");
  }

  function place(row: number, column: number, fromRow: number): string {
    const up = fromRow - row;
    return (up > 0 ? `\x1b[${up}A` : "") + `\r${column > 0 ? `\x1b[${column}C` : ""}`;
  }

  /** Inline: the transcript scrolls away above, the live rows are rewritten where they stand. */
  function inline(): string {
    const { rows } = options.size();
    const frame = painted.live(rows - 1);
    const start = (cursorRow > 0 ? `\x1b[${cursorRow}A` : "") + "\r\x1b[J";
    const lines = [...painted.takeTranscript(), ...frame.rows];
    const last = frame.rows.length - 1;
    if (options.parkedCursor) {
      cursorRow = last + 1;
      rowsBelow = 0;
      return `\x1b[?25l${start}${lines.join("\r\n")}\r\n`;
    }
    cursorRow = frame.cursor.row;
    rowsBelow = last - cursorRow;
    return `${start}${lines.join("\r\n")}${place(frame.cursor.row, frame.cursor.column, last)}`;
  }

  /** Full screen: every row is rewritten, the live rows at the bottom. */
  function full(): string {
    const { rows } = options.size();
    const frame = painted.live(rows);
    above = [...above, ...painted.takeTranscript()].slice(-rows);
    const room = Math.max(0, rows - frame.rows.length);
    const shown = above.slice(-room || above.length, room === 0 ? 0 : undefined);
    const blank = Array<string>(Math.max(0, room - shown.length)).fill("");
    const under = painted.centred() ? blank.splice(Math.ceil(blank.length / 2)) : [];
    const lines = [...shown, ...blank, ...frame.rows, ...under];
    const body = lines.map((line) => `${line}\x1b[K`).join("\r\n");
    if (options.parkedCursor) return `\x1b[?25l\x1b[H${body}\x1b[${rows};1H`;
    const row = shown.length + blank.length + frame.cursor.row + 1;
    return `\x1b[H${body}\x1b[${row};${frame.cursor.column + 1}H`;
  }

  function paint(): void {
    if (timer !== null) clearTimeout(timer);
    timer = null;
    if (!closed) writeAll(open() + (options.alternate ? full() : inline()));
  }

  return {
    paint,
    changed() {
      if (closed || timer !== null) return;
      if (options.delayMs === 0) paint();
      else timer = setTimeout(paint, options.delayMs);
    },
    close() {
      if (timer !== null) clearTimeout(timer);
      timer = null;
      closed = true;
      if (!opened) return;
      writeAll(
        (options.bracketedPaste ? "\x1b[?2004l" : "") +
          (options.alternate ? "\x1b[?1049l" : "\r\n".repeat(rowsBelow + 1)) + "\x1b[?25h",
      );
    },
  };
}
