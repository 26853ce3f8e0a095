/**
 * Splits an example's line into words as a shell does, without running anything.
 *
 * @module
 */

/**
 * The words of the first simple command in a line that begins with `fab`, quotes taken off,
 * variables left as written. Pipes, redirections and lists end it; a pipe before it is skipped.
 */
export function fabWords(line: string): readonly string[] {
  const commands = split(line);
  const found = commands.find((words) => words[0] === "fab");
  if (found === undefined) throw new Error(`no fab in: ${line}`);
  return found.slice(1);
}

const TOKEN = /\s+|'[^']*'|"(?:[^"\\]|\\.)*"|\\.|\|\|?|&&?|;|\d?[<>]+&?\s*\S+|[^\s'"\\|&;<>]+/gs;

function split(line: string): string[][] {
  const commands: string[][] = [[]];
  let word: string | null = null;
  const flush = () => {
    if (word !== null) commands.at(-1)?.push(word);
    word = null;
  };
  for (const [token] of line.matchAll(TOKEN)) {
    if (/^\s/.test(token)) flush();
    else if (/^(\|\|?|&&?|;)$/.test(token)) {
      flush();
      commands.push([]);
    } else if (/^\d?[<>]/.test(token)) flush();
    else word = (word ?? "") + unquoted(token);
  }
  flush();
  return commands;
}

function unquoted(token: string): string {
  if (token.startsWith("'")) return token.slice(1, -1);
  if (token.startsWith('"')) return token.slice(1, -1).replaceAll(/\\(["\\$`])/g, "$1");
  return token.startsWith("\\") ? token.slice(1) : token;
}
