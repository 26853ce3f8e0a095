/**
 * The table of simulated agents: what each does, and what is possible with it.
 *
 * @module
 */

import { type Behaviour, behaviour, type Peculiarity, type Word } from "./behaviour.ts";

const NEVER_READY: readonly Word[] = ["not ready"];
const COLD: readonly Word[] = ["not ready", "not echoed"];

const TABLE = {
  // How the input is drawn.
  plain: {
    about: "a plain line editor: prompt, echo as typed, own cursor",
    look: "line",
    lineFeed: "submits",
    hint: null,
  },
  framed: {
    about: "a framed box with side rules, hints below, bracketed paste shown as text",
  },
  wrapping: {
    about: "a box that wraps between words and grows",
    look: "rules",
    wordWrap: true,
  },
  fullscreen: {
    about: "full screen on the alternate screen, with old shell output above",
    alternate: true,
  },
  sidebar: {
    about: "a side bar whose text shares rows with the input where there is room",
    alternate: true,
    sidebar: true,
    prompt: "┃ ",
    look: "line",
  },
  scrollbox: {
    about: "an input box of three rows: only the end of a long text is seen",
    maxRows: 3,
  },
  parked_cursor: {
    about: "the cursor is hidden and parked at the bottom of the screen",
    look: "rules",
    cursor: "parked",
  },
  glyph_word: {
    about: "a prompt without a known glyph",
    look: "line",
    prompt: "sim: ",
    hint: null,
  },
  glyph_heavy: {
    about: "a heavy angle as prompt",
    look: "rules",
    prompt: "❯ ",
  },
  glyph_angle: { about: "a light angle as prompt", look: "line", prompt: "› " },
  glyph_bar: { about: "a heavy bar as prompt", look: "line", prompt: "┃ " },
  hinted: {
    about: "dim text in an empty input",
    look: "rules",
    emptyText: 'Try "fix the bug in main.ts"',
  },

  ghost: {
    about: "dim text follows what is typed, as a suggestion",
    look: "rules",
    ghost: " and run the tests",
  },
  home: {
    about: "the input is in the middle of the screen until the first message",
    alternate: true,
    centred: true,
  },
  ascii_box: {
    about: "a box of ASCII characters, which could be text",
    look: "ascii",
    possible: {
      ready: ["ready", "parked"],
      mayRefuse: { any: ["not echoed", "not ready"] },
    },
  },

  // How it starts.
  slow_boot: {
    about: "two seconds of painting on a cooked terminal",
    boot: { shows: "progress", ms: 2000, tty: "cooked" },
    possible: { startsCold: COLD },
  },
  blank_boot: {
    about: "a blank screen for two seconds",
    boot: { shows: "nothing", ms: 2000, tty: "raw" },
    possible: { startsCold: COLD },
  },
  cooked_prompt: {
    about: "paints its prompt while the terminal is still cooked, for 850 ms",
    boot: { shows: "prompt", ms: 850, tty: "cooked" },
    possible: { startsCold: COLD },
  },
  deaf_boot: {
    about:
      "paints its prompt, reads nothing for 1.5 s, then swallows an Enter that comes with text",
    boot: { shows: "prompt", ms: 1500, tty: "raw" },
    swallowsReadWithText: true,
    possible: { startsCold: COLD },
  },

  deaf_long: {
    about: "paints its prompt, reads nothing for five seconds, and says that it starts",
    boot: { shows: "prompt", ms: 5000, tty: "raw" },
    hint: "Waiting for startup",
    swallowsReadWithText: true,
    possible: { ready: ["ready", "parked"], startsCold: COLD },
  },

  // What is no input at all.
  trust_wall: {
    about: "a question of trust that swallows text and takes one Enter",
    gate: {
      rows: [
        "Do you trust the files in this folder?",
        "> 1. Yes, proceed",
        "  2. No, exit",
      ],
      answers: "enter",
    },
    possible: { ready: ["parked"], refuses: { any: NEVER_READY } },
  },
  login_wall: {
    about: "a login screen that nothing typed gets past",
    gate: {
      rows: [
        "Welcome! Please log in.",
        "Press Enter to open your browser",
        "Waiting for login",
      ],
      answers: "stay",
    },
    possible: { ready: ["parked"], refuses: { any: NEVER_READY } },
  },
  menu: {
    about: "a menu whose letters, in both cases, are shortcuts; pastes are ignored",
    gate: {
      rows: [
        "Allow this command?",
        "  [a]pprove  [f]orbid  [e]dit",
        "  [b]ack  [r]etry  [p]review",
      ],
      answers: "letters",
    },
    possible: { ready: ["parked"], refuses: { any: NEVER_READY } },
  },
  menu_late: {
    about: "such a menu, drawn with dashes, that comes up after 700 ms of blank screen",
    boot: { shows: "nothing", ms: 700, tty: "raw" },
    gate: {
      rows: ["---------------", "Allow this read-only command?", "- [a]pprove - [f]orbid - [e]dit"],
      answers: "letters",
    },
    possible: { ready: ["parked", "booting"], refuses: { any: NEVER_READY } },
  },
  password: {
    about: "a password prompt on a cooked terminal without echo",
    reader: "secret",
    prompt: "Password: ",
    possible: {
      ready: ["parked"],
      refuses: { any: NEVER_READY, long: ["not echoed"] },
    },
  },
  api_key: {
    about: "a key field that echoes what is typed and that C-u does not clear",
    label: "Enter your API key:",
    prompt: "",
    clearing: "nothing",
    // In a small pane a single row of it is seen, which may be no more than a full stop, or no
    // place for the whole of a trial.
    possible: { mayRefuse: { any: ["not echoed", "not ready"] } },
  },

  // How text gets in.
  folded: {
    about: "shows a placeholder for a paste of four lines or 800 characters",
    look: "rules",
    prompt: "❯ ",
    paste: "folded",
  },
  paste_off: {
    about: "bracketed paste is off, and Tab is a key of its own",
    look: "line",
    hint: null,
    paste: "off",
    lineFeed: "submits",
    clearing: "all",
  },
  caret_tabs: {
    about: "a line editor that shows a tab as its key, behind a prompt of a word and a picture",
    look: "line",
    prompt: "sim✨ ",
    caretTabs: true,
  },
  whole_reads: {
    about: "takes each read for one key: several backspaces are text, and so is C-u",
    look: "line",
    hint: null,
    paste: "off",
    wholeReads: true,
  },
  canonical: {
    about: "reads lines of a cooked terminal: the kernel echoes, and holds 4 095 bytes",
    reader: "canonical",
    paste: "off",
    possible: {
      refuses: { long: ["not echoed", "not ready", "unverified"] },
      mayRefuse: { tab: ["not ready", "not echoed", "unverified"] },
    },
  },
  tab_spaces: {
    about: "a pasted tab becomes four spaces",
    alters: ["tab-to-spaces"],
  },
  trims: { about: "white space at the end is trimmed", alters: ["trim-end"] },
  normalises: {
    about: "text is normalised to NFC as it comes",
    alters: ["nfc"],
  },
  popup_closes: {
    about: "a popup on /, @ and name.ext whose first Enter only closes it",
    popup: "closes",
    // In six rows the list leaves no room for the input.
    possible: { mayRefuse: { popup: ["not echoed"] } },
  },
  popup_completes: {
    about: "a popup on /, @ and name.ext whose first Enter changes the text",
    popup: "completes",
    possible: { refuses: { popup: ["not submitted", "unverified", "not echoed"] } },
  },
  popup_lags: {
    about: "a list of commands that lags 300 ms behind the text, where Enter runs its first",
    popup: "lags",
  },
  bang_shell: {
    about: "a typed ! switches to running shell commands, and C-u does not switch back",
    look: "rules",
    bangShell: true,
  },
  bang_paste: {
    about: "a pasted ! switches to running shell commands as well, and takes the prompt's place",
    look: "rules",
    bangShell: true,
    bangPasteShell: true,
    possible: { refuses: { bang: ["not echoed"] } },
  },

  // What Enter does.
  burst: {
    about: "an Enter within 120 ms of the last byte is a newline",
    look: "line",
    burstMs: 120,
  },
  enter_once: { about: "the first Enter is swallowed", swallowsEnters: 1 },
  enter_never: {
    about: "Enter is ignored for ever",
    swallowsEnters: Number.MAX_SAFE_INTEGER,
    possible: { refuses: { any: ["not submitted"] } },
  },
  enter_newline: {
    about: "Enter makes a newline, always; in a low box only that newline is seen",
    burstMs: Number.MAX_SAFE_INTEGER,
    possible: { refuses: { any: ["not submitted", "unverified"] } },
  },
  continues: {
    about: "Enter begins a new line, always, with a prompt of its own",
    look: "line",
    prompt: ">>> ",
    continuation: "... ",
    hint: null,
    burstMs: Number.MAX_SAFE_INTEGER,
    possible: { refuses: { any: ["not submitted", "unverified", "not echoed"] } },
  },
  backslash: {
    about: "a backslash before Enter makes a newline",
    backslashNewline: true,
    possible: {
      refuses: { backslash: ["not submitted", "unverified", "not echoed"] },
    },
  },
  backslash_bare: {
    about: "a backslash before Enter makes a newline, in an input without a prompt",
    look: "rules",
    prompt: "",
    backslashNewline: true,
    possible: {
      refuses: { backslash: ["not submitted", "unverified", "not echoed"] },
    },
  },
  returns_command: {
    about: "puts a command that it does not know back into the input, the cursor at its start",
    look: "rules",
    returnsCommands: true,
    possible: { refuses: { slash: ["not submitted"] } },
  },
  linger: {
    about: "a submitted message stays in the input for 800 ms, and each Enter sends it again",
    lingerMs: 800,
  },

  // When it paints.
  clock: { about: "repaints a clock every 50 ms", clockMs: 50 },
  late: { about: "shows every change two seconds late", lagMs: 2000 },
  frames: {
    about: "shows a burst of backspaces over several frames, 30 ms apart",
    look: "rules",
    backspaceFrameMs: 30,
  },
  scrolls: {
    about: "sixty lines of output follow on a message",
    look: "line",
    outputLines: 60,
  },
  queue: {
    about: "busy from the start; a message waits in a row above the input",
    startBusyMs: 4000,
    queues: true,
    look: "rules",
  },
  streams: {
    about: "busy from the start; a line of new words, with a dash, every 40 ms",
    startBusyMs: 4000,
    streamMs: 40,
    queues: true,
    look: "rules",
  },
  hides: {
    about: "the message is shown nowhere after it was submitted",
    hidesMessage: true,
  },
  hides_input: {
    about: "there is no input on the screen during a turn",
    hidesInput: true,
    busyMs: 1500,
  },
  asks: {
    about: "Enter opens a question over the input, whose letters and Enter are answers",
    asks: ["Switch to a smaller model first?", "  [a]lways  [f]or now  [b]ack", ""],
    possible: { refuses: { any: ["unverified"] } },
  },
  asks_marked: {
    about: "Enter opens a question over the input, whose choice is marked as its prompt is",
    look: "rules",
    prompt: "❯ ",
    asks: ["Do you want to proceed?", "❯ 1. Yes", "  2. Always", "  3. No"],
    possible: { refuses: { any: ["unverified"] } },
  },
  other_hint: {
    about: "dim text in an empty input, another one after a message, which is shown nowhere",
    look: "rules",
    emptyText: 'Try "fix the bug in main.ts"',
    laterText: "Press up to edit queued messages",
    hidesMessage: true,
  },
  asks_late: {
    about: "after 1.2 s in which it reads nothing, a message opens a question; letters answer it",
    look: "line",
    hint: null,
    asks: ["This runs a read-only tool. - [A]lways - [O]nce - [N]o ?"],
    asksAfterMs: 1200,
    possible: { mayRefuse: { any: ["unverified"] } },
  },
  restores: {
    about: "a message fails, and stands in the input again below the error",
    look: "line",
    hint: null,
    restores: true,
    possible: { refuses: { any: ["unverified"] } },
  },
  hides_both: {
    about: "shows neither an input during a turn nor the message after it",
    hidesInput: true,
    hidesMessage: true,
    busyMs: 1500,
  },
  help_screen: {
    about: "/help covers the input with a screen of its own",
    alternate: true,
    helpScreen: true,
    possible: { mayRefuse: { popup: ["unverified"] } },
  },

  // What clears.
  clear_row: {
    about: "C-u clears one visual row",
    look: "rules",
    clearing: "row",
  },
  clear_last: {
    about: "C-u never gets past the last line",
    clearing: "last-line",
  },
  clear_scrolls: {
    about: "C-u scrolls and clears nothing",
    clearing: "nothing",
  },
  vi: { about: "vi keys, in insert mode at first", look: "line", vi: true },

  // What mutilates a text: delivered where it happens to be exact, else refused.
  loses_head: {
    about: "four characters of a paste are lost at its beginning",
    mangles: "no head",
    possible: { mayRefuse: { any: ["not echoed"] } },
  },
  loses_middle: {
    about: "a character is lost in the middle of a paste, in a box of three rows",
    maxRows: 3,
    mangles: "no middle",
    possible: { mayRefuse: { any: ["not echoed"] } },
  },
  loses_end: {
    about: "the last character of a paste is lost",
    look: "rules",
    mangles: "no end",
    possible: { mayRefuse: { any: ["not echoed"] } },
  },
  loses_digit: {
    about: "a survey takes the first digit of a paste",
    look: "rules",
    mangles: "no digit",
    possible: { mayRefuse: { any: ["not echoed"] } },
  },
  loses_read: {
    about: "the first 1,022 characters of a paste are lost",
    look: "rules",
    mangles: "no first read",
    possible: { mayRefuse: { any: ["not echoed"] } },
  },
  nice_quotes: {
    about: "quotes become typographic ones",
    mangles: "nice quotes",
    possible: { mayRefuse: { any: ["not echoed"] } },
  },
  takes_twice: {
    about: "a paste comes twice",
    look: "rules",
    mangles: "twice",
    possible: { mayRefuse: { any: ["not echoed"] } },
  },
  middle_twice: {
    about: "a part of a paste comes twice, in a box of three rows",
    maxRows: 3,
    mangles: "middle twice",
    possible: { mayRefuse: { any: ["not echoed"] } },
  },
  capital: {
    about: "the first letter of a paste becomes a capital",
    look: "rules",
    prompt: "",
    mangles: "other case",
    possible: { mayRefuse: { any: ["not echoed"] } },
  },
  swaps_lines: {
    about: "lines of a paste come in another order",
    mangles: "swapped lines",
    possible: { mayRefuse: { any: ["not echoed"] } },
  },
  loses_blank: {
    about: "a blank of a paste is lost",
    look: "rules",
    mangles: "one blank less",
    possible: { mayRefuse: { any: ["not echoed"] } },
  },

  // How it ends.
  dies_early: {
    about: "ends 100 ms after it started",
    exitAfterMs: 100,
    possible: { refuses: { any: ["gone", "not ready", "not echoed"] } },
  },
  dies_on_submit: {
    about: "ends the moment a message is submitted",
    exitOnSubmit: true,
    possible: { mayRefuse: { any: ["unverified", "gone"] } },
  },
  crashes: {
    about: "ends 200 ms after a paste without reading Enter, and is started again",
    look: "line",
    hint: null,
    crashAfterPasteMs: 200,
    possible: { mayRefuse: { any: ["unverified"] } },
  },
  became_shell: {
    about: "ends after 100 ms and leaves the pane to a shell",
    exitAfterMs: 100,
    shellAfter: true,
    possible: { refuses: { any: ["shell"] } },
  },
} satisfies Record<string, Peculiarity>;

/** The name of a kind. */
export type Kind = keyof typeof TABLE;

/** Every kind, in the table's order. */
export const KINDS = Object.keys(TABLE) as readonly Kind[];

/** The whole behaviour of a kind; null when there is none of that name. */
export function behaviourOf(kind: string): Behaviour | null {
  return Object.hasOwn(TABLE, kind) ? behaviour(TABLE[kind as Kind]) : null;
}
