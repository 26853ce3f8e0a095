/**
 * The simulated agent itself: keys in, state and transcript out. It knows no terminal; the screen
 * asks it what to show.
 *
 * @module
 */

import type { Behaviour } from "./behaviour.ts";
import type { Key } from "./decode.ts";
import { createEditor } from "./editor.ts";
import type { SimLog } from "./log.ts";
import { mangled } from "./mangle.ts";
import { completionFor } from "./popup.ts";
import { draw, type Frame, textColumns } from "./draw.ts";
import { layout } from "./text.ts";

/** What an agent needs from outside. */
export interface AgentWorld {
  readonly log: SimLog;
  /** Milliseconds, never backwards. */
  now(): number;
  /** Runs later, once. */
  after(ms: number, run: () => void): void;
  /** The state changed: what is drawn is out of date. */
  changed(): void;
  /** It runs a second time, after a crash. */
  readonly restarted: boolean;
  /** Ends the program. */
  exit(): void;
  size(): { readonly columns: number; readonly rows: number };
}

/** A running agent. */
export interface Agent {
  /** Leaves the boot behind: shows a gate, or the main input. */
  begin(): void;
  key(key: Key): void;
  /** The part of the screen that is redrawn, at most `maxRows` high. */
  live(maxRows: number): Frame;
  /** Whether the live part is in the middle of the screen now. */
  centred(): boolean;
  /** Lines for the transcript above it, since the last call; each fits the terminal. */
  takeTranscript(): readonly string[];
}

const SPINNER = "⠋⠙⠹⠸⠼⠴⠦⠧";
const SPIN_MS = 80;
/** A word of letters for a number; each number has its own. */
function wordOf(number: number): string {
  return Array.from(`${number}`, (digit) => "abcdefghij"[Number(digit)]).join("");
}

/** Characters of the longest text that is mangled. */
const MANGLED_TO = 20_000;

/** How long a list of completions that lags shows what it showed before. */
const LIST_LAG_MS = 300;

/** Makes an agent of one kind; `draft` is unsubmitted text that is in its input from the start. */
export function createAgent(
  behaviour: Behaviour,
  options: {
    readonly world: AgentWorld;
    readonly draft: string;
    readonly answer?: string;
    readonly busyMs: number;
  },
): Agent {
  const { world } = options;
  const { log } = world;
  const editor = createEditor();
  editor.set(options.draft);

  let place: "boot" | "gate" | "main" | "help" | "thinking" | "question" | "deaf" = "boot";
  const unread: Key[] = [];
  let transcript: string[] = [];
  let busyUntil = 0;
  let spins = 0;
  let streamed = 0;
  let lastTextAt = -Infinity;
  let enters = 0;
  let messages = 0;
  let normalMode = false;
  let shellMode = false;
  let lingering = false;
  let dismissed: string | null = null;
  const queued: string[] = [];

  const prompt = () => shellMode ? "! " : behaviour.prompt;
  const busy = () => world.now() < busyUntil;

  function label(character: string): string | null {
    return behaviour.caretTabs && character === "\t" ? "^I" : editor.label(character);
  }

  function say(text: string, lead = ""): void {
    const { columns } = world.size();
    const width = Math.max(1, columns - lead.length);
    for (const [index, row] of layout(text, { width, label }).entries()) {
      transcript.push((index === 0 ? lead : " ".repeat(lead.length)) + row.text);
    }
  }

  function work(ms: number): void {
    const wasBusy = busy();
    busyUntil = Math.max(busyUntil, world.now() + ms);
    if (wasBusy) return;
    log.event("busy");
    const tick = () => {
      spins++;
      if (!busy()) rest();
      else world.after(Math.min(SPIN_MS, Math.max(1, busyUntil - world.now())), tick);
      world.changed();
    };
    world.after(Math.min(SPIN_MS, ms), tick);
    if (behaviour.streamMs > 0) stream();
  }

  function stream(): void {
    if (!busy()) return;
    say(`${wordOf(streamed++)} - ${wordOf(streamed++)} of the answer`);
    world.changed();
    world.after(behaviour.streamMs, stream);
  }

  function rest(): void {
    log.event("idle");
    if (!behaviour.hidesMessage) {
      const lines =
        (options.answer === undefined || options.answer === "" ? "done" : options.answer)
          .split("\n");
      lines.forEach((line, at) => say(line, at === 0 ? "● " : "  "));
    }
    const next = queued.shift();
    if (next === undefined) return;
    say(next, "> ");
    work(options.busyMs);
  }

  function submit(): void {
    let text = editor.expanded();
    if (behaviour.alters.includes("tab-to-spaces")) text = text.replaceAll("\t", "    ");
    if (behaviour.alters.includes("trim-end")) text = text.trimEnd();
    log.message(text);
    messages++;
    if (behaviour.exitOnSubmit) return world.exit();
    if (behaviour.restores) return say("network error; your text is back in the input", "● ");
    const shown = editor.text();
    if (behaviour.lingerMs > 0) {
      if (!lingering) {
        lingering = true;
        world.after(behaviour.lingerMs, () => {
          lingering = false;
          editor.set("");
          accept(shown);
          world.changed();
        });
      }
      return;
    }
    editor.set("");
    accept(shown);
  }

  function accept(shown: string): void {
    if (behaviour.helpScreen && shown.trim() === "/help") {
      place = "help";
      return;
    }
    if (behaviour.queues && busy()) {
      queued.push(shown);
      return;
    }
    if (!behaviour.hidesMessage) say(shown, "> ");
    for (let line = 1; line <= behaviour.outputLines; line++) say(`output line ${line}`);
    work(options.busyMs);
  }

  function enter(key: Key & { readonly kind: "enter" }): void {
    if (editor.expanded().trim() === "") return;
    if (enters++ < behaviour.swallowsEnters) return log.event("enter-swallowed");
    if (behaviour.swallowsReadWithText && key.withText) return log.event("enter-swallowed");
    if (shellMode) {
      log.event("shell-command", editor.expanded());
      editor.set("");
      return;
    }
    if (key.lineFeed && behaviour.lineFeed === "newline") return editor.insert("\n");
    if (world.now() - lastTextAt < behaviour.burstMs) {
      log.event("enter-newline");
      return editor.insert("\n");
    }
    if (behaviour.backslashNewline && editor.text().endsWith("\\")) {
      log.event("enter-newline");
      editor.backspace();
      return editor.insert("\n");
    }
    if (lagging()) editor.set("/clear");
    const completion = popup();
    if (completion !== null && behaviour.popup !== "lags") {
      log.event("enter-popup");
      if (behaviour.popup === "completes") editor.set(completion.completed);
      dismissed = editor.text();
      return;
    }
    if (behaviour.returnsCommands && editor.text().startsWith("/")) {
      log.event("returned");
      say("Unrecognized command", "● ");
      return editor.move("home");
    }
    if (behaviour.asks !== null) return ask();
    submit();
  }

  function ask(): void {
    if (behaviour.asksAfterMs === 0) {
      place = "question";
      return;
    }
    place = "thinking";
    world.after(behaviour.asksAfterMs, () => {
      log.message(editor.expanded());
      say(editor.text(), "> ");
      editor.set("");
      place = "question";
      unread.splice(0).forEach(questionKey);
      world.changed();
    });
  }

  function lagging(): boolean {
    return behaviour.popup === "lags" && editor.text().startsWith("/") &&
      world.now() - lastTextAt < LIST_LAG_MS;
  }

  function popup() {
    const text = editor.text();
    return behaviour.popup === "none" || dismissed === text ? null : completionFor(text);
  }

  function pasted(text: string): void {
    // What tries out whether pastes are taken is not the message.
    const tried = text.startsWith("Qq7");
    // What is lost in the middle of a huge text is seen in no small pane (docs/delivery.md).
    const spared = tried || text.length > MANGLED_TO;
    let rest = behaviour.mangles === null || spared ? text : mangled(text, behaviour.mangles);
    if (behaviour.crashAfterPasteMs !== null && !world.restarted && !tried) {
      place = "deaf";
      world.after(behaviour.crashAfterPasteMs, world.exit);
    }
    if (behaviour.bangPasteShell && !shellMode && editor.text() === "" && text[0] === "!") {
      log.event("pasted-shell-mode");
      shellMode = true;
      rest = text.slice(1);
    }
    const folds = behaviour.paste === "folded" &&
      (rest.split("\n").length >= 4 || rest.length > 800);
    if (folds) editor.insertFolded(rest);
    else editor.insert(rest);
  }

  function typed(text: string): void {
    if (normalMode) {
      for (const letter of text) {
        if (!normalMode) editor.insert(letter);
        else if (letter === "i" || letter === "a") normalMode = false;
        else log.event("vi-command", letter);
      }
      return;
    }
    let rest = text;
    if (behaviour.bangShell && !shellMode && editor.text() === "" && rest.startsWith("!")) {
      log.event("shell-mode");
      shellMode = true;
      rest = rest.slice(1);
    }
    editor.insert(rest);
  }

  /** Text as this agent takes it in. */
  function taken(text: string): string {
    return behaviour.alters.includes("nfc") ? text.normalize("NFC") : text;
  }

  function mainKey(key: Key): void {
    switch (key.kind) {
      case "text":
        typed(taken(key.text));
        lastTextAt = world.now();
        return;
      case "paste":
        pasted(taken(key.text));
        lastTextAt = world.now();
        if (behaviour.popup === "lags") world.after(LIST_LAG_MS, world.changed);
        return;
      case "enter":
        return enter(key);
      case "backspace":
        if (editor.text() === "") shellMode = false;
        return editor.backspace();
      case "tab":
        return log.event("tab-key");
      case "escape":
        log.event(busy() ? "interrupted" : "escape");
        if (behaviour.vi) normalMode = true;
        return;
      case "left":
      case "right":
      case "home":
      case "end":
        return editor.move(key.kind);
      case "delete":
        return editor.deleteForward();
      case "control":
        return control(key.letter);
      default:
        return;
    }
  }

  function control(letter: string): void {
    if (letter === "u") {
      if (behaviour.clearing === "nothing") log.event("scrolled");
      return editor.clear(
        behaviour.clearing,
        textColumns({ behaviour, columns: world.size().columns, prompt: prompt() }),
      );
    }
    if (letter === "a") return editor.move("home");
    if (letter === "e") return editor.move("end");
    if (letter === "b") return editor.move("left");
    if (letter === "f") return editor.move("right");
    if (letter === "k") return editor.killToEnd();
    if (letter === "w") return editor.killWord();
    if (letter === "c") {
      log.event("ctrl-c");
      editor.set("");
    }
    if (letter === "d" && editor.text() === "") log.event("end-of-input");
  }

  function questionKey(key: Key): void {
    if (key.kind === "escape") place = "main";
    else if (key.kind === "enter") log.event("menu-choice", "enter");
    else if (key.kind === "text" && /[a-z]/i.test(key.text)) log.event("menu-choice", key.text);
  }

  function gateKey(key: Key): void {
    const gate = behaviour.gate;
    if (gate === null) return;
    if (key.kind === "enter") {
      if (gate.answers === "stay") return log.event("login-started");
      log.event(gate.answers === "enter" ? "trust-accepted" : "menu-choice", "enter");
      return main();
    }
    if (key.kind === "text" && gate.answers === "letters") {
      for (const letter of key.text) {
        if (/[a-z]/i.test(letter)) log.event("menu-choice", letter);
      }
    }
    if (key.kind === "escape") log.event("escape");
  }

  function main(): void {
    place = "main";
    log.event("ready");
    if (behaviour.startBusyMs > 0) work(behaviour.startBusyMs);
  }

  function above(): readonly string[] {
    const rows: string[] = [];
    if (behaviour.clockMs > 0) rows.push(`◷ ${(world.now() / 1000).toFixed(2)} s of this session`);
    if (busy()) rows.push(`${SPINNER.charAt(spins % SPINNER.length)} Working (esc to interrupt)`);
    for (const message of queued) {
      const { columns } = world.size();
      const [first] = layout(`queued: ${message}`, { width: columns, label });
      if (first !== undefined) rows.push(first.text);
    }
    return rows;
  }

  return {
    begin() {
      for (const line of ["sim agent 1.0", "Welcome to the simulated agent", ""]) say(line);
      if (behaviour.gate === null) {
        main();
      } else {
        place = "gate";
        log.event("gate");
      }
      world.changed();
    },
    key(key) {
      if (place === "gate") gateKey(key);
      else if (place === "main") mainKey(key);
      else if (place === "question") questionKey(key);
      else if (place === "thinking") unread.push(key);
      else if (place === "help" && key.kind === "escape") place = "main";
      world.changed();
    },
    live(maxRows) {
      const { columns } = world.size();
      const instead = {
        boot: null,
        main: null,
        thinking: null,
        deaf: null,
        gate: behaviour.gate?.rows ?? [],
        help: ["Help", "esc to go back"],
        question: behaviour.asks,
      }[place];
      if (instead !== null) {
        const shown = instead.flatMap((row) =>
          layout(row, { width: columns }).map(({ text }) => text)
        )
          .slice(-maxRows);
        return { rows: shown, cursor: { row: Math.max(0, shown.length - 1), column: 0 } };
      }
      if (behaviour.hidesInput && busy()) {
        const rows = above().map((row) => layout(row, { width: columns })[0]?.text ?? "");
        return { rows, cursor: { row: Math.max(0, rows.length - 1), column: 0 } };
      }
      return draw({
        behaviour: messages > 0 && behaviour.laterText !== null
          ? { ...behaviour, emptyText: behaviour.laterText }
          : behaviour,
        columns,
        maxRows,
        text: editor.text(),
        cursor: editor.cursor(),
        label,
        prompt: prompt(),
        above: above(),
        popup: lagging() ? ["  /clear  all commands", "  /help"] : popup()?.rows ?? [],
      });
    },
    centred: () => behaviour.centred && messages === 0,
    takeTranscript() {
      const lines = transcript;
      transcript = [];
      return lines;
    },
  };
}
