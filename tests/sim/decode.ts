/**
 * Turns what a terminal sends into keys: text, named keys and whole pastes.
 *
 * @module
 */

/** One key or paste. */
export type Key =
  /** Printable text in one run, as it came; no control characters. */
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "paste"; readonly text: string }
  /** CR, or an LF (`C-j`) where no paste is open. `withText`: it came in the same read as text. */
  | { readonly kind: "enter"; readonly withText: boolean; readonly lineFeed: boolean }
  | { readonly kind: "control"; readonly letter: string }
  | { readonly kind: "backspace" | "tab" | "escape" | "left" | "right" | "up" | "down" }
  | { readonly kind: "home" | "end" | "delete" };

/** Decodes reads in order. */
export interface Decoder {
  /** The keys that are complete after these bytes. */
  push(bytes: Uint8Array): readonly Key[];
  /** True while an ESC waits to be told apart from the beginning of a sequence. */
  pending(): boolean;
  /** Gives up the wait: a lone ESC is the Escape key. */
  flush(): readonly Key[];
}

const PASTE_START = "\x1b[200~";
const PASTE_END = "\x1b[201~";

const SEQUENCES: Readonly<Record<string, Key["kind"]>> = {
  "\x1b[D": "left",
  "\x1b[C": "right",
  "\x1b[A": "up",
  "\x1b[B": "down",
  "\x1b[H": "home",
  "\x1b[F": "end",
  "\x1b[1~": "home",
  "\x1b[4~": "end",
  "\x1b[3~": "delete",
  "\x1bOD": "left",
  "\x1bOC": "right",
  "\x1bOA": "up",
  "\x1bOB": "down",
};

/** Line ends of a paste as the field reads them: CR and CRLF are line feeds. */
function normalise(text: string): string {
  return text.replaceAll(/\r\n?/g, "\n");
}

/** Makes a decoder for one terminal. */
export function createDecoder(): Decoder {
  const utf8 = new TextDecoder("utf-8", { ignoreBOM: true });
  let buffer = "";
  let pasting = false;
  let pasted = "";

  function take(force: boolean): readonly Key[] {
    const keys: Key[] = [];
    let sawText = false;
    let run = "";
    const endRun = () => {
      if (run !== "") keys.push({ kind: "text", text: run });
      run = "";
    };
    while (buffer !== "") {
      if (pasting) {
        const end = buffer.indexOf(PASTE_END);
        if (end < 0) {
          // The end mark may be cut by the read; keep what could be its beginning.
          const keep = longestSuffix(buffer, PASTE_END);
          pasted += buffer.slice(0, buffer.length - keep);
          buffer = buffer.slice(buffer.length - keep);
          break;
        }
        pasted += buffer.slice(0, end);
        buffer = buffer.slice(end + PASTE_END.length);
        keys.push({ kind: "paste", text: normalise(pasted) });
        pasting = false;
        pasted = "";
        sawText = true;
        continue;
      }
      const character = String.fromCodePoint(buffer.codePointAt(0) ?? 0);
      if (character === "\x1b") {
        endRun();
        if (buffer.startsWith(PASTE_START)) {
          buffer = buffer.slice(PASTE_START.length);
          pasting = true;
          continue;
        }
        // deno-lint-ignore no-control-regex
        const sequence = buffer.match(/^\x1b(?:\[[0-9;?]*[@-~]|O[A-Z])/)?.[0];
        if (sequence !== undefined) {
          buffer = buffer.slice(sequence.length);
          const kind = SEQUENCES[sequence];
          if (kind !== undefined) keys.push({ kind } as Key);
          continue;
        }
        // deno-lint-ignore no-control-regex
        if (!force && /^\x1b(?:\[[0-9;?]*|O)?$/.test(buffer)) break;
        buffer = buffer.slice(1);
        keys.push({ kind: "escape" });
        continue;
      }
      buffer = buffer.slice(character.length);
      const code = character.codePointAt(0) ?? 0;
      if (code >= 0x20 && code !== 0x7f) {
        run += character;
        sawText = true;
        continue;
      }
      endRun();
      if (character === "\r" || character === "\n") {
        keys.push({ kind: "enter", withText: sawText, lineFeed: character === "\n" });
      } else if (character === "\t") {
        keys.push({ kind: "tab" });
      } else if (code === 0x7f || code === 0x08) {
        keys.push({ kind: "backspace" });
      } else {
        keys.push({ kind: "control", letter: String.fromCharCode(code + 0x60) });
      }
    }
    endRun();
    return keys;
  }

  return {
    push(bytes) {
      buffer += utf8.decode(bytes, { stream: true });
      return take(false);
    },
    pending: () => !pasting && buffer !== "",
    flush: () => take(true),
  };
}

/**
 * Makes a decoder that takes each read for one key, as programs do whose framework hands reads on
 * uncut: several keys that come at once are text, and so is a control key that it does not know.
 */
export function createWholeDecoder(): Decoder {
  const utf8 = new TextDecoder("utf-8", { ignoreBOM: true });
  return {
    push(bytes) {
      const text = utf8.decode(bytes, { stream: true });
      const kind = SEQUENCES[text];
      if (text === "") return [];
      if (kind !== undefined) return [{ kind } as Key];
      if (text === "\r") return [{ kind: "enter", withText: false, lineFeed: false }];
      if (text === "\x7f" || text === "\b") return [{ kind: "backspace" }];
      if (text === "\t") return [{ kind: "tab" }];
      if (text === "\x1b") return [{ kind: "escape" }];
      if (text === "\x03") return [{ kind: "control", letter: "c" }];
      const control = /^[\x01-\x1a]$/.test(text);
      return [{
        kind: "text",
        text: control ? String.fromCharCode(text.charCodeAt(0) + 96) : text,
      }];
    },
    pending: () => false,
    flush: () => [],
  };
}

/** How many characters at the end of `text` could begin `mark`. */
function longestSuffix(text: string, mark: string): number {
  for (let length = Math.min(mark.length - 1, text.length); length > 0; length--) {
    if (mark.startsWith(text.slice(text.length - length))) return length;
  }
  return 0;
}
