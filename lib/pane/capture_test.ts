import { assertEquals, assertRejects } from "@std/assert";
import { InterruptedError } from "../core/errors.ts";
import { type FakeContext, fakeContext } from "../testing/fake_context.ts";
import { createTmux } from "../tmux/tmux.ts";
import { capturePane } from "./capture.ts";

/** A pane whose screen is a function of time, last active when that says so. */
function pane(screen: (ms: number) => string, options: { readonly active: boolean }): FakeContext {
  const context = fakeContext({ now: 1_751_800_000_900 });
  context.exec.always((argv) => argv.includes("capture-pane"), (argv) => {
    const text = argv.join(" ");
    const nonce = /<([0-9a-f]{16})</.exec(text)?.[1];
    const mark = /([0-9a-f]{16}):3/.exec(text)?.[1];
    const seconds = Math.floor(context.clock.now() / 1000) - (options.active ? 0 : 60);
    const fields = ["%3", "/srv/x", "4", "0", String(seconds)].join(`|${nonce}|`);
    const states = `${mark}:3\nidle:${1_751_800_000 - 60}\n${mark}\n${mark}\n`;
    return `<${nonce}<${fields}>${nonce}>\n${states}${screen(context.clock.monotonic())}`;
  });
  return context;
}

async function capture(context: FakeContext) {
  const wish = { pane: "%3", lines: 50, ansi: false };
  const { lines } = await capturePane(context, createTmux(context.exec, null), wish);
  return lines.join("|");
}

Deno.test("capture: a quiet pane is one call", async () => {
  const context = pane(() => "a\n\nb\n\n", { active: false });
  const capture = await capturePane(context, createTmux(context.exec, null), {
    pane: "%3",
    lines: 2,
    ansi: false,
  });
  assertEquals(capture, {
    lines: ["", "b"],
    cwd: "/srv/x",
    state: { state: "idle", idleDuration: "1m", idleSince: 1_751_799_940 },
    ...{ mark: null, gap: false, continues: false },
  });
  assertEquals([context.exec.calls.length, context.clock.sleeps.length], [1, 0]);
});

Deno.test("capture: no half-drawn frame of a program that repaints, whenever it is looked at", async () => {
  for (let phase = 0; phase < 300; phase += 7) {
    // Of 300 ms a frame is half drawn for 40.
    const context = pane(
      (ms) => (ms + phase) % 300 < 40 ? "top\n\n\n" : "top\nbottom\n\n",
      { active: true },
    );
    assertEquals(await capture(context), "top|bottom", `phase ${phase}`);
  }
});

Deno.test("capture: a screen that never stands still is taken as it is, soon", async () => {
  const context = pane((ms) => `${ms}\n`, { active: true });
  await capture(context);
  assertEquals(context.clock.monotonic() < 1000, true);
});

Deno.test("capture: an interrupt ends it", async () => {
  const context = pane((ms) => `${ms}\n`, { active: true });
  context.clock.at(100, () => context.controller.abort(new InterruptedError("SIGINT")));
  await assertRejects(() => capture(context), InterruptedError);
});
