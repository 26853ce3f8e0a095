/**
 * Puts a piece of machine code in front of Deno's runtime in a program that `deno compile` made for
 * Linux on x86-64: it looks at the arguments and the working directory before the runtime does,
 * which ends in a panic over either. See `x86_64_linux.s`.
 *
 *   deno run -A scripts/entry/add_entry.ts <program>
 *
 * A compiled program is the runtime with fab's modules behind it, found from the file's end. The code goes
 * in between, and the header that names the runtime's note (its build id) names the code instead.
 *
 * Exit codes: 0 done, 1 the program does not look as expected.
 *
 * @module
 */

import { ENTRY } from "./x86_64_linux.ts";

/** Marks the modules' beginning, and their end before two numbers. */
const MARK = new TextEncoder().encode("d3n0l4nd");
/** Bytes behind the modules: the mark, a hash, and the number of bytes from the mark on. */
const TRAILER_BYTES = 24;

const ELF_X86_64 = 62;
const PT_LOAD = 1;
const PT_NOTE = 4;
const READ_AND_RUN = 5;
const PAGE = 4096;

/** A program with the code in it. @throws {Error} where it is not as `deno compile` makes it. */
export function addEntry(program: Uint8Array): Uint8Array {
  const modules = startOfModules(program);
  const code = Uint8Array.from(ENTRY.match(/../g) ?? [], (pair) => parseInt(pair, 16));
  const at = align(modules, 16);
  const added = new Uint8Array(program.length + (at - modules) + code.length);
  added.set(program.subarray(0, modules));
  added.set(code, at);
  added.set(program.subarray(modules), at + code.length);

  const view = new DataView(added.buffer);
  const { note, end } = readHeaders(view);
  // The kernel wants the same place within a page in the file and in memory.
  const address = align(end, PAGE) + PAGE + at % PAGE;
  const goesOn = address + code.length;
  const entry = Number(view.getBigUint64(24, true));
  view.setInt32(at + code.length - 4, entry - goesOn, true);
  view.setBigUint64(24, BigInt(address), true);
  view.setUint32(note, PT_LOAD, true);
  view.setUint32(note + 4, READ_AND_RUN, true);
  const places = [at, address, address, code.length, code.length, PAGE];
  places.forEach((value, index) => view.setBigUint64(note + 8 + index * 8, BigInt(value), true));
  return added;
}

function startOfModules(program: Uint8Array): number {
  const trailer = program.length - TRAILER_BYTES;
  const has = (at: number) => at > 0 && MARK.every((byte, index) => program[at + index] === byte);
  if (has(trailer)) {
    const view = new DataView(program.buffer, program.byteOffset);
    const start = program.length - Number(view.getBigUint64(program.length - 8, true));
    if (has(start)) return start;
  }
  throw new Error("no modules behind the runtime, as this deno compile puts them there");
}

/** Where the header of the note is, and the end of what is loaded. */
function readHeaders(view: DataView): { readonly note: number; readonly end: number } {
  const isElf64 = view.getUint32(0) === 0x7f454c46 && view.getUint8(4) === 2;
  if (!isElf64 || view.getUint16(18, true) !== ELF_X86_64) throw new Error("not for x86-64 Linux");
  const first = Number(view.getBigUint64(32, true));
  const size = view.getUint16(54, true);
  let note = -1;
  let end = 0;
  for (let index = 0; index < view.getUint16(56, true); index++) {
    const at = first + index * size;
    const type = view.getUint32(at, true);
    if (type === PT_NOTE) note = at;
    if (type !== PT_LOAD) continue;
    // What is loaded stands in the order of its addresses, so the code has to come last.
    note = -1;
    end = Number(view.getBigUint64(at + 16, true) + view.getBigUint64(at + 40, true));
  }
  if (note < 0) throw new Error("no note behind what is loaded, whose header could be taken");
  return { note, end };
}

function align(value: number, to: number): number {
  return Math.ceil(value / to) * to;
}

if (import.meta.main) {
  const [path = ""] = Deno.args;
  await Deno.writeFile(path, addEntry(await Deno.readFile(path)), { mode: 0o755 });
}
