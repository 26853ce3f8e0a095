/**
 * `fab pane ready` with every simulated agent: the right word, and nothing changed by asking.
 *
 * @module
 */

import { assert, assertEquals, assertMatch } from "@std/assert";
import { allEnded } from "./helpers/all.ts";
import { PARKED_WORDS } from "../lib/core/screen/readiness.ts";
import { fabOn } from "./helpers/pane_program.ts";
import { type SimPane, type TmuxServer, withTmux } from "./helpers/tmux_server.ts";
import { behaviourOf, type Kind, KINDS } from "./sim/kinds.ts";

const SIZE = { columns: 100, rows: 24 };
/** Panes that are asked at the same time; a parked one takes three seconds to tell. */
const AT_ONCE = 4;
/** What no probe may press: Enter as either byte, a lone Escape, Ctrl-C and Ctrl-D. */
// deno-lint-ignore no-control-regex -- these are the keys to look for
const FOREIGN_KEYS = /[\r\n\u0003\u0004]|\u001b(?!\[)/;
/** Kinds that are gone, or a shell, before they can be asked. */
const NO_AGENT: readonly Kind[] = ["dies_early", "became_shell"];

async function inGroups<T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
  for (let at = 0; at < items.length; at += AT_ONCE) {
    await allEnded(items.slice(at, at + AT_ONCE).map(work));
  }
}

/** Opens a simulated agent and waits until it shows its input, or what stands in its way. */
async function open(tmux: TmuxServer, kind: Kind, draft?: string): Promise<SimPane> {
  const sim = await tmux.openSim(kind, { wait: false, ...(draft === undefined ? {} : { draft }) });
  await sim.until("it has started", (log) => log.has("ready") || log.has("gate"), {
    deadlineMs: 30_000,
  });
  return sim;
}

async function report(tmux: TmuxServer, pane: string): Promise<string> {
  return `\n${await tmux.capture(pane).catch(() => "(the pane is gone)")}`;
}

Deno.test("ready: the right word for every simulated agent, and only the probe's keys", () =>
  withTmux(async (tmux) => {
    const kinds = KINDS.filter((kind) => !NO_AGENT.includes(kind));
    assert(kinds.length > 40, `only ${kinds.length} kinds`);
    await inGroups(kinds, async (kind) => {
      const sim = await open(tmux, kind);
      const asked = await fabOn(tmux, ["pane", "ready", sim.pane]);
      const screen = await report(tmux, sim.pane);
      assertEquals(asked.code, 0, `${kind}: ${asked.stderr}${screen}`);
      const word = asked.stdout.split("\n")[0] ?? "";
      const expected: readonly string[] = behaviourOf(kind)?.possible.ready ?? [];
      assert(expected.includes(word), `${kind}: ${word}, not ${expected.join(" or ")}${screen}`);
      const raw = await sim.raw();
      assert(!FOREIGN_KEYS.test(raw), `${kind}: ${JSON.stringify(raw)}${screen}`);
      const log = await sim.log();
      assertEquals(log.messages, [], kind);
      for (const event of ["menu-choice", "interrupted", "shell-command"] as const) {
        assert(!log.events.some(({ name }) => name === event), `${kind}: ${event}${screen}`);
      }
    });
  }, SIZE));

Deno.test("ready: a draft survives, of one line and of several", () =>
  withTmux(async (tmux) => {
    const kinds: readonly Kind[] = [
      "plain",
      "framed",
      "glyph_word",
      "clear_row",
      "clear_last",
      "clear_scrolls",
      "hinted",
      "wrapping",
    ];
    await inGroups(kinds, async (kind) => {
      for (const draft of ["half a thought", "first line\nsecond line"]) {
        const sim = await open(tmux, kind, draft);
        const asked = await fabOn(tmux, ["pane", "ready", sim.pane]);
        assertEquals(asked, { code: 0, stdout: "ready\n", stderr: "" }, kind);
        await tmux.press(sim.pane, "Enter");
        const log = await sim.until(
          "the draft is submitted",
          ({ messages }) => messages.length > 0,
        );
        assertEquals(log.messages, [draft], `${kind}${await report(tmux, sim.pane)}`);
      }
    });
  }, SIZE));

Deno.test("ready: what is not ready is shown, and --json says the same", () =>
  withTmux(async (tmux) => {
    const sim = await open(tmux, "trust_wall");
    const [plain, json] = [
      await fabOn(tmux, ["pane", "ready", sim.pane]),
      await fabOn(tmux, ["pane", "ready", sim.pane, "--json"]),
    ];
    assertMatch(
      plain.stdout,
      new RegExp(
        `^parked\nreason: [a-z ]+( \\(.*\\))?\npane: ${sim.pane}\nserver: ${tmux.label}\n--- last 20 lines ---\n[^]*` +
          "Do you trust the files in this folder\\?",
      ),
    );
    const document = JSON.parse(json.stdout);
    assertEquals(Object.keys(document), [
      ...["state", "pane", "server", "snippet", "reason", "reason_detail", "mark"],
    ]);
    assert(PARKED_WORDS.includes(document.reason), json.stdout);
    assertEquals([document.state, document.pane, document.server], [
      "parked",
      sim.pane,
      tmux.label,
    ]);
    assertMatch(document.snippet, /Do you trust/);
  }, SIZE));

Deno.test("ready: --wait goes on until the agent has started", () =>
  withTmux(async (tmux) => {
    const sim = await tmux.openSim("slow_boot", { wait: false });
    const asked = await fabOn(tmux, ["pane", "ready", sim.pane, "--wait", "20"]);
    assertEquals(asked, { code: 0, stdout: "ready\n", stderr: "" });
  }, SIZE));

Deno.test("ready: a blank pane that boots has no header over nothing", () =>
  withTmux(async (tmux) => {
    const pane = await tmux.openPane(["sleep", "60"]);
    const asked = await fabOn(tmux, ["pane", "ready", pane]);
    assertEquals(asked, {
      code: 0,
      stdout: `booting\npane: ${pane}\nserver: ${tmux.label}\n`,
      stderr: "",
    });
  }, SIZE));
