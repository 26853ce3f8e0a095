/** Runs docs/dispatch.md as it is written, and compares what is printed. */
import { assertEquals } from "@std/assert";
import { fromFileUrl } from "@std/path";
import { quoteWords } from "../lib/core/quote.ts";
import { simCommand, withPaneWorkers } from "./helpers/pane_workers.ts";
import { programArgv, programEnv } from "./helpers/program.ts";

/** A `sh` block with the answer that stands below it. */
interface Block {
  readonly script: string;
  readonly answer: string;
}

const PAGE = await Deno.readTextFile(fromFileUrl(new URL("../docs/dispatch.md", import.meta.url)));

function blocksOf(page: string): readonly Block[] {
  const pattern = /^```sh\n([^]*?)^```\n(?:```text\n([^]*?)^```\n)?/gm;
  return [...page.matchAll(pattern)].map(([, script = "", answer = ""]) => ({ script, answer }));
}

/** What differs between two runs: process and pane numbers, times. */
function withoutNumbers(text: string): string {
  return text.replaceAll(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ/g, "<time>")
    .replaceAll(/%\d+/g, "<pane>")
    .replaceAll(/(pid"?:? )\d+/g, "$1<pid>");
}

/** An agent: it does what the prompt's last sentence says. */
const AGENT = `#!/bin/sh
prompt=$(cat "$1")
echo working on it
case $prompt in *hour.) exec sleep 3600 ;; esac
file=$(printf '%s\\n' "$prompt" | sed -n 's/^When everything is done, write .* to //p')
sleep 0.3
echo 'status: done' > "$file.tmp" && mv "$file.tmp" "$file"
`;

Deno.test("docs/dispatch.md: every block prints what stands below it", async () => {
  const blocks = blocksOf(PAGE);
  assertEquals(blocks.length, PAGE.match(/^```sh$/gm)?.length);
  await withPaneWorkers(async ({ repo, server, inside }) => {
    const bin = `${server.directory}/bin`;
    await Deno.mkdir(bin);
    const program = async (name: string, text: string) =>
      await Deno.writeTextFile(`${bin}/${name}`, text, { mode: 0o755 });
    await program("fab", `#!/bin/sh\nexec ${quoteWords(programArgv())} "$@"\n`);
    await program("agent", AGENT);
    await repo.configure({
      agent: { workers: "agent" },
      providers: {
        agent: {
          interactive_command: simCommand("framed", server.directory, `${bin}/agent`),
          headless_command: `${bin}/agent /dev/stdin`,
        },
      },
    });
    const env = { ...programEnv(repo.env), ...inside.env, PATH: `${bin}:${repo.env["PATH"]}` };
    for (const { script, answer } of blocks) {
      const { code, stdout, stderr } = await new Deno.Command("sh", {
        args: ["-e", "-c", script],
        cwd: repo.root,
        env,
        clearEnv: true,
        stdin: "null",
        stdout: "piped",
        stderr: "piped",
      }).output();
      const text = (bytes: Uint8Array) => new TextDecoder().decode(bytes);
      const shown = { script, code, stdout: withoutNumbers(text(stdout)), stderr: text(stderr) };
      assertEquals(shown, { script, code: 0, stdout: withoutNumbers(answer), stderr: "" });
    }
  });
});
