import { assert, assertEquals, assertMatch, assertRejects } from "@std/assert";
import { DeliveryError } from "../core/message/delivery.ts";
import { FabError } from "../core/errors.ts";
import { type FakePane, fakePane, PANE } from "../testing/fake_pane.ts";
import { deliver } from "./deliver.ts";
import type { DeliverOptions } from "./delivery.ts";

const TEXT = "fix the tests";

function run(pane: FakePane, options: Partial<DeliverOptions> = {}) {
  return deliver(pane.context, { pane: PANE, server: null, text: TEXT, ...options });
}

async function fails(pane: FakePane, options: Partial<DeliverOptions> = {}) {
  return await assertRejects(() => run(pane, options), DeliveryError);
}

/** Draws the input behind another prompt, and something else around it. */
function look(
  pane: FakePane,
  prompt: string,
  around: { above?: () => string[]; below?: () => string[]; empty?: string } = {},
): void {
  pane.draw = () => {
    const above = [...pane.transcript, ...around.above?.() ?? [], ""];
    const lines = pane.input.split("\n");
    const held = lines.map((line, row) => (row === 0 ? prompt : " ".repeat(prompt.length)) + line);
    const x = Array.from(held.at(-1) ?? "").length;
    if (pane.input === "") held[0] = prompt + (around.empty ?? "");
    const y = above.length + lines.length - 1;
    return { rows: [...above, ...held, "", ...around.below?.() ?? []], x, y };
  };
}

const enters = (pane: FakePane) => pane.keys.filter((key) => key === "Enter").length;

Deno.test("prompts of glyphs, of words, of a bar, and none at all", async () => {
  for (const prompt of ["› ", "you: ", "┃ ", "", "sim [3] > "]) {
    const pane = fakePane();
    look(pane, prompt);
    assertEquals((await run(pane)).attempts, 1, prompt);
    assertEquals([pane.received, pane.input, enters(pane)], [[TEXT], "", 1], prompt);
  }
});

Deno.test("a draft is found behind each of them, and stands as it was", async () => {
  for (const prompt of ["› ", "you: ", "┃ "]) {
    for (const draft of ["half", "two words", "one\ntwo", "half 🚀"]) {
      const pane = fakePane();
      look(pane, prompt);
      pane.input = draft;
      const error = await fails(pane);
      assertEquals([error.word, pane.input], ["draft", draft], `${prompt}${draft}`);
      assertEquals(pane.received, []);
    }
  }
});

Deno.test("a placeholder in an empty input is no draft, also when it changes", async () => {
  const pane = fakePane();
  const hints = ["Ask anything", "Try 'fix lint'", "Explain this codebase"];
  look(pane, "› ", {
    get empty() {
      return hints[Math.floor(pane.context.clock.monotonic() / 700) % hints.length] ?? "";
    },
  });
  await run(pane);
  assertEquals(pane.received, [TEXT]);
});

Deno.test("a swallowed paste is not taken for delivered because the placeholder changed", async () => {
  const pane = fakePane();
  let hint = 0;
  look(pane, "› ", {
    get empty() {
      return `Try this ${hint}`;
    },
  });
  pane.onText = (text, how) => {
    if (how === "pasted") hint++;
    else pane.input += text;
  };
  const error = await fails(pane, { text: "a long text\n".repeat(20).trim() });
  assertEquals([error.word, enters(pane), pane.received], ["not echoed", 0, []]);
});

Deno.test("a paste that is shown as a placeholder is delivered whole", async () => {
  const pane = fakePane();
  const text = "line one\nline two\nline three\nline four";
  const stand = "[Pasted text #1 +3 lines]";
  let pasted = "";
  const take = pane.onEnter;
  pane.onText = (piece, how) => {
    if (how === "pasted" && piece.includes("\n")) pasted = piece;
    pane.input += how === "pasted" && piece.includes("\n") ? stand : piece;
  };
  pane.onEnter = () => {
    pane.input = pane.input.replace(stand, pasted);
    take();
  };
  await run(pane, { text });
  assertEquals([pane.received, enters(pane)], [[text], 1]);
});

Deno.test("a clock and a spinner that never stand still do no harm", async () => {
  const pane = fakePane();
  const now = () => Math.floor(pane.context.clock.monotonic() / 7);
  look(pane, "› ", { above: () => [`⠋ ${now()} - working`], below: () => [`12:${now()}`] });
  await run(pane);
  assertEquals([pane.received, enters(pane)], [[TEXT], 1]);
});

Deno.test("a clock that ticks does not make a held text submitted", async () => {
  const pane = fakePane();
  const now = () => Math.floor(pane.context.clock.monotonic() / 7);
  look(pane, "› ", { below: () => Array.from({ length: 1 + now() % 5 }, () => `note ${now()}`) });
  pane.onEnter = () => {};
  const error = await fails(pane);
  assertEquals([error.word, pane.received, pane.input], ["not submitted", [], ""]);
});

Deno.test("a text that stands in the transcript already is delivered, and seen to fail", async () => {
  const pane = fakePane();
  pane.transcript.push(`❯ ${TEXT}`, "done");
  await run(pane);
  assertEquals(pane.received, [TEXT]);
  const deaf = fakePane();
  deaf.transcript.push(`❯ ${TEXT}`, "done");
  deaf.onText = (text, how) => void (deaf.input += how === "pasted" ? "" : text);
  assertEquals([(await fails(deaf)).word, enters(deaf)], ["not echoed", 0]);
});

Deno.test("a text that vanishes before Enter is not submitted because the transcript holds it", async () => {
  const pane = fakePane();
  pane.transcript.push(`❯ ${TEXT}`, "done");
  let shown = 0;
  pane.onText = (text, how) => {
    pane.input += text;
    if (how === "pasted" && shown++ === 0) {
      const { clock } = pane.context;
      clock.at(clock.monotonic() + 60, () => void (pane.input = ""));
    }
  };
  await run(pane);
  assertEquals([pane.received, enters(pane)], [[TEXT], 1]);
  assertMatch(
    pane.context.out.errors,
    /attempt 1 failed \(not echoed: the text vanished.*; the second went/,
  );
});

Deno.test("a completion that takes Enter is told, and never pressed twice as a text", async () => {
  const pane = fakePane();
  const take = pane.onEnter;
  pane.onEnter = () => {
    if (pane.input.endsWith("@fi")) pane.input = pane.input.replace("@fi", "@file.ts ");
    else take();
  };
  const error = await fails(pane, { text: "look at @fi" });
  assertEquals([error.word, pane.received, pane.input], ["not submitted", [], ""]);
});

Deno.test("a mode switch is no echo; nothing runs", async () => {
  for (const text of ["!ls", "#remember"]) {
    const pane = fakePane();
    const draw = pane.draw;
    pane.draw = () => {
      if (!pane.input.startsWith(text.charAt(0))) return draw();
      const { rows, x, y } = draw();
      const mode = (row: string) => row.replace(`❯ ${text.charAt(0)}`, `${text.charAt(0)} `);
      return { rows: rows.map(mode), x, y };
    };
    const error = await fails(pane, { text });
    assertEquals([error.word, enters(pane), pane.received], ["not echoed", 0, []]);
  }
});

Deno.test("a text that the program puts back is not submitted", async () => {
  const pane = fakePane();
  let cursor: number | null = null;
  pane.onEnter = () => {
    const text = pane.input;
    pane.input = "";
    const { clock } = pane.context;
    clock.at(clock.monotonic() + 50, () => {
      pane.input = text;
      cursor = 0;
    });
  };
  pane.onText = (text) => {
    const at = cursor ?? pane.input.length;
    pane.input = pane.input.slice(0, at) + text + pane.input.slice(at);
    if (cursor !== null) cursor += text.length;
  };
  pane.onBackspace = (count) => {
    const at = cursor ?? pane.input.length;
    pane.input = pane.input.slice(0, Math.max(0, at - count)) + pane.input.slice(at);
    if (cursor !== null) cursor = Math.max(0, at - count);
  };
  const error = await fails(pane);
  assertEquals([error.word, pane.received, enters(pane)], ["not submitted", [], 1]);
});

Deno.test("a program that stalls with the marker in its input keeps the payload", async () => {
  const pane = fakePane();
  const { clock } = pane.context;
  pane.onEnter = () => {};
  const take = pane.onBackspace;
  let stalls = true;
  pane.onBackspace = (count) => {
    if (stalls && pane.input.includes("=FAB=")) {
      stalls = false;
      clock.at(clock.monotonic() + 4000, () => take(count));
    } else take(count);
  };
  const error = await fails(pane);
  assertEquals([error.word, pane.received], ["not submitted", []]);
  assertEquals(enters(pane), 4);
});

Deno.test("an error of the system behind the submit key says nothing of a repeat", async () => {
  const pane = fakePane();
  const draw = pane.draw;
  pane.onEnter = () => {
    pane.draw = () => {
      pane.draw = draw;
      throw new FabError("failed", "tmux: can't be started: resource unavailable");
    };
  };
  assertEquals((await fails(pane)).word, "unverified");
});

Deno.test("a program that ends before Enter gets none, nor does the shell behind it", async () => {
  const pane = fakePane();
  const paste = pane.onText;
  pane.onText = (text, how) => {
    paste(text, how);
    if (how === "pasted") pane.foreground = { argv: ["bash"], cooked: false };
  };
  const error = await fails(pane);
  assertEquals([error.word, enters(pane), pane.received], ["shell", 0, []]);
});

Deno.test("a program that was started anew meanwhile has no text", async () => {
  const pane = fakePane();
  pane.onEnter = () => {
    pane.input = "";
    pane.transcript.splice(0, 1, "crashed", "agent 1.0");
    pane.foreground = { ...pane.foreground, reader: 101 };
  };
  const error = await fails(pane, { id: "k" });
  assertEquals([error.word, enters(pane)], ["unverified", 1]);
  assertMatch(error.message, /the program in pane %1 ended/);
});

Deno.test("a shell in a program's place has no text", async () => {
  const pane = fakePane();
  pane.onEnter = () => {
    pane.input = "";
    pane.foreground = { argv: ["bash"], cooked: false };
  };
  assertEquals((await fails(pane)).word, "unverified");
});

Deno.test("a message that waits in a queue is delivered", async () => {
  const pane = fakePane();
  const queue: string[] = [];
  look(pane, "❯ ", { below: () => queue.map((text) => `  queued: ${text}`) });
  pane.onEnter = () => {
    pane.received.push(pane.input);
    queue.push(pane.input);
    pane.input = "";
  };
  await run(pane);
  assertEquals([pane.received, enters(pane)], [[TEXT], 1]);
});

Deno.test("a late screen is waited for; Enter is pressed once", async () => {
  const pane = fakePane();
  const draw = pane.draw;
  const frames: { at: number; made: ReturnType<FakePane["draw"]> }[] = [];
  pane.draw = () => {
    const now = pane.context.clock.monotonic();
    frames.push({ at: now, made: draw() });
    return (frames.findLast(({ at }) => at <= now - 700) ?? frames[0])?.made ?? draw();
  };
  await run(pane);
  assertEquals([pane.received, enters(pane)], [[TEXT], 1]);
});

Deno.test("what C-u does not clear is taken out by backspaces; what nothing clears is refused", async () => {
  const pane = fakePane();
  pane.input = "half a thought";
  pane.answer = (words) => words.includes("C-u") ? {} : null;
  await run(pane, { force: true });
  assertEquals(pane.received, [TEXT]);

  const stuck = fakePane();
  stuck.input = "half a thought";
  const inputless = (words: readonly string[]) => words.includes("C-u") || words.includes("BSpace");
  stuck.answer = (words) => inputless(words) ? {} : null;
  const error = await fails(stuck, { force: true });
  assertEquals([error.word, enters(stuck)], ["not ready", 0]);
  assert(stuck.context.clock.monotonic() < 120_000, "bounded");
});

Deno.test("a reader of lines on a cooked terminal gets one line", async () => {
  const pane = fakePane();
  pane.foreground = { argv: ["cat"], cooked: true };
  look(pane, "", { below: () => [] });
  pane.onEnter = () => {
    pane.received.push(pane.input);
    pane.transcript.push(pane.input);
    pane.input = "";
  };
  await run(pane);
  assertEquals([pane.received, enters(pane)], [[TEXT], 1]);
  pane.keys.length = 0;
  const error = await fails(pane, { text: "a\nb" });
  assertEquals([error.word, pane.keys], ["not ready", []]);
  const long = await fails(pane, { text: "x".repeat(4096) });
  assertMatch(long.message, /at most 4095 bytes/);
  assertEquals(pane.keys, []);
});

Deno.test("a marker that shows only when the program has begun its turn is taken back then", async () => {
  const pane = fakePane();
  const { clock } = pane.context;
  const draw = pane.draw;
  let takenAt = Infinity;
  let late = "";
  pane.onEnter = () => {
    pane.received.push(pane.input);
    pane.input = "";
    takenAt = clock.monotonic();
  };
  pane.onText = (text) => {
    if (takenAt === Infinity) pane.input += text;
    else late += text;
  };
  pane.draw = () => {
    const since = clock.monotonic() - takenAt;
    if (since >= 0 && since < 1500) {
      // The turn's first frame is not there yet, and no key finds an input.
      pane.input = TEXT;
      const frame = draw();
      pane.input = "";
      return frame;
    }
    if (since >= 1500 && pane.transcript.length === 1) pane.transcript.push(`❯ ${TEXT}`);
    if (since >= 2500) {
      pane.input += late;
      late = "";
    }
    return draw();
  };
  assertEquals((await run(pane)).outcome, "delivered");
  assertEquals([pane.received, pane.input + late], [[TEXT], ""]);
});

Deno.test("a list of completions that lags behind the text is waited for", async () => {
  const pane = fakePane();
  const { clock } = pane.context;
  const draw = pane.draw;
  let textAt = 0;
  let letters = "";
  // It offers all commands, the first of them chosen, until it has read what was put in.
  const offered = () => clock.monotonic() - textAt < 320 ? ["/clear", "/help"] : ["/help"];
  pane.onText = (text) => {
    pane.input += text;
    letters = text;
    textAt = clock.monotonic();
  };
  pane.onEnter = () => {
    pane.received.push(pane.input.startsWith("/") ? offered()[0] ?? "" : pane.input);
    pane.transcript.push("Keys and commands");
    pane.input = "";
  };
  pane.draw = () => {
    const frame = draw();
    const list = letters.startsWith("/") && pane.input !== "" ? offered() : [];
    return { ...frame, rows: [...frame.rows, ...list] };
  };
  await run(pane, { text: "/help" });
  assertEquals(pane.received, ["/help"]);
});

Deno.test("a last backslash that became a line break is told without a prompt as well", async () => {
  const text = "a path like C:\\";
  const pane = fakePane();
  look(pane, "", { above: () => ["─────"], below: () => ["─────", "~/project"] });
  const take = pane.onEnter;
  pane.onEnter = () => {
    if (!pane.input.endsWith("\\")) return take();
    pane.input = `${pane.input.slice(0, -1)}\n`;
  };
  const error = await fails(pane, { text });
  assertEquals([error.word, pane.received, pane.input], ["not submitted", [], ""], error.message);
});

Deno.test("a text that left the input and is seen nowhere is unverified, and no key follows", async () => {
  const pane = fakePane();
  pane.onEnter = () => void (pane.input = "");
  const error = await assertRejects(() => run(pane), DeliveryError, "is seen nowhere");
  assertEquals(error.word, "unverified");
  assertEquals(pane.keys.at(-1), "Enter");
});

Deno.test("a turn that began, and shows the text nowhere, is enough", async () => {
  const pane = fakePane();
  pane.onEnter = () => {
    pane.received.push(pane.input);
    pane.input = "";
    pane.transcript.push("Working on it");
    pane.context.clock.at(300, () => void pane.transcript.pop());
  };
  await run(pane);
  assertEquals(pane.received.length, 1);
});
