/**
 * What a kind of simulated agent is made of. Every field is something that a real agent CLI was
 * seen to do; a kind is a row of data and the engine knows no kind by name.
 *
 * @module
 */

import type { Clearing } from "./editor.ts";
import type { Mangling } from "./mangle.ts";

/** The first word of a refusal, as `fab pane deliver` prints it. */
export type Word =
  | "not ready"
  | "draft"
  | "busy"
  | "shell"
  | "not echoed"
  | "not submitted"
  | "unverified"
  /** No word: the pane was gone, or dead, when it was asked. */
  | "gone"
  /** No word: the text itself is refused, exit 2. */
  | "usage";

/** The three answers of `fab pane ready`. */
export type ReadyWord = "ready" | "booting" | "parked";

/** Something about a payload that decides what can become of it. */
export type Trait =
  /** Every payload has it. */
  | "any"
  /** Holds a line feed. */
  | "lines"
  /** Holds a tab. */
  | "tab"
  /** Longer than a line in canonical mode holds. */
  | "long"
  /** Ends in a word that opens a completion popup: `/word`, `@word`, `name.ext`. */
  | "popup"
  /** Ends in a backslash. */
  | "backslash"
  /** Begins with `!`, `/`. */
  | "bang"
  | "slash"
  /** Nothing but white space and box-drawing characters: nothing that an echo check can count. */
  | "uncountable";

/** What is possible with a kind, for the tests. What is not said here must be delivered exactly. */
export interface Possible {
  /** What `ready` may say once the program has settled; any of these is right. */
  readonly ready: readonly ReadyWord[];
  /** Payloads with this trait can't be delivered: one of these words is the right answer. */
  readonly refuses: Readonly<Partial<Record<Trait, readonly Word[]>>>;
  /** Payloads with this trait may be delivered exactly, or refused with one of these words. */
  readonly mayRefuse: Readonly<Partial<Record<Trait, readonly Word[]>>>;
  /**
   * The program is still starting when it is first asked, so that a first refusal with one of these
   * words is right, and a repeat must succeed in the end.
   */
  readonly startsCold: readonly Word[];
}

/** A screen before the main input. */
export interface Gate {
  readonly rows: readonly string[];
  /** `enter`: one Enter goes on to the main input. `stay`: nothing does. `letters`: any letter chooses. */
  readonly answers: "enter" | "stay" | "letters";
}

/** Everything about one kind. */
export interface Behaviour {
  readonly about: string;

  /** How the input is drawn: bare line, box with side rules, rules above and below, ASCII box. */
  readonly look: "line" | "box" | "rules" | "ascii";
  /** Full screen on the alternate screen, with old shell output on the normal one. */
  readonly alternate: boolean;
  /** The input is in the middle of the screen until the first message. */
  readonly centred: boolean;
  /** A column of other text beside the input where the terminal has 120 columns or more. */
  readonly sidebar: boolean;
  readonly prompt: string;
  /** What stands in front of each further line of the input; blanks unless given. */
  readonly continuation: string | null;
  /** A row under the input. */
  readonly hint: string | null;
  /** A row above the input, such as a field's name. */
  readonly label: string | null;
  /** Dim text shown while the input is empty. */
  readonly emptyText: string | null;
  /** The same from the first message on, where it is another. */
  readonly laterText: string | null;
  /** Dim text that follows whatever is in the input, as a suggestion. */
  readonly ghost: string | null;
  /** Rows of the input that are shown at most; the end is what is seen. */
  readonly maxRows: number | null;
  /** Long lines break between words. */
  readonly wordWrap: boolean;
  /** Where the terminal's cursor is: in the text, or hidden at the bottom of the screen. */
  readonly cursor: "text" | "parked";

  /** `prompt`: paints its input at once and reads nothing until the time is over. */
  readonly boot: {
    readonly shows: "progress" | "nothing" | "prompt";
    readonly ms: number;
    readonly tty: "cooked" | "raw";
  } | null;
  readonly gate: Gate | null;
  /** `canonical` reads whole lines of a cooked terminal; `secret` one line without echo. */
  readonly reader: "keys" | "canonical" | "secret";

  /** Bracketed paste: switched on and shown, on and folded into a placeholder, or not switched on. */
  readonly paste: "shown" | "folded" | "off";
  /** A tab in the text is shown as the key that makes it. */
  readonly caretTabs: boolean;
  /** Each read is one key: several keys that come at once are text, and so is `C-u`. */
  readonly wholeReads: boolean;
  /** What an LF byte outside a paste (`C-j`) does. */
  readonly lineFeed: "newline" | "submits";
  /** `lags`: it lists all commands, the wrong one chosen, until 300 ms after the last key. */
  readonly popup: "none" | "closes" | "completes" | "lags";
  /** An Enter this soon after the last text, in milliseconds, is a newline. */
  readonly burstMs: number;
  /** An Enter that is read together with text is swallowed. */
  readonly swallowsReadWithText: boolean;
  /** How many Enters are swallowed, counted from the start. */
  readonly swallowsEnters: number;
  /** A backslash before Enter makes a newline. */
  readonly backslashNewline: boolean;
  readonly clearing: Clearing;
  /** Begins in insert mode; Escape leads to a mode in which letters are commands. */
  readonly vi: boolean;
  /** A `!` typed into the empty input switches to running shell commands; a pasted one as well. */
  readonly bangShell: boolean;
  readonly bangPasteShell: boolean;
  /** A submitted text that begins with `/` comes back into the input, the cursor at its start. */
  readonly returnsCommands: boolean;
  /** What becomes of a message before it is taken. */
  readonly alters: readonly ("tab-to-spaces" | "trim-end" | "nfc")[];

  /** What it makes of a paste before it takes it, and shows; null: nothing. */
  readonly mangles: Mangling | null;

  /** A clock on the screen that is repainted all the time, every so many milliseconds; 0: none. */
  readonly clockMs: number;
  /** Backspaces that come at once are shown a few at a time, in frames so many milliseconds apart. */
  readonly backspaceFrameMs: number;
  /** A change is shown so much later, whatever `--repaint-ms` says. */
  readonly lagMs: number;
  /** A turn is in progress from the start, for so long. */
  readonly startBusyMs: number;
  /** How long a turn takes. */
  readonly busyMs: number;
  /** During a turn a line of new words comes above the input every so many milliseconds; 0: none. */
  readonly streamMs: number;
  /** A message submitted during a turn waits in a row of its own above the input. */
  readonly queues: boolean;
  /** How long a submitted message stays in the input, where each further Enter sends it again. */
  readonly lingerMs: number;
  /** The message is not shown anywhere after it was submitted. */
  readonly hidesMessage: boolean;
  /** There is no input on the screen during a turn. */
  readonly hidesInput: boolean;
  /** Lines of output that follow at once on a message. */
  readonly outputLines: number;
  /** `/help` covers the input with a screen of its own. */
  readonly helpScreen: boolean;
  /** Rows of a question that Enter opens over the input; the text is not submitted. */
  readonly asks: readonly string[] | null;
  /** The same, but the text is submitted, and only so many milliseconds later, with keys unread. */
  readonly asksAfterMs: number;
  /** A message that was submitted fails, and comes back into the input. */
  readonly restores: boolean;

  /** Ends by itself: so long after the start, or the moment a message is submitted. */
  readonly exitAfterMs: number | null;
  readonly exitOnSubmit: boolean;
  /** Ends so long after its first paste, reading nothing meanwhile, and is started again. */
  readonly crashAfterPasteMs: number | null;
  /** A shell takes the pane when the program has ended, as a wrapped launch does. */
  readonly shellAfter: boolean;

  readonly possible: Possible;
}

const MULTILINE_WITHOUT_PASTE: readonly Word[] = ["not ready", "not echoed", "unverified"];

/** An agent with no peculiarity at all: what a kind does not say is as here. */
export const ORDINARY: Behaviour = {
  about: "",
  look: "box",
  alternate: false,
  centred: false,
  sidebar: false,
  prompt: "> ",
  continuation: null,
  hint: "? for shortcuts",
  label: null,
  emptyText: null,
  laterText: null,
  ghost: null,
  maxRows: null,
  wordWrap: false,
  cursor: "text",
  boot: null,
  gate: null,
  reader: "keys",
  paste: "shown",
  caretTabs: false,
  wholeReads: false,
  lineFeed: "newline",
  popup: "none",
  burstMs: 0,
  swallowsReadWithText: false,
  swallowsEnters: 0,
  backslashNewline: false,
  clearing: "line",
  vi: false,
  bangShell: false,
  bangPasteShell: false,
  returnsCommands: false,
  alters: [],
  mangles: null,
  clockMs: 0,
  backspaceFrameMs: 0,
  lagMs: 0,
  startBusyMs: 0,
  busyMs: 250,
  streamMs: 0,
  queues: false,
  lingerMs: 0,
  hidesMessage: false,
  hidesInput: false,
  outputLines: 0,
  helpScreen: false,
  asks: null,
  asksAfterMs: 0,
  restores: false,
  exitAfterMs: null,
  exitOnSubmit: false,
  crashAfterPasteMs: null,
  shellAfter: false,
  possible: {
    ready: ["ready"],
    refuses: {},
    mayRefuse: { uncountable: ["not echoed", "usage"], backslash: ["unverified", "not submitted"] },
    startsCold: [],
  },
};

/** What a kind says: what it does, and where that differs from {@linkcode ORDINARY}. */
export type Peculiarity =
  & { readonly about: string }
  & Partial<Omit<Behaviour, "about" | "possible">>
  & { readonly possible?: Partial<Possible> };

/** A whole behaviour from its peculiarities. */
export function behaviour(own: Peculiarity): Behaviour {
  const pasteless = own.paste === "off"
    ? { lines: MULTILINE_WITHOUT_PASTE, tab: MULTILINE_WITHOUT_PASTE }
    : {};
  return {
    ...ORDINARY,
    ...own,
    possible: {
      ...ORDINARY.possible,
      ...own.possible,
      refuses: { ...pasteless, ...own.possible?.refuses },
      mayRefuse: { ...ORDINARY.possible.mayRefuse, ...own.possible?.mayRefuse },
    },
  };
}
