/**
 * What a row says of a program's records, and the patterns of paths in it.
 *
 * @module
 */

/**
 * Where a program keeps its records. Paths begin with `~/` or with a variable, `${NAME:-~/.name}`;
 * in them `*` stands for anything within a name, and
 *
 * - `{slug}` for the working directory with `-` for all that is no letter or digit,
 * - `{dashes}` for it with `-` for each `/`, `{folder}` for its last name, `{sha256}` for its SHA-256, `{sha12}` for the first 12 digits of it,
 * - `{session}` for the session, `{session8}` for its first 8 characters; anything while that is
 *   not known,
 * - `{newest}` for the last two names in order, as of years and days.
 */
export interface Records {
  /** What was submitted. */
  readonly history?: string;
  readonly history_format?: string;
  /** What a model was asked and said. */
  readonly turns?: string;
  readonly turns_format?: string;
  /** A file that names the session of a process, `{pid}`: in its path by `{session}`, … */
  readonly session_file?: string;
  /** … or by this key in it. */
  readonly session_key?: string;
  /** An argument by which a process of the program is known that only helps others of it. */
  readonly helper?: string;
  /** False: they are not read. */
  readonly read?: boolean;
  /** The version that they were seen with. */
  readonly seen_with?: string;
}

/** What a pattern's names stand for; null: anything. */
export interface PathFacts {
  readonly home: string;
  readonly variables: Readonly<Record<string, string>>;
  readonly cwd: string;
  readonly sha256: string;
  readonly session: string | null;
  readonly pid: number;
}

/** A pattern made ready: the folder that it begins with, and a part for each name below. */
export interface PathPattern {
  /** Absolute. Nothing outside of it is read. */
  readonly root: string;
  /** A name, or what a name must match. */
  readonly parts: readonly PathPart[];
  /** Whether it is about one working directory. */
  readonly ofFolder: boolean;
}

/** One name of a path. */
export type PathPart =
  | { readonly name: string }
  | { readonly match: RegExp; readonly newest: boolean };

/** The variables that the patterns use, whose values are asked of a process. */
export function variablesOf(rows: readonly Records[]): readonly string[] {
  const names = rows.flatMap(({ history, turns, session_file }) =>
    [history, turns, session_file].flatMap((text) =>
      [...(text ?? "").matchAll(/^\$\{(\w+)/g)].map(([, name = ""]) => name)
    )
  );
  return [...new Set(names)];
}

/** Makes a pattern ready; null when it is none. */
export function patternOf(text: string, facts: PathFacts): PathPattern | null {
  const match = /^(?:\$\{(\w+):-(~\/[^}]*)\}|(~))\/(.+)$/.exec(text);
  if (match === null) return null;
  const [, variable, fallback, , below = ""] = match;
  const set = variable === undefined ? undefined : facts.variables[variable];
  const given = set === undefined || set === "" ? fallback ?? "~" : set;
  const names = below.split("/");
  let root = given.replace(/^~(?=\/|$)/, () => facts.home);
  // The program's own folder below the home folder is a part of where it begins.
  if (variable === undefined && names.length > 1) root += `/${names.shift()}`;
  if (!root.startsWith("/")) return null;
  return {
    root,
    parts: names.map((name) => partOf(name, facts)),
    ofFolder: /\{(?:slug|dashes|folder|sha256|sha12)\}/.test(below),
  };
}

function partOf(name: string, facts: PathFacts): PathPart {
  if (name === "{newest}") return { match: /^[^.].*$/s, newest: true };
  const values: Readonly<Record<string, string | null>> = {
    slug: facts.cwd.replaceAll(/[^A-Za-z0-9]/g, "-"),
    dashes: facts.cwd.slice(1).replaceAll("/", "-"),
    folder: facts.cwd.slice(facts.cwd.lastIndexOf("/") + 1),
    sha256: facts.sha256,
    sha12: facts.sha256.slice(0, 12),
    session: facts.session,
    session8: facts.session?.slice(0, 8) ?? null,
    pid: String(facts.pid),
  };
  let open = false;
  const source = name.replaceAll(/\{(\w+)\}|\*|[^{*]+|\{/g, (part, key?: string) => {
    const value = key === undefined ? (part === "*" ? null : part) : values[key] ?? null;
    if (value === null) open = true;
    if (value === null) return key === "session" ? "(?<session>[^/]+)" : "[^/]*";
    return value.replaceAll(/[\\^$.*+?()[\]{}|/]/g, "\\$&");
  });
  if (!open) return { name: source.replaceAll(/\\(.)/g, "$1") };
  return { match: new RegExp(`^${source}$`, "s"), newest: false };
}
