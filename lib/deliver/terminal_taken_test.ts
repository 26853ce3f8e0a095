import { assertEquals } from "@std/assert";
import { fakeContext } from "../testing/fake_context.ts";
import { createTmux } from "../tmux/tmux.ts";
import { paneHandle } from "../look/pane_handle.ts";
import { terminalTaken } from "./terminal_taken.ts";

/** A pane whose only program is 7, on a cooked terminal, as the foreground script tells it. */
function answers(waits: string) {
  return (argv: readonly string[]) => {
    const mark = argv.at(-1) ?? "";
    const stat = "7/stat:7 (agent) S 1 7 7 1 7 0\0" + "7/cmdline:agent\0\0";
    return `speed 38400; icanon echo\n${mark}${stat}${mark}${waits}\n`;
  };
}

/** What tmux answers to a look: the cursor in this column. */
function lookAt(cursorX: number) {
  return (argv: readonly string[]) => {
    const format = argv.find((word) => word.includes("#{cursor_x}")) ?? "";
    const values = format.replaceAll("#{pane_id}", "%1").replaceAll("#{cursor_x}", `${cursorX}`)
      .replaceAll("#{pane_width}", "80").replaceAll(/#\{\w+\}/g, "0");
    return `${values}\n`;
  };
}

async function modeOf(waits: string, cursorX: number) {
  const context = fakeContext();
  context.exec.always((argv) => argv[0] === "/bin/sh", answers(waits));
  if (waits.includes("tfd")) {
    context.exec.always((argv) => argv[0] === "tmux", lookAt(cursorX));
  }
  const handle = paneHandle(context, { tmux: createTmux(context.exec, null), pane: "%1" });
  const { mode } = await terminalTaken(handle, { panePid: 7, paneTty: "/dev/pts/7" });
  context.exec.verify();
  return { mode, waited: context.clock.monotonic() };
}

const READS = "7/task/7/syscall:0 0x0 0x7f 0x1\n7/fd/0";
const WATCHES = "7/task/7/syscall:232 0x3 0x7f\n7/fd/0\n7/fdinfo/3:tfd:  0 events: 19";

Deno.test("a program inside a read of its cooked terminal is a line reader, at once", async () => {
  assertEquals(await modeOf(READS, 0), { mode: "lines", waited: 0 });
});

Deno.test("a cooked terminal that an event loop watches may be a boot", async () => {
  const blank = await modeOf(WATCHES, 0);
  assertEquals(blank.mode, "booting", "nothing on the screen asks for a line");
  assertEquals(blank.waited >= 3000, true, `${blank.waited}`);
  const prompt = await modeOf(WATCHES, 6);
  assertEquals(prompt.mode, "lines", "the cursor stands behind a prompt");
  assertEquals(prompt.waited >= 3000, true, `${prompt.waited}`);
});

Deno.test("a program that does something else is booting", async () => {
  assertEquals((await modeOf("7/task/7/syscall:230 0x0 0x0\n7/fd/0", 6)).mode, "booting");
});

Deno.test("a machine that is too busy to answer in time is asked again, and trusted with nothing", async () => {
  const busy = async (answersAfter: number) => {
    const context = fakeContext();
    let asked = 0;
    context.exec.always((argv) => argv[0] === "/bin/sh", async (argv) => {
      asked++;
      // What came until then looks like a raw terminal without a shell.
      if (asked > answersAfter) return answers(READS)(argv);
      await context.clock.advance(2000);
      return { stdout: "", code: 137, timedOut: true };
    });
    const handle = paneHandle(context, { tmux: createTmux(context.exec, null), pane: "%1" });
    return (await terminalTaken(handle, { panePid: 7, paneTty: "/dev/pts/7" })).mode;
  };
  assertEquals(await busy(1), "lines");
  assertEquals(await busy(Infinity), "booting");
});
