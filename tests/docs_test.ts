/**
 * Every command block of every document is run, on a machine made for that document. What a fence
 * says, and what happens for it, is in `helpers/doc_blocks.ts`. Outputs that the documents show are
 * brought up to date by
 *
 *     DOCS_UPDATE=1 deno test -A tests/docs_test.ts
 *
 * @module
 */

import { assert, assertEquals } from "@std/assert";
import {
  commandShown,
  type DocBlock,
  docBlocks,
  reasonNotRun,
  SHELL_LANGUAGES,
} from "./helpers/doc_blocks.ts";
import { type DocStage, withStage } from "./helpers/doc_stage.ts";
import { ROOT } from "./helpers/directory.ts";
import { assertMentioned, assertTaken } from "./helpers/taken.ts";

/** Documents that need a machine of their own, and the tests that have it. */
const TRIED_ELSEWHERE: Readonly<Record<string, string>> = {
  "docs/dispatch.md": "dispatch_docs_test.ts",
  "docs/first-run.md": "first_run_test.ts",
};

const DOCUMENTS = [
  ...[...Deno.readDirSync(ROOT)].map(({ name }) => name),
  ...[...Deno.readDirSync(`${ROOT}/docs`)].map(({ name }) => `docs/${name}`),
].filter((path) => path.endsWith(".md") && !Object.hasOwn(TRIED_ELSEWHERE, path)).sort();

for (const path of DOCUMENTS) {
  const blocks = docBlocks(Deno.readTextFileSync(`${ROOT}/${path}`));
  Deno.test(`${path}: its ${blocks.length} blocks do what they say`, async () => {
    const wanted = blocks.filter((block) => isTried(path, block));
    if (wanted.length === 0) return;
    await withStage(async (stage) => {
      for (const block of wanted) await tryBlock(`${path}:${block.line}`, block, stage);
    });
  });
}

/** Whether there is anything to try; a block that is not run says why. */
function isTried(path: string, block: DocBlock): boolean {
  const reason = reasonNotRun(block);
  if (reason !== null) console.log(`${path}:${block.line} is not run: ${reason}`);
  return reason === null &&
    (SHELL_LANGUAGES.includes(block.language) || block.language === "tmux" ||
      commandShown(block) !== null ||
      block.language === "yaml" && block.note !== "");
}

async function tryBlock(where: string, block: DocBlock, stage: DocStage): Promise<void> {
  if (block.language === "yaml") return await stage.write(block.note, block.text);
  if (block.language === "tmux") {
    await stage.write(".doc.tmux.conf", block.text);
    await stage.server.tmux("source-file", `${stage.project}/.doc.tmux.conf`);
    for (const [line] of block.text.matchAll(/\bfab [^'")]+/g)) await assertTaken(line);
    return;
  }
  const shown = commandShown(block);
  if (shown !== null) return await compareOutput(where, { block, command: shown, stage });
  if (!await isInstalled(block.language)) {
    console.log(`${where} is not run: ${block.language} is not installed`);
    return;
  }
  const { code, stdout, stderr } = await stage.run(block.language, block.text);
  const fails = block.note === "fails";
  assert(
    (code !== 0) === fails,
    `${where} ended with ${code}:\n${block.text}--- stdout ---\n${stdout}--- stderr ---\n${stderr}` +
      `--- panes ---\n${await stage.server.screens()}`,
  );
}

async function compareOutput(
  where: string,
  { block, command, stage }: {
    readonly block: DocBlock;
    readonly command: string;
    readonly stage: DocStage;
  },
): Promise<void> {
  const { code, stdout, stderr } = await stage.run("sh", command);
  assertEquals(code, 0, `${where}: ${command}\n${stderr}`);
  if (Deno.env.get("DOCS_UPDATE") === "1") {
    const path = `${ROOT}/${where.split(":")[0]}`;
    const document = await Deno.readTextFile(path);
    const fence = `\`\`\`${block.language} ${block.note}\n`;
    await Deno.writeTextFile(
      path,
      document.replace(`${fence}${block.text}`, () => `${fence}${stdout}`),
    );
    return;
  }
  assertEquals(stdout, block.text, `${where}: ${command} prints something else\n${stderr}`);
}

async function isInstalled(shell: string): Promise<boolean> {
  const { success } = await new Deno.Command("sh", {
    args: ["-c", 'command -v "$1"', "sh", shell],
    stdout: "null",
  }).output();
  return success;
}

Deno.test("every fab command that a document mentions is one", async () => {
  for (const path of [...DOCUMENTS, ...Object.keys(TRIED_ELSEWHERE)]) {
    const text = (await Deno.readTextFile(`${ROOT}/${path}`)).replaceAll(/^```[^]*?^```$/gm, "");
    for (const [, span = ""] of text.matchAll(/`(fab [^`]+)`/g)) {
      await assertMentioned(span.replaceAll("\\|", "|")).catch((error) => {
        throw new Error(`${path}: \`${span}\`: ${error.message}`);
      });
    }
  }
});

Deno.test("what is tried elsewhere is", async () => {
  for (const [path, test] of Object.entries(TRIED_ELSEWHERE)) {
    const text = await Deno.readTextFile(`${ROOT}/tests/${test}`);
    assert(text.includes(path), `${test} does not speak of ${path}`);
  }
});

Deno.test("fences are read with their notes, and one without a word is an error", () => {
  const text =
    "a\n```sh no-run: needs a person\nx\n```\n\n  ```yaml ~/c.yaml\n  k: 1\n    z: 2\n  ```\n";
  assertEquals(docBlocks(text), [
    { line: 2, language: "sh", note: "no-run: needs a person", text: "x\n" },
    { line: 6, language: "yaml", note: "~/c.yaml", text: "k: 1\n  z: 2\n" },
  ]);
  assertEquals(docBlocks(text).map(reasonNotRun), ["needs a person", null]);
  for (const bad of ["```\nx\n```\n", "```sh\nx\n"]) {
    let failed = false;
    try {
      docBlocks(bad);
    } catch {
      failed = true;
    }
    assert(failed, bad);
  }
});
