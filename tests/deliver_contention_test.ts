/**
 * `fab pane deliver` where it is not alone: several senders, a sender that is killed, a person who
 * types.
 *
 * @module
 */

import { assert, assertEquals, assertMatch } from "@std/assert";
import { deliverText, startFab } from "./helpers/pane_program.ts";
import { programArgv } from "./helpers/program.ts";
import { poll, type SimPane, type TmuxServer, withTmux } from "./helpers/tmux_server.ts";

const SMALL = { columns: 100, rows: 24 };
const SENDERS = 10;

function onServer(name: string, body: (tmux: TmuxServer) => Promise<void>): void {
  Deno.test(`deliver: ${name}`, () => withTmux(body, SMALL));
}

/** Nothing that a delivery makes on the way is left on the server. */
async function assertNoTrace(tmux: TmuxServer): Promise<void> {
  assertEquals(await tmux.tmux("list-buffers"), "");
}

onServer("ten senders to one pane, each message whole and once", async (tmux) => {
  const sim = await tmux.openSim("framed");
  const texts = Array.from({ length: SENDERS }, (_, at) => `message ${at}\nof ten; 第${at}`);
  const results = await Promise.all(texts.map((text) => deliverText(tmux, sim.pane, text)));
  for (const result of results) {
    assertEquals(result, { code: 0, stdout: `delivered ${sim.pane} (text)\n`, stderr: "" });
  }
  assertEquals((await sim.log()).messages.toSorted(), texts);
  await assertNoTrace(tmux);
});

onServer("ten senders to ten panes, none waits for another's lock", async (tmux) => {
  const sims = await Promise.all(
    Array.from({ length: SENDERS }, () => tmux.openSim("framed")),
  );
  const results = await Promise.all(
    sims.map((sim, at) => deliverText(tmux, sim.pane, `for pane ${at}`)),
  );
  for (const [at, sim] of sims.entries()) {
    assertEquals(results[at], { code: 0, stdout: `delivered ${sim.pane} (text)\n`, stderr: "" });
    assertEquals((await sim.log()).messages, [`for pane ${at}`]);
  }
  await assertNoTrace(tmux);
});

/** Moments of a delivery, told by what the agent has read so far. */
const MOMENTS: Readonly<Record<string, (raw: string) => boolean>> = {
  "at its start": () => true,
  "at the probe": (raw) => raw.includes("PROBE"),
  "at the paste": (raw) => raw.includes("\x1b[201~"),
  "at the Enter": (raw) => raw.endsWith("\r"),
};

/** The raw input without line ends of pastes, in which `\r` is a key. */
function keysOf(raw: string): string {
  return raw.replaceAll(/\x1b\[200~[^]*?\x1b\[201~/g, "\x1b[201~");
}

for (const signal of ["SIGKILL", "SIGINT", "SIGTERM"] as const) {
  for (const [moment, reached] of Object.entries(MOMENTS)) {
    onServer(`${signal} ${moment} leaves nothing behind unmentioned`, async (tmux) => {
      // Slow enough that the signal comes before the next step.
      const sim = await tmux.openSim("framed", { repaintMs: 200 });
      const text = "never twice\nplease";
      const sender = startFab(tmux, ["pane", "deliver", sim.pane, `--text=${text}`]);
      await poll(async () => reached(keysOf(await sim.raw())) ? true : null, {
        failure: async () => `never ${moment}: ${JSON.stringify(await sim.raw())}`,
      });
      sender.kill(signal);
      const { code, stdout, stderr } = await sender.result;
      assertEquals(code, { SIGKILL: 137, SIGINT: 130, SIGTERM: 143 }[signal]);
      assertEquals(stdout, "");
      const submitted = (await sim.log()).messages.length > 0;
      if (signal !== "SIGKILL") {
        assertMatch(stderr, /^(fab: [^\n]*\n)*$/);
        if (submitted) assertMatch(stderr, /submit/);
        await assertInputEmpty(tmux, sim);
      }
      assertEquals(await tmux.tmux("list-buffers"), "");
      await assertNextSucceeds(tmux, sim);
      const messages = (await sim.log()).messages;
      assertEquals(messages, submitted ? [text, "next"] : ["next"]);
    });
  }
}

async function assertInputEmpty(tmux: TmuxServer, sim: SimPane): Promise<void> {
  await tmux.waitFor(sim.pane, /│ > +│\n╰/);
}

/** No lock is held, and what a killed sender left in the input is no reason to mix texts. */
async function assertNextSucceeds(tmux: TmuxServer, sim: SimPane): Promise<void> {
  const start = performance.now();
  const next = await deliverText(tmux, sim.pane, "next", "--force");
  assertEquals([next.code, next.stdout], [0, `delivered ${sim.pane} (text)\n`], next.stderr);
  assert(performance.now() - start < 15_000, "the lock of a dead sender was waited for");
}

/** A client of the server inside a pane of another: keys sent to that pane are a person's. */
async function attach(person: TmuxServer, tmux: TmuxServer, sim: SimPane): Promise<string> {
  await tmux.tmux("select-window", "-t", sim.pane);
  const env = Object.entries(tmux.env).map(([name, value]) => `${name}=${value}`);
  const client = await person.openPane([
    ...["env", "-u", "TMUX", ...env],
    ...["tmux", "-u", "-L", tmux.label, "attach-session", "-t", "keeper"],
  ]);
  await person.waitFor(client, "sim agent");
  return client;
}

onServer("waits until the person at the pane pauses", async (tmux) => {
  const sim = await tmux.openSim("framed");
  await withTmux(async (person) => {
    const client = await attach(person, tmux, sim);
    await person.type(client, "x");
    await person.press(client, "BSpace");
    await sim.until("typed", () => true);
    const start = performance.now();
    const result = await deliverText(tmux, sim.pane, "hello");
    assertEquals(result, { code: 0, stdout: `delivered ${sim.pane} (text)\n`, stderr: "" });
    assert(performance.now() - start > 900, "it did not wait");
    assertEquals((await sim.log()).messages, ["hello"]);
  }, SMALL);
});

onServer("gives up on a person who goes on typing", async (tmux) => {
  const sim = await tmux.openSim("framed");
  await withTmux(async (person) => {
    const client = await attach(person, tmux, sim);
    let typing = true;
    const types = (async () => {
      while (typing) {
        await person.type(client, "words ");
        await new Promise((resolve) => setTimeout(resolve, 400));
      }
    })();
    try {
      const result = await deliverText(tmux, sim.pane, "hello");
      assertEquals([result.code, result.stdout], [1, ""]);
      assertMatch(result.stderr, /^fab: busy: someone is typing in pane %\d+/);
    } finally {
      typing = false;
      await types;
    }
    const raw = await sim.raw();
    assertMatch(raw, /^(words )+$/);
  }, SMALL);
});

onServer("a person at another pane is not waited for", async (tmux) => {
  const watched = await tmux.openSim("framed");
  const sim = await tmux.openSim("framed");
  await withTmux(async (person) => {
    const client = await attach(person, tmux, watched);
    await person.type(client, "x");
    const start = performance.now();
    const result = await deliverText(tmux, sim.pane, "hello");
    assertEquals(result.code, 0, result.stderr);
    assert(performance.now() - start < 10_000, "it waited");
    assertEquals((await watched.log()).messages, []);
  }, SMALL);
});

/** Runs `fab` in a terminal of its own, presses C-c there, and gives what stood on its screen. */
async function interruptAfter(
  tmux: TmuxServer,
  args: readonly string[],
  delayMs: number,
): Promise<string> {
  const script = 'trap : INT; "$@"; echo "ended $?"; while :; do sleep 60; done';
  const argv = [...programArgv(), ...args, "-L", tmux.label];
  const terminal = await tmux.openPane(["sh", "-c", script, "sh", ...argv]);
  await new Promise((resolve) => setTimeout(resolve, delayMs));
  await tmux.press(terminal, "C-c");
  return await tmux.waitFor(terminal, /ended \d+$/m, { deadlineMs: 15_000 });
}

onServer(
  "C-c at any moment, which tmux's client gets as well, leaves no text behind",
  async (tmux) => {
    for (const verb of [["deliver", "--text=never twice"], ["ready", "--wait", "20"]]) {
      for (let delayMs = 0; delayMs < 400; delayMs += 25) {
        // A draft would lose a character to a backspace too many.
        const sim = await tmux.openSim("framed", { repaintMs: 50, draft: "half a thought" });
        const [name = "", ...rest] = verb;
        const said = await interruptAfter(tmux, ["pane", name, sim.pane, ...rest], delayMs);
        const about = `${name} after ${delayMs} ms: ${said}`;
        assert(!said.includes("ended by SIG"), about);
        await tmux.waitFor(sim.pane, /│ > half a thought +│\n╰/).catch((error) => {
          throw new Error(`${about}\n${error.message}`);
        });
        assertEquals((await sim.log()).messages, [], about);
        await tmux.tmux("kill-pane", "-t", sim.pane);
      }
    }
  },
);
