/**
 * Reads the two parts of a change's status file that are shown, where the file is written the
 * plain way, line by line. A YAML parser takes as long for one such file as all else that is read
 * of a repository, and the map reads one for each. What is not plain is left to the parser.
 *
 * @module
 */

/** The parts, as a YAML parser would give them. */
export interface StatusParts {
  readonly progress: Readonly<Record<string, string>> | null;
  readonly prs: readonly string[] | null;
}

/** A word that is a string in YAML whatever stands around it: no number, no null, no boolean. */
const WORD = /^(?!(?:true|false|null|yes|no|on|off|y|n)$)[A-Za-z][\w.-]*$/i;

/** An address: it needs no quotes, as no colon in it has a blank behind it. */
const ADDRESS = /^https?:\/\/[\w./%~#?&=+:@-]*[\w/]$/;

/** A value of a key that is passed over: anything that surely ends on its line. */
const PASSED_OVER = /^(?:[A-Za-z0-9][^:#"'\\]*|"[^"\\]*"|'[^']*'|\[\]|\{\}|\d[\w:.+-]*)$/;

const KEY = /^([A-Za-z][\w-]*):(?: +(.*?))? *$/;

/**
 * Reads a plain status file.
 *
 * @returns null when any line is not plain: then it needs a YAML parser
 */
export function readPlainStatus(text: string): StatusParts | null {
  const progress: Record<string, string> = {};
  const prs: string[] = [];
  const seen = new Set<string>();
  let section = "";
  /** Indentation of the section's first line; all others must have the same. */
  let indent = "";
  for (const line of text.split("\n")) {
    if (/^ *(#[^\t\r]*)?$/.test(line)) continue;
    const [, blanks = "", content = ""] = /^( *)(.*)$/.exec(line) ?? [];
    if (blanks === "" && !content.startsWith("- ")) {
      const [, key, value] = KEY.exec(content) ?? [];
      if (key === undefined || seen.has(key)) return null;
      if (value !== undefined && !PASSED_OVER.test(value)) return null;
      if ((key === "progress" || key === "prs") && value !== undefined) return null;
      seen.add(key);
      section = value === undefined ? key : "";
      indent = "?";
      continue;
    }
    if (section === "progress" && blanks !== "") {
      const [, key = "", value = ""] = KEY.exec(content) ?? [];
      if (!WORD.test(key) || !WORD.test(value) || Object.hasOwn(progress, key)) return null;
      progress[key] = value;
    } else if (section === "prs") {
      const value = /^- +(.*?) *$/.exec(content)?.[1] ?? "";
      if (!ADDRESS.test(value)) return null;
      prs.push(value);
    } else return null;
    if (indent === "?") indent = blanks;
    else if (indent !== blanks) return null;
  }
  return {
    progress: Object.keys(progress).length > 0 ? progress : null,
    prs: prs.length > 0 ? prs : null,
  };
}
