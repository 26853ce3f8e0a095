/**
 * What runs before Deno's runtime in the compiled program, on Linux on x86-64: see scripts/entry.
 *
 * @module
 */

import { assertEquals } from "@std/assert";
import { ENTRY } from "../../scripts/entry/x86_64_linux.ts";
import { compiledFab } from "./compiled.ts";

const HERE = Deno.build.target === "x86_64-unknown-linux-gnu";

/** Runs a script for sh with fab as `$fab`; its streams and its code. */
async function shell(script: string): Promise<string> {
  const { stdout, stderr, code } = await new Deno.Command("sh", {
    args: ["-c", script],
    env: { fab: compiledFab(), LC_ALL: "C.UTF-8" },
  }).output();
  const text = (bytes: Uint8Array) => new TextDecoder().decode(bytes);
  return `${text(stdout)}${text(stderr)}${code}`;
}

Deno.test("an argument that is not UTF-8 is an error in one line", {
  ignore: !HERE && skipped("not x86-64 Linux"),
}, async () => {
  const refusal = "fab: an argument is not UTF-8; what fab is told must be\n2";
  const wrong = [
    ...["\\377", "a\\200", "\\300\\200", "\\340\\237\\277", "\\355\\240\\200"],
    ...["\\360\\217\\277\\277", "\\364\\220\\200\\200", "\\365\\200\\200\\200"],
    ...["\\303", "\\342\\202", "\\360\\237\\230", "ok\\303("],
  ];
  for (const word of wrong) {
    const script = `"$fab" pane capture "$(printf '${word}')" --raw`;
    assertEquals(await shell(script), refusal, word);
  }
});

Deno.test("every argument that is UTF-8 goes through as it is", {
  ignore: !HERE && skipped("not x86-64 Linux"),
}, async () => {
  for (const word of ["", "~", "é߿ࠀ", "퟿￿", "😀𐀀\u{10ffff}"]) {
    const script = `"$fab" pane capture 'x${word}'`;
    assertEquals(await shell(script), `fab: pane x${word} not found\n2`);
  }
});

Deno.test("in a directory that is gone, what needs none works, and the rest says so", {
  ignore: !HERE && skipped("not x86-64 Linux"),
}, async () => {
  const gone = 'd=$(mktemp -d) && cd "$d" && rmdir "$d" || exit 9; ';
  const missing = await shell(`${gone}"$fab" pane capture x -L fab-none`);
  assertEquals(missing, "fab: pane x not found\n2");
  const version = await shell(`${gone}"$fab" --version`);
  assertEquals(version, await shell('"$fab" --version'));
  const needy = await shell(`${gone}"$fab" agent --print`);
  assertEquals(needy, "fab: the working directory no longer exists; cd to one that does\n1");
});

Deno.test("the machine code is what its source assembles to", {
  ignore: !HERE && skipped("not x86-64 Linux"),
}, async () => {
  const source = new URL("../../scripts/entry/x86_64_linux.s", import.meta.url).pathname;
  const made = await shell(
    `command -v as objcopy >/dev/null || { echo none; exit 0; }
     d=$(mktemp -d) && as --64 -o "$d/o" '${source}' && objcopy -O binary -j .text "$d/o" "$d/b" &&
     od -An -v -tx1 "$d/b" | tr -d ' \\n'; rm -rf "$d"`,
  );
  if (made === "none\n0") console.warn("not compared: no assembler (binutils) on this machine");
  else assertEquals(made, `${ENTRY}0`);
});

function skipped(reason: string): true {
  console.warn(`skipped: ${reason}`);
  return true;
}
