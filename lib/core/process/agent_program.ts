/**
 * Tells whether a process is an agent CLI, by the names that providers start them under.
 *
 * @module
 */

import type { Provider } from "../config/types.ts";
import { shellName } from "./shells.ts";

/** Words before a command's program that are not it. */
const PREFIXES: ReadonlySet<string> = new Set(["exec", "command", "env", "nohup", "time"]);

/**
 * Names under which the providers' programs run: the provider's own and its command's first word.
 */
export function agentNames(providers: Readonly<Record<string, Provider>>): ReadonlySet<string> {
  const names = new Set<string>();
  for (const [name, provider] of Object.entries(providers)) {
    names.add(name);
    for (const line of [provider.interactive_command, provider.headless_command]) {
      const word = (line ?? "").split(/\s+/).find((word) =>
        word !== "" && !PREFIXES.has(word) && !/^\w+=/.test(word)
      );
      const base = (word ?? "").replace(/^['"]|['"]$/g, "").split("/").at(-1) ?? "";
      // A command that goes through a shell or an interpreter names nothing by its first word.
      if (/^[\w.+-]+$/.test(base) && shellName(base) === null && !isInterpreter(base)) {
        names.add(base);
      }
    }
  }
  return names;
}

/** Programs that run another: what they run is their first argument that is no option. */
function isInterpreter(name: string): boolean {
  return /^(node|nodejs|bun|deno|python|python\d[\d.]*|pypy\d?|ruby|perl|uv|npx|bunx)$/.test(
    name,
  ) ||
    (shellName(name) !== null);
}

/** Directories below which a program's files are; a segment further up is a person's own naming. */
const INSTALL_ROOTS =
  /^(node_modules|(site|dist)-packages|share|opt|lib|lib64|libexec|bin|Cellar)$/;

/**
 * Whether these are the name and the arguments of an agent: its program by itself, a file of it
 * that an interpreter runs, a file named for its version in a directory of the agent's, or a
 * process that has renamed itself. Only whole segments of paths count, and of what a program works
 * on, such as a file in an editor, none.
 *
 * @param names as {@linkcode agentNames} gives them
 */
export function isAgentProcess(
  process: { readonly comm: string; readonly argv: readonly string[] },
  names: ReadonlySet<string>,
): boolean {
  if (isAgentName(process.comm, names)) return true;
  const [program = "", ...rest] = process.argv;
  // A process that renames itself puts its whole new command line into one word.
  if (isAgentPath(program, names) || isAgentPath(program.split(" ")[0] ?? "", names)) return true;
  const base = program.slice(program.lastIndexOf("/") + 1).replace(/^-/, "");
  if (!isInterpreter(base) || rest.some((word) => /^-[a-z]*[ce]$/.test(word))) return false;
  const script = rest.find((word) => !word.startsWith("-") && word !== "run" && word !== "exec");
  return script !== undefined && isAgentPath(script, names);
}

function isAgentPath(path: string, names: ReadonlySet<string>): boolean {
  const segments = path.split("/").filter((segment) => segment !== "");
  if (isAgentName(segments.at(-1) ?? "", names)) return true;
  const root = segments.findIndex((segment) => INSTALL_ROOTS.test(segment));
  return root >= 0 && segments.slice(root + 1).some((segment) => isAgentName(segment, names));
}

/** `claude`, `claude-code`, `kimi-cli`, `codex.js`, `claude-2.1.197`, `codex-x86_64-unknown-linux`. */
function isAgentName(segment: string, names: ReadonlySet<string>): boolean {
  const bare = segment.replace(/\.(js|mjs|cjs|ts|py|exe)$/i, "");
  const [name = ""] =
    /^[^@]+?(?=$|(?:-code|-cli)?(?:$|[-_.@]v?\d|[-_](?:linux|darwin|x86_64|x64|arm64|aarch64|musl)))/
      .exec(bare) ?? [];
  return names.has(bare) || names.has(name);
}
