/**
 * Values that shells, tmux and YAML read as something else, given half a chance.
 *
 * @module
 */

/** By what they are about. None is empty, and none holds a `/`: each can be a directory's name. */
export const NASTY: Readonly<Record<string, string>> = {
  brackets: "opus[1m]",
  tilde: "~root",
  spaces: " two  words ",
  quotes: `it's "quoted" \`tick\``,
  substitution: "$(touch pwned) $HOME ${PATH}",
  backslashes: "back\\slash\\\\ end\\",
  bang: "wow! !! !$",
  newline: "line one\nline two",
  dash: "-n--flag",
  semicolon: "a; touch pwned & b | c;",
  formats: "#S #{pane_id} #(touch pwned) %d%%",
  unicode: "ünï 你好 🎉 é",
  globs: "*?{a,b}=ls^<>#x",
};

/** The shells that may be a person's, each by where Debian has it. */
export const SHELLS = ["/bin/sh", "/bin/bash", "/bin/dash", "/usr/bin/zsh", "/usr/bin/fish"];
