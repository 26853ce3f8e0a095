/**
 * docs/first-run.md, on a machine that has tmux, the program, and what every Debian has. Each line
 * that begins with `$ ` is run, and what stands below it is what it printed. To write it anew:
 *
 *     DOCS_UPDATE=1 FAB_BIN=dist/fab deno test -A tests/first_run_test.ts
 *
 * @module
 */

import { assertEquals } from "@std/assert";
import { resolve } from "@std/path";
import { quoteWords } from "../lib/core/quote.ts";
import { ROOT, withDirectory } from "./helpers/directory.ts";
import { docBlocks } from "./helpers/doc_blocks.ts";
import { programArgv, programEnv } from "./helpers/program.ts";

const PATH = `${ROOT}/docs/first-run.md`;

/** Programs of Debian's essential packages: what a person, tmux and `fab` may count on. */
const ESSENTIAL =
  ("awk basename cat chmod cp date dirname env expr false grep head id install ls mkdir mktemp mv " +
    "printf readlink rm sed sh sleep sort stat stty tail test touch tr true tty uname wc").split(
      " ",
    );

/** A command and what it printed, as they stand in the document. */
interface Step {
  readonly command: string;
  readonly printed: string;
}

/** The steps of a `console` block. */
function steps(block: string): readonly Step[] {
  return block.split(/^\$ /m).slice(1).map((part) => {
    const end = part.indexOf("\n");
    return { command: part.slice(0, end), printed: part.slice(end + 1) };
  });
}

/** A machine: its path, its home, and a shell in that home. */
async function machine(directory: string) {
  const home = `${directory}/home`;
  const bin = `${directory}/bin`;
  await Deno.mkdir(home);
  await Deno.mkdir(bin);
  for (const name of [...ESSENTIAL, "tmux"]) {
    const found = await which(name);
    if (found !== null) await Deno.symlink(found, `${bin}/${name}`);
  }
  const [program = "", ...more] = programArgv();
  if (more.length === 0) await Deno.copyFile(resolve(program), `${home}/fab`);
  else {
    const text = `#!/bin/sh\nexec ${quoteWords([program, ...more])} "$@"\n`;
    await Deno.writeTextFile(`${home}/fab`, text);
  }
  const env = {
    PATH: `${home}/.local/bin:${bin}`,
    HOME: home,
    TMUX_TMPDIR: directory,
    TMPDIR: directory,
    SHELL: "/bin/sh",
    TERM: "xterm-256color",
    LC_ALL: "C.UTF-8",
    DENO_DIR: programEnv()["DENO_DIR"] ?? "",
  };
  return async (command: string): Promise<string> => {
    // Both streams in the order in which a person sees them.
    const output = await new Deno.Command("/bin/sh", {
      args: ["-c", 'exec 2>&1; eval "$1"', "sh", command],
      cwd: home,
      env,
      clearEnv: true,
      stdin: "null",
      stdout: "piped",
    }).output();
    return new TextDecoder().decode(output.stdout)
      .replaceAll(home, "/home/you").replaceAll(bin, "/usr/bin").replaceAll(directory, "/tmp");
  };
}

async function which(name: string): Promise<string | null> {
  const { stdout, success } = await new Deno.Command("sh", {
    args: ["-c", 'command -v "$1"', "sh", name],
  }).output();
  const path = new TextDecoder().decode(stdout).trim();
  return success && path.startsWith("/") ? path : null;
}

/** What differs from run to run: times, versions, numbers of processes and users, and what races. */
function steady(text: string): string {
  return text
    .replaceAll(/ +\d+(\.\d+)? (ms|s)\b/g, " <time>")
    .replaceAll(/fab-demo-[0-9a-f]+/g, "<demo>")
    .replaceAll(/^ok {4}fab .*$/gm, "<build>")
    .replaceAll(/tmux-\d+/g, "tmux-<user>")
    .replaceAll(/tmux \d\S*/g, "tmux <version>")
    .replaceAll(/^sh: .*\bkimi\b.*not found$/gm, "<sh's words>")
    .replaceAll(/\b(active|idle \(\d+s\))$/gm, "<state>");
}

Deno.test("docs/first-run.md: a new machine prints what the page says", async () => {
  const page = await Deno.readTextFile(PATH);
  const blocks = docBlocks(page).filter(({ language }) => language === "console");
  await withDirectory(async (directory) => {
    const run = await machine(directory);
    let written = page;
    try {
      for (const block of blocks) {
        let text = "";
        for (const { command, printed } of steps(block.text)) {
          const now = await run(command);
          text += `$ ${command}\n${now}`;
          if (Deno.env.get("DOCS_UPDATE") === "1") continue;
          assertEquals(steady(now), steady(printed), `first-run.md:${block.line}: ${command}`);
        }
        const fence = "```console\n";
        written = written.replace(`${fence}${block.text}`, () => `${fence}${text}`);
      }
    } finally {
      await run("tmux kill-server");
    }
    if (Deno.env.get("DOCS_UPDATE") === "1") await Deno.writeTextFile(PATH, written);
  });
});
