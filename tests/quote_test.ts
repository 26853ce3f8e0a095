/**
 * What is quoted comes out of real shells as it went in.
 *
 * @module
 */

import { assertEquals } from "@std/assert";
import { quoteAlways, quoteWords } from "../lib/core/quote.ts";
import { substitute } from "../lib/core/agent/substitute.ts";
import { NASTY, SHELLS } from "./helpers/nasty.ts";

/** Runs a line by a shell in an empty directory; returns the words that `show` was given. */
async function wordsOf(shell: string, line: string): Promise<readonly string[]> {
  const directory = await Deno.makeTempDir({ prefix: "fabtest-" });
  try {
    await Deno.writeTextFile(`${directory}/show`, '#!/bin/sh\nprintf "%s\\0" "$@"\n');
    await Deno.chmod(`${directory}/show`, 0o755);
    const output = await new Deno.Command(shell, {
      args: ["-c", line],
      cwd: directory,
      clearEnv: true,
      env: { PATH: `${directory}:/usr/bin:/bin`, HOME: directory },
      stdin: "null",
    }).output();
    const decode = (bytes: Uint8Array) => new TextDecoder().decode(bytes);
    assertEquals(decode(output.stderr), "", `${shell}: ${line}`);
    const names = [...Deno.readDirSync(directory)].map(({ name }) => name);
    assertEquals(names.filter((name) => name === "pwned"), [], `${shell} ran a part of: ${line}`);
    return decode(output.stdout).split("\0").slice(0, -1);
  } finally {
    await Deno.remove(directory, { recursive: true });
  }
}

const VALUES = [
  ...Object.values(NASTY),
  "",
  "plain",
  "=ls",
  "\t",
  "a\r\nb",
  "\x01\x7f",
  "--",
  "%self",
];

for (const shell of SHELLS) {
  Deno.test(`${shell}: every quoted value is one unchanged word`, async () => {
    assertEquals(await wordsOf(shell, `show ${quoteWords(VALUES)}`), VALUES);
    const always = VALUES.map(quoteAlways).join(" ");
    assertEquals(await wordsOf(shell, `show ${always}`), VALUES);
  });

  Deno.test(`${shell}: random values are one unchanged word each`, async () => {
    const alphabet = [..."ab \t\n'\"\\$`!#~*?[]{}()<>|&;=^%-@,:/é你🎉"];
    const values = Array.from({ length: 200 }, () =>
      Array.from(
        { length: Math.floor(Math.random() * 12) },
        () => alphabet[Math.floor(Math.random() * alphabet.length)],
      ).join(""));
    assertEquals(await wordsOf(shell, `show ${quoteWords(values)}`), values);
  });

  Deno.test(`${shell}: a filled-in value is one word, however the author quoted its place`, async () => {
    const templates: readonly (readonly [string, (value: string) => readonly string[]])[] = [
      ["show -m {model} x", (value) => ["-m", value, "x"]],
      ["show --m={model}", (value) => [`--m=${value}`]],
      ["show '{model}'", (value) => [value]],
      ["show 'a b {model} c'", (value) => [`a b ${value} c`]],
      ['show "{model}"', (value) => [value]],
      ['show "a b {model} c"', (value) => [`a b ${value} c`]],
      ["sh -c 'show -m {model} x'", (value) => ["-m", value, "x"]],
      [`sh -c 'show "{model}" x'`, (value) => [value, "x"]],
      [`sh -c "show -m {model} x"`, (value) => ["-m", value, "x"]],
      [`sh -c "show '<{model}>'"`, (value) => [`<${value}>`]],
      [`bash -c 'sh -c "show {model}"'`, (value) => [value]],
      [`sh -c 'eval "show {model}"'`, (value) => [value]],
      ["show", (value) => ["--model", value]],
    ];
    const values = Object.values(NASTY);
    for (const [template, expected] of templates) {
      const lines = values.map((value) => substitute(template, { model: value, effort: "" }));
      const words = await wordsOf(shell, lines.join("\n"));
      assertEquals(words, values.flatMap(expected), `${template}\n${lines.join("\n")}`);
    }
  });
}
