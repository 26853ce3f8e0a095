import { assertEquals, assertRejects, assertThrows } from "@std/assert";
import { FabError, InterruptedError } from "../core/errors.ts";
import { openKeyboard, type RawTerminal } from "./keyboard.ts";

/** A terminal from which the given reads come, then `last`. */
function terminal(reads: readonly string[], last: () => Promise<number | null>) {
  const modes: boolean[] = [];
  const rest = [...reads];
  const fake: RawTerminal = {
    setRaw: (raw) => void modes.push(raw),
    read(into) {
      const text = rest.shift();
      if (text === undefined) return last();
      return Promise.resolve(new TextEncoder().encodeInto(text, into).written);
    },
  };
  return { fake, modes };
}

async function texts(reads: AsyncIterable<Uint8Array>): Promise<string[]> {
  const found: string[] = [];
  for await (const bytes of reads) found.push(new TextDecoder().decode(bytes));
  return found;
}

Deno.test("a keyboard gives each read, and ends when the terminal goes away", async () => {
  const failing = () => Promise.reject(new Error("Input/output error (os error 5)"));
  for (const last of [failing, () => Promise.resolve(null)]) {
    const { fake, modes } = terminal(["a", "\x1b[200~é"], last);
    const keyboard = openKeyboard(fake, new AbortController().signal);
    assertEquals(await texts(keyboard.reads), ["a", "\x1b[200~é"]);
    keyboard.close();
    keyboard.close();
    assertEquals(modes, [true, false]);
  }
});

Deno.test("a signal ends the reading, before it and in the middle", async () => {
  const never = () => new Promise<null>(() => {});
  const controller = new AbortController();
  const keyboard = openKeyboard(terminal([], never).fake, controller.signal);
  const reading = assertRejects(() => texts(keyboard.reads), InterruptedError);
  controller.abort(new InterruptedError("SIGHUP"));
  await reading;
  const late = openKeyboard(terminal([], never).fake, controller.signal);
  await assertRejects(() => texts(late.reads), InterruptedError);
});

Deno.test("what is no terminal is said so", () => {
  const fake: RawTerminal = {
    setRaw() {
      throw new Error("ENOTTY");
    },
    read: () => Promise.resolve(null),
  };
  assertThrows(
    () => openKeyboard(fake, new AbortController().signal),
    FabError,
    "standard input is no terminal",
  );
});
