/**
 * Which programs are shells, and whether one was started to be typed into. A prompt that is sent
 * to an idle shell would run as commands, so the decision errs on the side of "it is a shell".
 *
 * @module
 */

/** Names of shells, without a directory and without the `-` of a login shell. */
export const SHELLS: ReadonlySet<string> = new Set([
  ..."sh bash zsh fish dash ash ksh ksh93 mksh pdksh oksh yash rbash rzsh".split(" "),
  ..."csh tcsh nu nushell elvish xonsh pwsh ion oil osh ysh es rc murex".split(" "),
]);

/** Long and short options that take the next word as their value, in one shell or another. */
const OPTIONS_WITH_VALUE: ReadonlySet<string> = new Set([
  ..."--rcfile --init-file --config --env-config --plugin-config --features --debug".split(" "),
  ..."-O +O -o +o -C --init-command --profile --table-mode -WorkingDirectory".split(" "),
]);

/** Options with which the shell runs a given text and ends. */
const RUNS_TEXT: ReadonlySet<string> = new Set(
  "--command --commands -Command -File -EncodedCommand -CommandWithArgs".split(" "),
);

/** The shell's name of a command's first word, null when that is no shell's. */
export function shellName(word: string): string | null {
  const base = word.slice(word.lastIndexOf("/") + 1);
  const name = base.startsWith("-") ? base.slice(1) : base;
  return SHELLS.has(name) ? name : null;
}

/**
 * The name of the shell when these arguments start one that reads what is typed: no script, no
 * `-c`. Null for every other program, a shell script and `sh -c …` among them.
 *
 * @param argv as the process's command line has it; a login shell's first word begins with `-`
 */
export function interactiveShell(argv: readonly string[]): string | null {
  let words = argv;
  if (/(^|\/)busybox$/.test(words[0] ?? "")) words = words.slice(1);
  const name = shellName(words[0] ?? "");
  if (name === null) return null;
  for (let at = 1; at < words.length; at++) {
    const word = words[at] ?? "";
    if (word === "") continue;
    if (RUNS_TEXT.has(word)) return null;
    if (OPTIONS_WITH_VALUE.has(word)) at++;
    else if (word === "--" || word === "-") return words.length > at + 1 ? null : name;
    else if (word.startsWith("--")) continue;
    else if (/^[-+]/.test(word)) {
      if (word.startsWith("-") && /^-[A-Za-z]*c/.test(word) && name !== "pwsh") return null;
      if (/^-[A-Za-z]*s/.test(word) && name !== "pwsh") return name;
    } else return null;
  }
  return name;
}
