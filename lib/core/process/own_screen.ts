/**
 * Programs in which typed text is commands, or goes into a file: pagers, editors, monitors, pickers.
 * The best known of each kind; what is not here is told by its echo, and by what its screen shows.
 *
 * @module
 */

import type { ProcessRow } from "./table.ts";

const words = (text: string) => text.split(/\s+/);

const OWN_SCREEN: ReadonlySet<string> = new Set([
  ...words(
    "less more most lv pg man info pinfo w3m lynx links elinks zless zmore bat batcat moar ov",
  ),
  ...words(
    "vi vim nvim view vimdiff rvim vimx nano rnano pico micro emacs emacsclient mg joe jed ne",
  ),
  ...words("kak helix hx ed ex mcedit mcview mcdiff tilde jove zile amp vise"),
  ...words("top htop btop btm atop glances nmon iotop iftop nethogs bpytop bashtop gotop watch"),
  ...words("powertop vtop nvtop bmon slabtop systemd-cgtop"),
  ...words(
    "fzf sk gum peco percol fzy selecta whiptail dialog cdialog tig lazygit gitui mc ranger nnn",
  ),
  ...words(
    "lf vifm yazi ncdu broot k9s lazydocker mutt neomutt alpine aptitude cfdisk nmtui menuconfig",
  ),
]);

/** Programs that run another by its file. */
const INTERPRETER = /^(?:python[\d.]*|perl|ruby|node|bash|sh)$/;
/** How builds and versions of a program are named: `vim.basic`, `emacs-28.2`, `nano-tiny`. */
const BUILD = /[.-](?:basic|tiny|nox|gtk\d?|gui|athena|lucid|x|\d[\d.]*)$/;

/**
 * The name of a program of the table that has the terminal; null when there is none.
 *
 * @param members the foreground group
 * @param shown those of them that have the terminal as their input, output or errors: what an agent
 *   runs in its own group to read its output has none
 */
export function ownScreenProgram(
  members: readonly ProcessRow[],
  shown: readonly number[],
): string | null {
  for (const row of members) {
    if (!shown.includes(row.pid)) continue;
    const name = namesOf(row).find((name) => OWN_SCREEN.has(name));
    if (name !== undefined) return name;
  }
  return null;
}

function namesOf({ comm, argv }: ProcessRow): readonly string[] {
  const [first = "", second = ""] = argv;
  const program = baseOf(first);
  const names = [program, comm];
  if (program === "busybox" || INTERPRETER.test(program)) names.push(baseOf(second));
  return names.flatMap((name) => [name, name.replace(BUILD, "")]);
}

function baseOf(word: string): string {
  return word.slice(word.lastIndexOf("/") + 1);
}
