import { assertEquals, assertRejects } from "@std/assert";
import { TmuxError } from "../core/errors.ts";
import { fakeExec } from "../testing/fake_exec.ts";
import { ChannelEndedError } from "./channel.ts";
import { openControlChannel } from "./control.ts";
import { createTmux } from "./tmux.ts";

/** A client that prints what the test says. */
function client() {
  const lines: string[] = [];
  let arrived = Promise.withResolvers<void>();
  let ended = false;
  async function* read() {
    for (;;) {
      while (lines.length > 0) yield lines.shift() ?? "";
      if (ended) return;
      await arrived.promise;
      arrived = Promise.withResolvers();
    }
  }
  return {
    lines: read(),
    print(...more: readonly string[]) {
      lines.push(...more);
      arrived.resolve();
    },
    end() {
      ended = true;
      arrived.resolve();
    },
  };
}

/** Time that stands still, or is over when the test says so. */
function stillClock() {
  let passed = Promise.withResolvers<void>();
  let ms = 0;
  return {
    now: () => ms,
    monotonic: () => ms,
    sleep: () => passed.promise,
    pass(by: number) {
      ms += by;
      passed.resolve();
      passed = Promise.withResolvers();
    },
  };
}

function open() {
  const tmux = client();
  const written: string[] = [];
  const exec = fakeExec().expectLines(
    (argv) => argv.includes("-C") && argv.at(-1) === "$7",
    tmux.lines,
    written,
  );
  const clock = stillClock();
  let changes = 0;
  const channel = openControlChannel({ exec, clock }, createTmux(exec, null), {
    session: "$7",
    onChange: () => changes++,
  });
  return { tmux, written, clock, channel, changes: () => changes };
}

const ask = [["display-message", "-p", "x"], ["show-options", "-p"]];

Deno.test("control: answers in order, between the right numbers, refusals empty", async () => {
  const { tmux, written, channel } = open();
  const answers = channel.ask(ask);
  tmux.print(
    "%begin 1 10 0",
    "%end 1 10 0",
    "%session-changed $7 main",
    "%begin 1 11 1",
    "%begin 1 12 1",
    "%end 1 10 1",
    "%end 1 11 1",
    "%begin 1 12 1",
    "can't find pane: %99",
    "%error 1 12 1",
  );
  assertEquals(await answers, ["%begin 1 12 1\n%end 1 10 1\n", ""]);
  assertEquals(written, ["'display-message' '-p' 'x'\n'show-options' '-p'\n"]);
  await channel.close();
});

Deno.test("control: what a hook prints in between is no answer", async () => {
  const { tmux, channel } = open();
  const answers = channel.ask([["a"]]);
  tmux.print("%begin 1 1 0", "hook", "%end 1 1 0", "%begin 1 2 1", "yes", "%end 1 2 1");
  assertEquals(await answers, ["yes\n"]);
});

Deno.test("control: notices of panes that come and go", async () => {
  const { tmux, channel, changes } = open();
  const answers = channel.ask([["a"]]);
  tmux.print("%window-renamed @1 x", "%layout-change @1 a b *", "%unlinked-window-close @2");
  tmux.print("%begin 1 2 1", "%layout-change @1", "%end 1 2 1");
  assertEquals(await answers, ["%layout-change @1\n"]);
  assertEquals(changes(), 2);
});

Deno.test("control: the end of the client ends a question, and the next ones", async () => {
  const { tmux, channel } = open();
  const answers = channel.ask([["a"]]);
  tmux.print("%begin 1 1 1", "half");
  tmux.end();
  await assertRejects(() => answers, ChannelEndedError);
  await assertRejects(() => channel.ask([["a"]]), ChannelEndedError);
});

Deno.test("control: a server that does not answer", async () => {
  const { clock, channel } = open();
  const answers = channel.ask([["a"]]);
  clock.pass(5000);
  const error = await assertRejects(() => answers, TmuxError);
  assertEquals(error.reason, "timeout");
});
