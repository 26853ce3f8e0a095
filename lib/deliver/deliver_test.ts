import { assert, assertEquals, assertMatch, assertRejects } from "@std/assert";
import { DeliveryError, type DeliveryWord } from "../core/message/delivery.ts";
import { InterruptedError, PaneMissingError, TmuxError, UsageError } from "../core/errors.ts";
import { SENTINEL } from "../core/screen/readiness.ts";
import { type FakePane, fakePane, LOCK, PANE } from "../testing/fake_pane.ts";
import { deliver } from "./deliver.ts";
import type { DeliverOptions } from "./delivery.ts";

const TEXT = "fix the tests";

function run(pane: FakePane, options: Partial<DeliverOptions> = {}) {
  return deliver(pane.context, { pane: PANE, server: null, text: TEXT, ...options });
}

/** Delivers in vain, and sees that the lock and the buffers are gone afterwards. */
async function fails(
  pane: FakePane,
  word: DeliveryWord,
  options: Partial<DeliverOptions> = {},
): Promise<DeliveryError> {
  const error = await assertRejects(() => run(pane, options), DeliveryError);
  assertEquals(error.word, word, error.message);
  await assertNothingHeld(pane);
  return error;
}

async function assertNothingHeld(pane: FakePane): Promise<void> {
  assertEquals(await pane.context.files.lockHolder(LOCK), null, "the lock is held");
  assertEquals([...pane.buffers], [], "a buffer is left");
}

const enters = (pane: FakePane) => pane.keys.filter((key) => key === "Enter").length;
const pastes = (pane: FakePane, text = TEXT) =>
  pane.keys.filter((key) => key === `paste ${JSON.stringify(text)}`).length;

Deno.test("a text is pasted once, submitted once, and reported", async () => {
  const pane = fakePane();
  const delivered = await run(pane);
  assertEquals([delivered.outcome, delivered.attempts], ["delivered", 1]);
  assertEquals(pane.received, [TEXT]);
  assertEquals([pastes(pane), enters(pane), pane.input], [1, 1, ""]);
  assertEquals(pane.context.out.errors, "");
  await assertNothingHeld(pane);
});

Deno.test("the happy path asks tmux 19 times at most, for the processes thrice, for a known agent's record once", async () => {
  const pane = fakePane();
  pane.foreground = { argv: ["a-tool"], cooked: false };
  await run(pane);
  const others = pane.context.exec.calls.filter((call) => call.argv[0] !== "tmux");
  assertEquals(others.length, 3);
  const known = fakePane();
  await run(known);
  assertEquals(known.context.exec.calls.filter((call) => call.argv[0] !== "tmux").length, 4);
  assert(pane.calls.length <= 19, pane.calls.map((call) => call.map((it) => it[0])).join("\n"));
});

Deno.test("whatever the text holds, it arrives byte for byte", async () => {
  const texts = [
    "echo a;",
    "-l",
    "Enter",
    "C-c",
    "#{pane_id} #(x)",
    "日本 🚀 e\u0301",
    "a\nb;\nc",
    "'\"$`\\x",
  ];
  for (const text of texts) {
    const pane = fakePane();
    await run(pane, { text });
    assertEquals(pane.received, [text]);
  }
});

Deno.test("a text that can't be delivered anywhere reaches no tmux", async () => {
  for (const text of ["", "  ", "a\u0003"]) {
    const pane = fakePane();
    await assertRejects(() => run(pane, { text }), UsageError);
    assertEquals(pane.calls.length, 0);
  }
});

Deno.test("a pane that is none is missing; nothing is locked", async () => {
  const pane = fakePane();
  await assertRejects(() => run(pane, { pane: "main:1" }), PaneMissingError);
  pane.gone = true;
  await assertRejects(() => run(pane), PaneMissingError, "pane %1 not found");
  await assertNothingHeld(pane);
});

Deno.test("where keys would go astray nothing is typed", async () => {
  const table: readonly (readonly [string, string, RegExp])[] = [
    ["pane_dead", "1", /is dead/],
    ["pane_input_off", "1", /tmux select-pane -e -t %1/],
    ["pane_synchronized", "1", /every pane of its window/],
  ];
  for (const [fact, value, words] of table) {
    const pane = fakePane();
    pane.facts[fact] = value;
    assertMatch((await fails(pane, "not ready")).message, words);
    assertEquals(pane.keys, []);
  }
});

Deno.test("a pane mode is left first, also one within another", async () => {
  for (const modes of ["1", "2"]) {
    const pane = fakePane();
    pane.facts["pane_in_mode"] = modes;
    await run(pane);
    assertEquals(pane.facts["pane_in_mode"], "0");
    assertEquals(pane.received, [TEXT]);
  }
});

Deno.test("a mode that stays is refused", async () => {
  const pane = fakePane();
  pane.facts["pane_in_mode"] = "1";
  pane.answer = (words) => words.includes("-X") ? {} : null;
  assertMatch((await fails(pane, "not ready")).message, /stays in a tmux mode/);
  assertEquals(pane.keys, []);
});

Deno.test("someone who types is waited for, 10 s at most", async () => {
  const now = (pane: FakePane) => Math.floor(pane.context.clock.now() / 1000);
  const client = (activity: string, more: Record<string, string> = {}) => ({
    client_activity: activity,
    ...{ pane_id: PANE, client_control_mode: "0", client_name: "/dev/pts/9", ...more },
  });
  /** Never pauses. */
  const always = (pane: FakePane, more: Record<string, string> = {}) =>
    Object.defineProperty(client("", more), "client_activity", { get: () => String(now(pane)) });
  const typing = fakePane();
  typing.clients.push(always(typing));
  assertMatch((await fails(typing, "busy")).message, /client \/dev\/pts\/9/);
  assertEquals(typing.keys, []);
  const waited = typing.context.clock.monotonic();
  assert(waited >= 10_000 && waited < 11_000, `${waited} ms`);

  const pausing = fakePane();
  pausing.clients.push(client(String(now(pausing))));
  await run(pausing);
  assertEquals(pausing.received, [TEXT]);

  const elsewhere = fakePane();
  elsewhere.clients.push(always(elsewhere, { pane_id: "%2" }));
  elsewhere.clients.push(always(elsewhere, { client_control_mode: "1" }));
  await run(elsewhere);
  assert(elsewhere.context.clock.monotonic() < 3000);
});

Deno.test("a server that is gone holds nothing to take back", async () => {
  const pane = fakePane();
  pane.answer = () => pane.keys.length > 0 ? { code: 1, stderr: "no server running on x" } : null;
  const error = await assertRejects(() => run(pane), TmuxError);
  assertEquals([error.reason, pane.context.out.errors], ["no-server", ""]);
});

Deno.test("someone who types behind the text keeps it, and it is not submitted", async () => {
  const at = (pane: FakePane, seconds: number) => ({
    client_activity: String(Math.floor(pane.context.clock.now() / 1000) + seconds),
    ...{ pane_id: PANE, client_control_mode: "0", client_name: "/dev/pts/9" },
  });
  const pane = fakePane();
  pane.clients.push(at(pane, -60));
  const paste = pane.onText;
  pane.onText = (text, how) => {
    paste(text, how);
    if (how !== "pasted") return;
    const { clock } = pane.context;
    clock.at(clock.monotonic() + 60, () => {
      pane.input += "x";
      pane.clients.splice(0, 1, at(pane, 0));
    });
  };
  assertMatch((await fails(pane, "busy")).message, /someone typed in pane %1/);
  assertEquals([pane.input, pane.received, enters(pane)], [`${TEXT}x`, [], 0]);

  const watching = fakePane();
  const draw = watching.draw;
  watching.draw = () => {
    watching.clients.splice(0, 1, at(watching, watching.input.includes(TEXT) ? 0 : -60));
    return draw();
  };
  await run(watching);
  assertEquals(watching.received, [TEXT], "who only moves the mouse is no reason");
});

Deno.test("a key from before the clock was set back is no typing", async () => {
  const pane = fakePane();
  const later = Math.floor(pane.context.clock.now() / 1000) + 3600;
  pane.clients.push({
    ...{ client_activity: String(later), pane_id: PANE, client_control_mode: "0" },
    client_name: "/dev/pts/9",
  });
  await run(pane);
  assertEquals(pane.received, [TEXT]);
  assert(pane.context.clock.monotonic() < 3000);
});

Deno.test("another sender is waited for, and named", async () => {
  const pane = fakePane();
  pane.context.files.holdLock(LOCK, "pid 77");
  const error = await assertRejects(() => run(pane), DeliveryError);
  assertEquals([error.word, pane.keys], ["busy", []]);
  assertMatch(error.message, /held by another sender \(pid 77\)/);
});

Deno.test("an idle shell is refused, and taken on purpose", async () => {
  const pane = fakePane();
  pane.foreground.argv = ["bash"];
  assertMatch((await fails(pane, "shell")).message, /at a bash prompt/);
  assertEquals(pane.keys, []);
  await run(pane, { shell: true });
  assertEquals(pane.received, [TEXT]);
});

Deno.test("a draft is refused and stands as it was; --force prints and clears it", async () => {
  const pane = fakePane();
  pane.input = "half a thought";
  const error = await fails(pane, "draft");
  assertEquals(error.details, "--- draft ---\nhalf a thought");
  assertEquals([pane.input, enters(pane)], ["half a thought", 0]);
  await run(pane, { force: true });
  assertEquals(pane.received, [TEXT]);
  assertMatch(pane.context.out.errors, /cleared a draft from pane %1: half a thought/);
});

Deno.test("what probes left in a program that did not read them is cleared, and said", async () => {
  const pane = fakePane();
  pane.input = "--";
  await run(pane);
  assertEquals(pane.received, [TEXT]);
  assertMatch(pane.context.out.errors, /cleared what a probe had left from pane %1: --/);
});

Deno.test("a draft of prompt characters is a draft", async () => {
  for (const input of ["#", "> ", "* "]) {
    const pane = fakePane();
    pane.input = input;
    await fails(pane, "draft");
    assertEquals([pane.input.trimEnd(), pastes(pane)], [input.trimEnd(), 0]);
  }
});

Deno.test("a pane that shows nothing is not ready; the line says that there were two attempts", async () => {
  const pane = fakePane();
  pane.onText = () => {};
  const error = await fails(pane, "not ready");
  assertEquals(
    error.message,
    `not ready: pane ${PANE} takes no input now (parked: no echo) (2 attempts)`,
  );
  assertEquals(error.parked, { word: "no echo", detail: null });
  assertEquals(pane.context.out.errors, "");
  assertMatch(error.details ?? "", /^--- last 20 lines ---\nagent 1.0/);
  assertEquals([pastes(pane), enters(pane)], [0, 0]);
});

Deno.test("a paste that was swallowed is put in once more, and said so", async () => {
  const pane = fakePane();
  let swallow = 1;
  pane.onText = (text, how) => {
    if (how === "pasted" && swallow-- > 0) return;
    pane.input += text;
  };
  assertEquals((await run(pane)).attempts, 2);
  assertEquals([pane.received, pastes(pane), enters(pane)], [[TEXT], 2, 1]);
  assertMatch(pane.context.out.errors, /attempt 1 failed \(not echoed: .*\); the second went\n$/);
});

Deno.test("two attempts that failed otherwise are both in the line", async () => {
  const pane = fakePane();
  const take = pane.onText;
  let probes = 0;
  pane.onText = (text, how) => {
    // The first attempt's probe, and the one that shows that it left nothing.
    if (how === "typed" && probes < 2) take(text, how);
    if (text === SENTINEL) probes++;
  };
  const error = await fails(pane, "not ready");
  assertEquals(
    error.message,
    `not ready: pane ${PANE} takes no input now (parked: no echo) ` +
      "(2 attempts; the first: not echoed: the text did not appear in the input)",
  );
  assertEquals(pane.context.out.errors, "");
});

Deno.test("the pane that this runs in is refused at once; one of another server is not it", async () => {
  const env = (socket: string) => ({ TMUX: `${socket},4711,0`, TMUX_PANE: PANE });
  const own = fakePane({ env: env("/tmp/tmux-0/default") });
  const error = await fails(own, "not ready");
  assertEquals(error.parked?.word, "own pane");
  assertEquals([own.keys, own.calls.length, own.context.clock.sleeps], [[], 1, []]);
  const other = fakePane({ env: env("/tmp/tmux-0/work") });
  assertEquals((await run(other)).outcome, "delivered");
});

Deno.test("what helps names the server and the pane, and needs no client", async () => {
  const table: readonly (readonly [string, string])[] = [
    ["pane_input_off", `'tmux -L work select-pane -e -t ${PANE}'`],
    ["pane_synchronized", `'tmux -L work set-option -w -t ${PANE} synchronize-panes off'`],
    ["pane_in_mode", `'tmux -L work send-keys -X -t ${PANE} cancel'`],
  ];
  for (const [fact, hint] of table) {
    const pane = fakePane();
    pane.facts[fact] = "1";
    pane.answer = (words) => words.includes("-X") ? {} : null;
    const error = await fails(pane, "not ready", { server: "work" });
    assert(error.message.includes(hint), error.message);
  }
  const shell = fakePane();
  shell.foreground.argv = ["bash"];
  const error = await fails(shell, "shell", { server: "work" });
  assert(error.message.includes(`'fab pane deliver ${PANE} -L work --shell'`), error.message);
});

Deno.test("a text that never shows is taken out again, and Enter is never pressed", async () => {
  const pane = fakePane();
  pane.onText = (text, how) => void (pane.input += how === "pasted" ? text.slice(0, 5) : text);
  await fails(pane, "not echoed");
  assertEquals([pastes(pane), enters(pane), pane.input], [2, 0, ""]);
});

Deno.test("Enter is pressed again on proof that the text is held; nothing is pasted again", async () => {
  const pane = fakePane();
  const take = pane.onEnter;
  let swallow = 2;
  pane.onEnter = () => {
    if (swallow-- <= 0) take();
  };
  assertEquals((await run(pane)).attempts, 1);
  assertEquals([pane.received, pastes(pane), enters(pane)], [[TEXT], 1, 3]);
});

Deno.test("an Enter that became a line break is undone and pressed again", async () => {
  const pane = fakePane();
  const take = pane.onEnter;
  let breaks = 1;
  pane.onEnter = () => {
    if (breaks-- > 0) pane.input += "\n";
    else take();
  };
  await run(pane);
  assertEquals(pane.received, [TEXT]);
});

Deno.test("Enter that never works ends, the text taken out", async () => {
  const pane = fakePane();
  pane.onEnter = () => {};
  await fails(pane, "not submitted");
  assertEquals([pane.received, pastes(pane), enters(pane), pane.input], [[], 1, 4, ""]);
});

Deno.test("what became of Enter can't be seen: unverified, and nothing is typed again", async () => {
  const pane = fakePane();
  const draw = pane.draw;
  pane.onEnter = () => {
    pane.received.push(pane.input);
    pane.draw = () => ({ rows: ["", ""], x: 0, y: 0 });
  };
  await fails(pane, "unverified");
  assertEquals([pastes(pane), enters(pane)], [1, 1]);
  assert(draw !== pane.draw);
});

Deno.test("a text that the program put into its input meanwhile is no proof against it", async () => {
  const pane = fakePane();
  pane.onEnter = () => {
    pane.received.push(pane.input);
    pane.input = "write the docs next";
  };
  await fails(pane, "unverified");
  assertEquals([pane.received, pastes(pane), enters(pane)], [[TEXT], 1, 1]);
});

Deno.test("a pane that ends at Enter, and a tmux that hangs there, are unverified", async () => {
  const dies = fakePane();
  dies.onEnter = () => void (dies.gone = true);
  await fails(dies, "unverified");
  assertEquals(pastes(dies), 1);

  const hangs = fakePane();
  hangs.answer = (words) => words.includes("Enter") ? { timedOut: true, code: 137 } : null;
  await fails(hangs, "unverified");
  assertEquals(pastes(hangs), 1);
});

Deno.test("a tmux that hangs before Enter is tmux's failure; the buffer is asked to go", async () => {
  const pane = fakePane();
  pane.answer = (words) => words[0] === "paste-buffer" ? { timedOut: true, code: 137 } : null;
  await assertRejects(() => run(pane), TmuxError);
  assertEquals(enters(pane), 0);
  await assertNothingHeld(pane);
});

Deno.test("a key makes a repeat safe", async () => {
  const pane = fakePane();
  await run(pane, { id: "k 1" });
  assertMatch(
    pane.options.get("@fab_pane_receipt") ?? "",
    /^d:[0-9a-f]{32}:[0-9a-f]{16}:100@700\.4096\.9000$/,
  );
  const before = pane.keys.length;
  const again = await run(pane, { id: "k 1" });
  assertEquals([again.outcome, again.attempts], ["already_delivered", 0]);
  assertEquals(pane.keys.length, before);
  await run(pane, { id: "another" });
  assertEquals(pane.received, [TEXT, TEXT]);
});

Deno.test("a receipt ends with the process that read the text, and with the program in it", async () => {
  for (const word of ["d", "p"]) {
    const pane = fakePane();
    const life = (start: number, stack: number) => void (pane.foreground.life = [start, stack]);
    const take = pane.onEnter;
    const gone = () => void (pane.gone = true);
    const deliverK = async (enter: () => void) => {
      pane.onEnter = enter;
      await run(pane, { id: "k" }).catch((error) => assert(error instanceof DeliveryError));
      pane.gone = false;
      pane.input = "";
    };
    await deliverK(word === "d" ? take : gone);
    assertMatch(pane.options.get("@fab_pane_receipt") ?? "", new RegExp(`^${word}:`));
    await deliverK(take);
    const once = word === "d" ? 1 : 0;
    assertEquals(pane.received.length, once, "the same agent");
    life(800, 9000);
    await deliverK(take);
    assertEquals(pane.received.length, once + 1, "started anew with the same number");
    life(800, 7000);
    await deliverK(take);
    assertEquals(pane.received.length, once + 2, "another program in the same process");
    await deliverK(take);
    assertEquals(pane.received.length, once + 2, "and that one once");
  }
});

Deno.test("a receipt that names no process, of an earlier release, counts", async () => {
  const pane = fakePane();
  await run(pane, { id: "k" });
  const old = (pane.options.get("@fab_pane_receipt") ?? "").split(":").slice(0, 3).join(":");
  pane.options.set("@fab_pane_receipt", old);
  assertEquals((await run(pane, { id: "k" })).outcome, "already_delivered");
});

Deno.test("a key whose Enter was never seen to work types nothing", async () => {
  const pane = fakePane();
  pane.onEnter = () => void (pane.gone = true);
  await fails(pane, "unverified", { id: "k" });
  assertMatch(pane.options.get("@fab_pane_receipt") ?? "", /^p:/);
  pane.gone = false;
  const before = pane.keys.length;
  await fails(pane, "unverified", { id: "k" });
  assertEquals(pane.keys.length, before);
});

Deno.test("a key's receipt goes when nothing was submitted", async () => {
  const pane = fakePane();
  const take = pane.onEnter;
  pane.onEnter = () => {};
  await fails(pane, "not submitted", { id: "k" });
  assertEquals(pane.options.get("@fab_pane_receipt"), "");
  pane.onEnter = take;
  assertEquals((await run(pane, { id: "k" })).outcome, "delivered");
});

Deno.test("a receipt that can't be written does not undo a delivery", async () => {
  const pane = fakePane();
  pane.answer = (words) =>
    words[0] === "set-option" && words[5]?.startsWith("d:") === true
      ? { timedOut: true, code: 137 }
      : null;
  assertEquals((await run(pane, { id: "k" })).outcome, "delivered");
  assertMatch(
    pane.context.out.errors,
    /the receipt of the delivery to pane %1 could not be written/,
  );
  await assertNothingHeld(pane);
});

Deno.test("several lines where bracketed paste is off are refused, with nothing left", async () => {
  const pane = fakePane();
  pane.facts["bracket_paste_flag"] = "0";
  assertMatch((await fails(pane, "not ready", { text: "a\nb" })).message, /--prompt-file/);
  assertEquals([pane.input, enters(pane)], ["", 0]);
});

Deno.test("where tmux can't tell, bracketed paste is tried out and taken back", async () => {
  const on = fakePane();
  on.facts["bracket_paste_flag"] = "";
  await run(on, { text: "a\nb" });
  assertEquals(on.received, ["a\nb"]);

  const off = fakePane();
  off.facts["bracket_paste_flag"] = "";
  off.onText = (text) => {
    for (const char of text) {
      if (char === "\u007f") off.input = off.input.slice(0, -1);
      else off.input += char;
    }
  };
  await fails(off, "not ready", { text: "a\nb" });
  assertEquals([off.input, off.received], ["", []]);
});

/** An input as an agent has it that applies a DEL wherever it comes, and knows the brackets else. */
function takesDeleteAlways(pane: FakePane, brackets: boolean): void {
  pane.facts["bracket_paste_flag"] = "";
  pane.onText = (text, how) => {
    for (const char of text) {
      if (char === "\b" && how === "pasted" && brackets) continue;
      if (char === "\b" || char === "\u007f") pane.input = pane.input.slice(0, -1);
      else pane.input += char;
    }
  };
}

Deno.test("an agent that takes a DEL for a key within a paste is tried out by another key", async () => {
  for (const text of ["a\nb", "tab\there"]) {
    const on = fakePane();
    takesDeleteAlways(on, true);
    const error = await run(on, { text }).catch((error) => error);
    assertEquals(on.received, [text], String(error));
    const off = fakePane();
    takesDeleteAlways(off, false);
    await fails(off, "not ready", { text });
    assertEquals([off.input, off.received], ["", []]);
  }
});

Deno.test("without Enter the text is left in the input", async () => {
  const pane = fakePane();
  assertEquals((await run(pane, { enter: false })).outcome, "delivered");
  assertEquals([pane.input, pane.received, enters(pane)], [TEXT, [], 0]);
});

Deno.test("an interruption takes out what was typed, and lets the lock go", async () => {
  const pane = fakePane();
  pane.onText = (text) => {
    pane.input += text;
    if (text === TEXT) pane.context.controller.abort(new InterruptedError("SIGINT"));
  };
  await assertRejects(() => run(pane), InterruptedError);
  assertEquals([pane.input, enters(pane)], ["", 0]);
  assertMatch(pane.context.out.errors, /interrupted at pane %1: clearing the input of the text/);
  await assertNothingHeld(pane);
});
