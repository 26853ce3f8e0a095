/**
 * Values that would run a command, press a key or shift a row wherever they are not taken as data.
 *
 * @module
 */

import { NASTY } from "../helpers/nasty.ts";
import type { Random } from "./random.ts";

/** Makes values. Each that would run a command makes a file of its own in the canaries' directory. */
export interface Values {
  /** Any text without a NUL: one line or several. */
  text(): string;
  /** One that can be a file's name. */
  name(): string;
  /** Texts without control characters but line feeds and tabs, as a prompt may be. */
  prompt(): string;
}

const PIECES = [
  ...Object.values(NASTY),
  ...[
    "",
    " ",
    "\t",
    "\n",
    "\r\n",
    ";",
    "\\;",
    "-",
    "--",
    "-t",
    "=",
    "%1",
    "%99",
    "@1",
    "$1",
    ":.1",
  ],
  ...["#S", "#{pane_id}", "#[fg=red]", "##", "#,", "%H", "~", "~root", "*", "{model}", "{effort}"],
  ...["Enter", "C-c", "M-x", "C-u", "/help", "!ls", "@file", "'", '"', "\\", "`", "$", "${IFS}"],
  ...["{last}", "!", "=work", "+", "+1", "../..", "/", "/etc/passwd", ".", "null", "true", "0x10"],
  ...["010", "4.10", "1e9", "- a", "a: b", "&x", "*x", "!!js", "%YAML", "|", ">", "[", "{", "? "],
  ...["é", "e\u0301", "世界", "🎉", "👩‍👩‍👧", "\u200d", "\u202e", "\ufeff", "א", "\u2028", "│", "╭─"],
  ...["word", "two words", "x".repeat(300), "agent", "default", "idle:1751800000", "ab12", "apply"],
];

const CONTROLS = [
  "\x1b[2J",
  "\x1b]0;t\x07",
  "\x03",
  "\x15",
  "\x7f",
  "\x00",
  "\x9b1m",
  "\x1bPtmux;",
];

/**
 * @param canaries absolute path of an empty directory, free of what a shell would read otherwise
 */
export function createValues(random: Random, canaries: string): Values {
  let count = 0;
  /** A command in one of the ways in which a shell, tmux or YAML would come to run it. */
  const command = () => {
    const touch = `touch ${canaries}/${++count}`;
    return random.pick([
      ...[`$(${touch})`, `\`${touch}\``, `#(${touch})`, `; ${touch} ;`, `& ${touch} &`],
      ...[`| ${touch} |`, `\n${touch}\n`, `' ; ${touch} ; '`, `" ; ${touch} ; "`, `\\$(${touch})`],
      ...[`'"$(${touch})"'`, `')$(${touch})('`, `; run-shell '${touch}' ;`, `&& ${touch} #`],
      ...[`#{?1,#(${touch}),}`, `<(${touch})`, `};${touch};{`, `\\\n;${touch}`, `||${touch}||`],
    ]);
  };
  const text = () => {
    let made = "";
    for (let left = 1 + random.below(4); left > 0; left--) {
      made += random.oneIn(2) ? command() : random.pick(PIECES);
    }
    return made;
  };
  const withControls = () => random.oneIn(12) ? text() + random.pick(CONTROLS) + text() : text();
  return {
    text: () => withControls().replaceAll("\0", ""),
    // A name of at most 255 bytes, which is not the directory itself or its parent.
    name: () => `n${text().replaceAll(/[/\0]/g, "_").slice(0, 60)}`,
    prompt: () => text(),
  };
}
