/**
 * The simulated agents do what their table says, driven by plain tmux keys. What a delivery is
 * judged by must itself be known to be true.
 *
 * @module
 */

import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { allEnded } from "./helpers/all.ts";
import { poll, type SimPane, type TmuxServer, withTmux } from "./helpers/tmux_server.ts";
import { behaviourOf, type Kind, KINDS } from "./sim/kinds.ts";

const SMALL = { columns: 60, rows: 14 };

/** Types, and waits until the text is on the screen. */
async function typeSeen(tmux: TmuxServer, sim: SimPane, text: string): Promise<void> {
  await tmux.type(sim.pane, text);
  await tmux.waitFor(sim.pane, text);
}

async function messagesAfter(sim: SimPane, count: number): Promise<readonly string[]> {
  return (await sim.until(`${count} messages`, (log) => log.messages.length >= count)).messages;
}

function simTest(
  name: string,
  kind: Kind,
  body: (tmux: TmuxServer, sim: SimPane) => Promise<void>,
  options: Parameters<TmuxServer["openSim"]>[1] & { readonly size?: typeof SMALL } = {},
): void {
  const { size = SMALL, ...open } = options;
  Deno.test(`sim ${kind}: ${name}`, () =>
    withTmux(async (tmux) => {
      await body(tmux, await tmux.openSim(kind, open));
    }, size));
}

/** The kinds that take input and submit it with one unhurried Enter. */
const TAKING = KINDS.filter((kind) => {
  const behaviour = behaviourOf(kind);
  return behaviour !== null && behaviour.possible.refuses.any === undefined &&
    behaviour.burstMs === 0 && behaviour.swallowsEnters === 0 &&
    behaviour.crashAfterPasteMs === null;
});

/** Opens many kinds, a few at a time. */
async function forKinds(
  kinds: readonly Kind[],
  body: (tmux: TmuxServer, sim: SimPane, kind: Kind) => Promise<void>,
): Promise<void> {
  await withTmux(async (tmux) => {
    const left = [...kinds];
    const work = async () => {
      for (let kind = left.shift(); kind !== undefined; kind = left.shift()) {
        await body(tmux, await tmux.openSim(kind), kind);
      }
    };
    await allEnded([work(), work(), work(), work()]);
  }, SMALL);
}

Deno.test("every kind that takes input logs the exact bytes of a typed message", () =>
  forKinds(TAKING, async (tmux, sim, kind) => {
    const text = `${kind} wörld 你好 #{pane_id} $HOME;`;
    await tmux.type(sim.pane, text);
    await tmux.waitFor(sim.pane, (screen) => screen.replaceAll(/\s/g, "").includes("$HOME;"));
    await tmux.press(sim.pane, "Enter");
    assertEquals(await messagesAfter(sim, 1), [text], kind);
  }));

/** Those that keep a paste as it is. */
const PASTING = TAKING.filter((kind) => {
  const behaviour = behaviourOf(kind);
  return behaviour?.paste !== "off" && behaviour?.mangles === null;
});

Deno.test("every kind with bracketed paste submits pasted lines as one message", () =>
  forKinds(PASTING, async (tmux, sim, kind) => {
    const text = "line one;\n  line two\nend here";
    await tmux.paste(sim.pane, text);
    await tmux.waitFor(sim.pane, "end here");
    await tmux.press(sim.pane, "Enter");
    assertEquals(await messagesAfter(sim, 1), [text], kind);
  }));

simTest("a draft is in the input from the start", "framed", async (tmux, sim) => {
  await tmux.waitFor(sim.pane, /│ > first line .*\n│ {3}second line/);
  await tmux.press(sim.pane, "Enter");
  assertEquals(await messagesAfter(sim, 1), ["first line\nsecond line"]);
}, { draft: "first line\nsecond line" });

simTest("the box grows, and shows the end of what does not fit", "framed", async (tmux, sim) => {
  await tmux.paste(sim.pane, `${"x".repeat(2000)}END`);
  const screen = await tmux.waitFor(sim.pane, /xEN? .*\n?.*D /);
  assert(screen.split("\n").length <= 6, screen);
  await tmux.press(sim.pane, "Enter");
  assertEquals((await messagesAfter(sim, 1))[0]?.length, 2003);
}, { size: { columns: 20, rows: 6 } });

simTest("breaks lines between words", "wrapping", async (tmux, sim) => {
  await tmux.type(sim.pane, `${"word ".repeat(11)}together`);
  await tmux.waitFor(sim.pane, /word\n {2}together/);
});

simTest("three rows of a long text are seen", "scrollbox", async (tmux, sim) => {
  await tmux.type(sim.pane, `START${"x".repeat(300)}END`);
  const screen = await tmux.waitFor(sim.pane, "END");
  assert(!screen.includes("START"), screen);
});

simTest("is on the alternate screen", "fullscreen", async (tmux, sim) => {
  await tmux.waitFor(sim.pane, "Welcome");
  const format = "#{alternate_on}";
  assertEquals(await tmux.tmux("display-message", "-p", "-t", sim.pane, format), "1\n");
  const normal = await tmux.tmux("capture-pane", "-a", "-p", "-t", sim.pane);
  assertStringIncludes(normal, "nothing to commit");
});

simTest("other text stands in the input's rows", "sidebar", async (tmux, sim) => {
  await tmux.type(sim.pane, "y".repeat(400));
  await tmux.waitFor(sim.pane, /┃ y{162} {2,}.*tokens|┃ y{162} Context/);
}, { size: { columns: 200, rows: 50 } });

simTest("the cursor is hidden and under the text", "parked_cursor", async (tmux, sim) => {
  await typeSeen(tmux, sim, "hello");
  const where = await tmux.tmux(
    ...["display-message", "-p", "-t", sim.pane, "#{cursor_flag} #{cursor_x} #{cursor_y}"],
  );
  const rows = (await tmux.capture(sim.pane)).split("\n").length;
  assertEquals(where, `0 0 ${rows}\n`);
});

simTest("dim text goes with the first key", "hinted", async (tmux, sim) => {
  await tmux.waitFor(sim.pane, "> Try");
  const styled = await tmux.tmux("capture-pane", "-e", "-p", "-t", sim.pane);
  assert(styled.includes('\x1b[2mTry "fix'), JSON.stringify(styled));
  await tmux.type(sim.pane, "x");
  await tmux.waitFor(sim.pane, (screen) => screen.includes("> x") && !screen.includes("Try"));
});

simTest("what is typed is followed by other text", "ghost", async (tmux, sim) => {
  await tmux.type(sim.pane, "fix it");
  await tmux.waitFor(sim.pane, "> fix it and run the tests");
  await tmux.press(sim.pane, "Enter");
  assertEquals(await messagesAfter(sim, 1), ["fix it"]);
});

simTest("the input moves down with the first message", "home", async (tmux, sim) => {
  await typeSeen(tmux, sim, "hello");
  const rowOf = (screen: string) => screen.split("\n").findIndex((row) => row.startsWith("│ >"));
  const first = rowOf(await tmux.capture(sim.pane));
  await tmux.press(sim.pane, "Enter");
  await tmux.waitFor(sim.pane, (screen) => rowOf(screen) > first);
});

simTest("the kernel echoes into its painted prompt", "cooked_prompt", async (tmux, sim) => {
  await tmux.waitFor(sim.pane, "│ >");
  await tmux.type(sim.pane, "early");
  await tmux.waitFor(sim.pane, "early");
  assertEquals((await sim.log()).has("ready"), false);
  await sim.until("ready", (log) => log.has("ready"));
  await tmux.waitFor(sim.pane, "│ > early");
}, { wait: false });

simTest("text is composed as it comes", "normalises", async (tmux, sim) => {
  await tmux.paste(sim.pane, "cafe\u0301 n\u0303");
  await tmux.waitFor(sim.pane, "caf\u00e9 \u00f1");
  await tmux.press(sim.pane, "Enter");
  assertEquals(await messagesAfter(sim, 1), ["caf\u00e9 \u00f1"]);
});

simTest("no Enter submits, each is a line", "enter_newline", async (tmux, sim) => {
  await typeSeen(tmux, sim, "hello");
  await tmux.press(sim.pane, "Enter", "Enter");
  await tmux.waitFor(sim.pane, /hello +│\n│ +│\n│ +│\n╰/);
  assertEquals((await sim.log()).messages, []);
});

simTest("each Enter is a line with a prompt of its own", "continues", async (tmux, sim) => {
  await typeSeen(tmux, sim, "hello");
  await tmux.press(sim.pane, "Enter");
  await tmux.waitFor(sim.pane, />>> hello\n\.\.\.$/);
  assertEquals((await sim.log()).messages, []);
});

simTest("a tab is shown as its key, and taken as one", "caret_tabs", async (tmux, sim) => {
  await tmux.paste(sim.pane, "a\tb");
  await tmux.waitFor(sim.pane, "a^Ib");
  await tmux.press(sim.pane, "Enter");
  assertEquals(await messagesAfter(sim, 1), ["a\tb"]);
});

simTest("keys that come at once are text", "whole_reads", async (tmux, sim) => {
  await typeSeen(tmux, sim, "hello");
  await tmux.press(sim.pane, "BSpace");
  await tmux.waitFor(sim.pane, /> hell$/m);
  await tmux.tmux("send-keys", "-t", sim.pane, "-N", "2", "BSpace");
  await tmux.press(sim.pane, "C-u");
  await tmux.waitFor(sim.pane, "hellu");
  await tmux.press(sim.pane, "Enter");
  assertEquals(await messagesAfter(sim, 1), ["hell\x7f\x7fu"]);
});

simTest("new words with dashes go by above the input", "streams", async (tmux, sim) => {
  await tmux.waitFor(sim.pane, / - .* of the answer[^]*> *\n/);
  const first = await tmux.capture(sim.pane);
  await tmux.waitFor(sim.pane, (screen) => screen !== first, { deadlineMs: 1000 });
});

simTest("comes up late, and any letter chooses", "menu_late", async (tmux, sim) => {
  assertEquals(await tmux.capture(sim.pane), "");
  await tmux.waitFor(sim.pane, "- [a]pprove");
  await tmux.type(sim.pane, "-b");
  await sim.until("chosen", (log) => log.has("menu-choice"));
}, { wait: false });

simTest("there is no input during a turn", "hides_input", async (tmux, sim) => {
  await typeSeen(tmux, sim, "hello");
  await tmux.press(sim.pane, "Enter");
  await tmux.waitFor(sim.pane, (screen) => screen.includes("Working") && !screen.includes("│"));
  await tmux.waitFor(sim.pane, /│ > +│/);
});

simTest("the kernel echoes what is typed during its boot", "slow_boot", async (tmux, sim) => {
  await tmux.waitFor(sim.pane, "loading");
  await tmux.type(sim.pane, "early");
  const screen = await tmux.waitFor(sim.pane, "early");
  assert(!screen.includes("│"), screen);
  await tmux.waitFor(sim.pane, "│ > early");
}, { wait: false });

simTest("nothing is seen at first", "blank_boot", async (tmux, sim) => {
  await sim.until("started", (log) => log.has("start"));
  await tmux.type(sim.pane, "early");
  assertEquals(await tmux.capture(sim.pane), "");
  await tmux.waitFor(sim.pane, "│ > early");
}, { wait: false });

simTest(
  "text and Enter sent while it is deaf: the Enter is lost",
  "deaf_boot",
  async (tmux, sim) => {
    await tmux.waitFor(sim.pane, "│ >");
    await tmux.type(sim.pane, "early");
    await tmux.press(sim.pane, "Enter");
    assertEquals((await sim.log()).has("ready"), false);
    await tmux.waitFor(sim.pane, "│ > early");
    assert((await sim.log()).has("enter-swallowed"));
    await tmux.press(sim.pane, "Enter");
    assertEquals(await messagesAfter(sim, 1), ["early"]);
  },
  { wait: false },
);

simTest("takes one Enter, and no text", "trust_wall", async (tmux, sim) => {
  await tmux.waitFor(sim.pane, "Do you trust");
  await tmux.type(sim.pane, "hello");
  await tmux.press(sim.pane, "Enter");
  await tmux.waitFor(sim.pane, /│ > +│/);
  assert((await sim.log()).has("trust-accepted"));
}, { wait: false });

simTest("nothing gets past it", "login_wall", async (tmux, sim) => {
  await tmux.waitFor(sim.pane, "log in");
  await tmux.press(sim.pane, "Enter", "Enter");
  const log = await sim.until(
    "login-started twice",
    ({ events }) => events.filter(({ name }) => name === "login-started").length === 2,
  );
  assertEquals(log.has("ready"), false);
}, { wait: false });

simTest("letters of both cases choose, a paste does not", "menu", async (tmux, sim) => {
  await tmux.waitFor(sim.pane, "Allow");
  await tmux.paste(sim.pane, "FAB");
  await tmux.type(sim.pane, "aB-");
  const log = await sim.until("two choices", ({ events }) => events.length >= 4);
  assertEquals(log.events.slice(2).map(({ detail }) => detail), ["a", "B"]);
}, { wait: false });

simTest("nothing is echoed", "password", async (tmux, sim) => {
  await tmux.waitFor(sim.pane, "Password:");
  await tmux.type(sim.pane, "hunter2");
  await tmux.press(sim.pane, "Enter");
  const screen = await tmux.waitFor(sim.pane, "Sorry");
  assert(!screen.includes("hunter2"), screen);
  assertEquals((await sim.log()).events.at(-1)?.detail, "hunter2");
});

simTest("C-u leaves the key, backspaces take it away", "api_key", async (tmux, sim) => {
  await typeSeen(tmux, sim, "abc");
  await tmux.press(sim.pane, "C-u", "BSpace");
  await tmux.waitFor(sim.pane, /│ ab +│/);
});

simTest("a paste of four lines becomes a placeholder", "folded", async (tmux, sim) => {
  const text = "a\nb\nc\nd";
  await tmux.paste(sim.pane, text);
  await tmux.waitFor(sim.pane, "❯ [Pasted text #1 +3 lines]");
  await tmux.press(sim.pane, "Enter");
  assertEquals(await messagesAfter(sim, 1), [text]);
  await tmux.paste(sim.pane, "z".repeat(801));
  await tmux.waitFor(sim.pane, /❯ \[Pasted text #2\]$/m);
  await tmux.press(sim.pane, "BSpace");
  await tmux.waitFor(sim.pane, /❯$/m);
});

simTest("lines are submitted one by one, Tab is a key", "paste_off", async (tmux, sim) => {
  await tmux.paste(sim.pane, "one\ntwo\tx");
  await tmux.waitFor(sim.pane, "> twox");
  assertEquals((await sim.log()).messages, ["one"]);
  assert((await sim.log()).has("tab-key"));
});

simTest("holds 4 095 bytes of a line", "canonical", async (tmux, sim) => {
  await tmux.paste(sim.pane, "k".repeat(5000));
  await tmux.press(sim.pane, "Enter");
  assertEquals((await messagesAfter(sim, 1))[0]?.length, 4095);
});

simTest("a tab is taken as spaces", "tab_spaces", async (tmux, sim) => {
  await tmux.paste(sim.pane, "a\tb");
  await tmux.waitFor(sim.pane, "> a    b");
  await tmux.press(sim.pane, "Enter");
  assertEquals(await messagesAfter(sim, 1), ["a    b"]);
});

simTest("white space at the end is not taken", "trims", async (tmux, sim) => {
  await tmux.paste(sim.pane, "end \n");
  await tmux.waitFor(sim.pane, "> end");
  await tmux.press(sim.pane, "Enter");
  assertEquals(await messagesAfter(sim, 1), ["end"]);
});

const COMPLETIONS = { "/mod": "/mod-all ", "see main.ts": "see @src/main.ts " };
for (const [text, completed] of Object.entries(COMPLETIONS)) {
  simTest(`'${text}': the first Enter closes it`, "popup_closes", async (tmux, sim) => {
    await tmux.paste(sim.pane, text);
    await tmux.waitFor(sim.pane, text.startsWith("/") ? "/mod-clear" : "tests/main.ts");
    await tmux.press(sim.pane, "Enter");
    await tmux.waitFor(sim.pane, "? for shortcuts");
    await tmux.press(sim.pane, "Enter");
    assertEquals(await messagesAfter(sim, 1), [text]);
  });
  simTest(`'${text}': the first Enter changes it`, "popup_completes", async (tmux, sim) => {
    await tmux.paste(sim.pane, text);
    await tmux.waitFor(sim.pane, text.startsWith("/") ? "/mod-clear" : "tests/main.ts");
    await tmux.press(sim.pane, "Enter");
    await tmux.waitFor(sim.pane, completed.trim());
    await tmux.press(sim.pane, "Enter");
    assertEquals(await messagesAfter(sim, 1), [completed]);
  });
}

simTest("a typed ! outlives C-u, a pasted one is text", "bang_shell", async (tmux, sim) => {
  await tmux.paste(sim.pane, "!ls");
  await tmux.waitFor(sim.pane, "> !ls");
  await tmux.press(sim.pane, "Enter");
  assertEquals(await messagesAfter(sim, 1), ["!ls"]);
  await tmux.type(sim.pane, "!");
  await tmux.press(sim.pane, "C-u");
  await tmux.type(sim.pane, "date");
  await tmux.waitFor(sim.pane, "! date");
  await tmux.press(sim.pane, "Enter");
  const log = await sim.until("ran it", (entries) => entries.has("shell-command"));
  assertEquals(log.messages, ["!ls"]);
});

simTest("an Enter in the burst is a newline, a later one submits", "burst", async (tmux, sim) => {
  const to = ["send-keys", "-t", sim.pane];
  await tmux.tmux(...to, "-l", "fast", ";", ...to, "Enter");
  await sim.until("newline", (log) => log.has("enter-newline"));
  const quiet = performance.now() + 150;
  await tmux.waitFor(sim.pane, () => performance.now() > quiet);
  await tmux.press(sim.pane, "Enter");
  assertEquals(await messagesAfter(sim, 1), ["fast\n"]);
});

simTest("the second Enter submits", "enter_once", async (tmux, sim) => {
  await typeSeen(tmux, sim, "hello");
  await tmux.press(sim.pane, "Enter");
  await sim.until("swallowed", (log) => log.has("enter-swallowed"));
  await tmux.press(sim.pane, "Enter");
  assertEquals(await messagesAfter(sim, 1), ["hello"]);
});

simTest("no Enter submits", "enter_never", async (tmux, sim) => {
  await typeSeen(tmux, sim, "hello");
  await tmux.press(sim.pane, "Enter", "Enter", "Enter");
  const log = await sim.until(
    "three swallowed",
    ({ events }) => events.filter(({ name }) => name === "enter-swallowed").length === 3,
  );
  assertEquals(log.messages, []);
  assertStringIncludes(await tmux.capture(sim.pane), "│ > hello");
});

simTest("a last backslash makes a newline", "backslash", async (tmux, sim) => {
  await typeSeen(tmux, sim, "one\\");
  await tmux.press(sim.pane, "Enter");
  await tmux.type(sim.pane, "two");
  await tmux.waitFor(sim.pane, /> one +│\n│ +two/);
  await tmux.press(sim.pane, "Enter");
  assertEquals(await messagesAfter(sim, 1), ["one\ntwo"]);
});

simTest("three Enters send three times", "linger", async (tmux, sim) => {
  await typeSeen(tmux, sim, "again");
  await tmux.press(sim.pane, "Enter", "Enter", "Enter");
  assertEquals(await messagesAfter(sim, 3), ["again", "again", "again"]);
  assertStringIncludes(await tmux.capture(sim.pane), "│ > again");
  await tmux.waitFor(sim.pane, /│ > +│/);
});

simTest("no two looks are alike", "clock", async (tmux, sim) => {
  const first = await tmux.capture(sim.pane);
  await tmux.waitFor(sim.pane, (screen) => screen !== first, { deadlineMs: 1000 });
});

simTest("what is typed is seen two seconds later", "late", async (tmux, sim) => {
  await tmux.waitFor(sim.pane, "│ >");
  const begin = performance.now();
  await typeSeen(tmux, sim, "hello");
  const took = performance.now() - begin;
  assert(took > 1900 && took < 4500, `${took} ms`);
});

simTest("sixty lines follow", "scrolls", async (tmux, sim) => {
  await typeSeen(tmux, sim, "go");
  await tmux.press(sim.pane, "Enter");
  const screen = await tmux.waitFor(sim.pane, "output line 60");
  assert(!screen.includes("> go"), screen);
  assertStringIncludes(await tmux.capture(sim.pane, { history: true }), "> go");
});

simTest("a message waits in its own row while it is busy", "queue", async (tmux, sim) => {
  await typeSeen(tmux, sim, "next");
  await tmux.press(sim.pane, "Enter");
  await tmux.waitFor(sim.pane, /queued: next\n─+\n>\n/);
  await tmux.waitFor(sim.pane, /^> next$/m);
  assertEquals((await sim.log()).messages, ["next"]);
});

simTest("the message is shown nowhere", "hides", async (tmux, sim) => {
  await typeSeen(tmux, sim, "secret");
  await tmux.press(sim.pane, "Enter");
  await messagesAfter(sim, 1);
  await tmux.waitFor(sim.pane, /│ > +│/);
  assert(!(await tmux.capture(sim.pane, { history: true })).includes("secret"));
});

simTest("/help covers the input", "help_screen", async (tmux, sim) => {
  await typeSeen(tmux, sim, "/help");
  await tmux.press(sim.pane, "Enter");
  await tmux.waitFor(sim.pane, (screen) => screen.includes("go back") && !screen.includes("│"));
});

simTest("C-u takes a line, then the break before it", "framed", async (tmux, sim) => {
  await tmux.press(sim.pane, "C-u");
  await tmux.waitFor(sim.pane, /> one +│\n│ +│/);
  await tmux.press(sim.pane, "C-u", "C-u");
  await tmux.waitFor(sim.pane, /│ > +│\n╰/);
}, { draft: "one\ntwo" });

simTest("C-u takes one visual row", "clear_row", async (tmux, sim) => {
  await tmux.type(sim.pane, `${"a".repeat(58)}${"b".repeat(20)}`);
  await tmux.waitFor(sim.pane, /a{58}\n {2}b{20}/);
  await tmux.press(sim.pane, "C-u");
  const screen = await tmux.waitFor(sim.pane, (text) => !text.includes("b"));
  assertStringIncludes(screen, "a".repeat(58));
  await tmux.press(sim.pane, "C-u", "C-u");
  await tmux.waitFor(sim.pane, (text) => !text.includes("aa"));
});

simTest("C-u never gets past the last line", "clear_last", async (tmux, sim) => {
  await tmux.press(sim.pane, "C-u", "C-u", "C-u", "C-u");
  await tmux.waitFor(sim.pane, /> one +│\n│ +│\n╰/);
}, { draft: "one\ntwo" });

simTest("C-u clears nothing", "clear_scrolls", async (tmux, sim) => {
  await typeSeen(tmux, sim, "hello");
  await tmux.press(sim.pane, "C-u");
  await sim.until("scrolled", (log) => log.has("scrolled"));
  assertStringIncludes(await tmux.capture(sim.pane), "│ > hello");
});

simTest("after Escape letters are commands", "vi", async (tmux, sim) => {
  await typeSeen(tmux, sim, "one");
  await tmux.press(sim.pane, "Escape");
  await sim.until("escape", (log) => log.has("escape"));
  await tmux.type(sim.pane, "xxi two");
  await tmux.waitFor(sim.pane, "> one two");
  const commands = (await sim.log()).events.filter(({ name }) => name === "vi-command");
  assertEquals(commands.length, 2);
});

simTest("Escape during a turn interrupts it", "queue", async (tmux, sim) => {
  await tmux.press(sim.pane, "Escape");
  await sim.until("interrupted", (log) => log.has("interrupted"));
  await tmux.press(sim.pane, "C-c");
  await sim.until("ctrl-c", (log) => log.has("ctrl-c"));
});

for (const kind of ["dies_early", "dies_on_submit"] as const) {
  simTest("takes its pane along", kind, async (tmux, sim) => {
    if (kind === "dies_on_submit") {
      await typeSeen(tmux, sim, "bye");
      await tmux.press(sim.pane, "Enter");
    }
    const log = await sim.until("exit", (entries) => entries.has("exit"));
    assertEquals(log.messages, kind === "dies_on_submit" ? ["bye"] : []);
    await poll(async () => {
      const panes = await tmux.tmux("list-panes", "-a", "-F", "#{pane_id}");
      return panes.split("\n").includes(sim.pane) ? null : true;
    }, { failure: () => tmux.screens() });
  }, { wait: kind === "dies_on_submit" });
}

simTest("a shell runs what is typed", "became_shell", async (tmux, sim) => {
  await sim.until("exit", (log) => log.has("exit"));
  // An Enter before the shell has set its terminal is none.
  await tmux.waitFor(sim.pane, /[$#] *$/m);
  await tmux.type(sim.pane, "echo $((40+2))");
  await tmux.press(sim.pane, "Enter");
  await tmux.waitFor(sim.pane, /^42$/m);
}, { wait: false });

simTest("a change is shown half a second later", "framed", async (tmux, sim) => {
  const begin = performance.now();
  await typeSeen(tmux, sim, "hello");
  assert(performance.now() - begin > 480);
}, { repaintMs: 500 });

simTest("the raw log holds every byte", "framed", async (tmux, sim) => {
  await tmux.paste(sim.pane, "a\nb");
  await tmux.press(sim.pane, "C-u", "Left", "Enter");
  await messagesAfter(sim, 1);
  assertEquals(await sim.raw(), "\x1b[200~a\rb\x1b[201~\x15\x1b[D\r");
});
