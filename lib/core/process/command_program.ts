/**
 * Which program a shell line runs, as far as that can be told by reading it.
 *
 * @module
 */

/** Words before a program that run what follows them. */
const PREFIXES = new Set(["env", "exec", "command", "nohup", "nice", "time", "setsid", "builtin"]);
/** Words that no program stands for; a line may begin with a command of these. */
const BUILTINS = new Set(
  "cd source . export set unset eval test [ [[ true false : ulimit umask trap read local if then"
    .split(" "),
);
const SHELL = /^(?:.*\/)?(?:ba|da|z|k|fi)?sh$/;
const ASSIGNMENT = /^[A-Za-z_]\w*=/;

/**
 * The first word of the first command that is no shell builtin, without its quotes: variable
 * assignments, `env` and the like are passed over, and `sh -c '…'` is looked into.
 *
 * @returns null when there is none, or when only a running shell could tell (`$TOOL`, `~/bin/x`)
 */
export function programOf(line: string): string | null {
  for (const words of simpleCommands(line)) {
    let at = 0;
    while (at < words.length) {
      const word = words[at]!.text;
      if (PREFIXES.has(word)) {
        do at++; while (words[at]?.text.startsWith("-") ?? false);
      } else if (ASSIGNMENT.test(word)) at++;
      else break;
    }
    const program = words[at];
    if (program === undefined || BUILTINS.has(program.text)) continue;
    const script = words[at + 2];
    if (SHELL.test(program.text) && words[at + 1]?.text === "-c" && script !== undefined) {
      return programOf(script.text);
    }
    return program.expands ? null : program.text;
  }
  return null;
}

/** A word without its quotes. */
interface Word {
  readonly text: string;
  /** Whether a shell would make something else of it. */
  readonly expands: boolean;
}

/** The line's commands as words, cut at `;`, `&`, `|`, line feeds and parentheses. */
function simpleCommands(line: string): readonly (readonly Word[])[] {
  const commands: Word[][] = [[]];
  let text = "";
  let expands = false;
  let open = false;
  const endWord = () => {
    if (open) commands.at(-1)!.push({ text, expands });
    [text, expands, open] = ["", false, false];
  };
  for (let at = 0; at < line.length; at++) {
    const char = line[at]!;
    if (char === "'" || char === '"') {
      const end = closing(line, at);
      const inside = line.slice(at + 1, end);
      expands ||= char === '"' && /[$`]/.test(inside);
      text += char === "'" ? inside : inside.replaceAll(/\\([\\"$`])/g, "$1");
      [open, at] = [true, end];
    } else if (char === "\\") {
      text += line[++at] ?? "";
      open = true;
    } else if (/[;&|()\n]/.test(char)) {
      endWord();
      commands.push([]);
    } else if (/\s/.test(char)) endWord();
    else if (char === "$" && line[at + 1] === "(") {
      const end = closing(line, at + 1);
      text += line.slice(at, end + 1);
      [open, expands, at] = [true, true, end];
    } else {
      expands ||= /[$`*?]/.test(char) || char === "~" && !open;
      text += char;
      open = true;
    }
  }
  endWord();
  return commands;
}

/** Offset of the quote or parenthesis that closes the one at `start`; the line's end without one. */
function closing(line: string, start: number): number {
  const opener = line[start];
  const closer = opener === "(" ? ")" : opener;
  for (let at = start + 1; at < line.length; at++) {
    const char = line[at];
    if (char === closer) return at;
    if (opener === "'") continue;
    if (char === "\\") at++;
    else if (char === "$" && line[at + 1] === "(") at = closing(line, at + 1);
    else if (opener === "(" && (char === "'" || char === '"')) at = closing(line, at);
  }
  return line.length;
}
