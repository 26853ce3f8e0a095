import { assertEquals } from "@std/assert";
import { screen } from "../../testing/screens.ts";
import { readFacts } from "./facts.ts";
import { judge } from "./judge.ts";
import { KNOWN_SIGNALS } from "./known_signals.ts";
import { matcherOf } from "./signals.ts";
import { follow, type Track } from "./track.ts";

const RULE = "─".repeat(40);

interface Moment {
  readonly title?: string;
  readonly rows: readonly string[];
  readonly quietSecs?: number;
  readonly cpuMs?: number;
  readonly pids?: readonly number[];
  readonly hidden?: boolean;
}

/** Judges a pane that was looked at every 250 ms. */
function seen(agent: string | null, moments: readonly Moment[]) {
  const known = agent === null ? undefined : KNOWN_SIGNALS[agent];
  const matcher = known === undefined ? null : matcherOf(agent ?? "", known);
  let track: Track | null = null;
  moments.forEach((moment, index) => {
    track = follow(
      track,
      readFacts({
        atMs: 1000 + index * 250,
        title: moment.title ?? "",
        screen: screen(moment.rows, 60),
        cursorShown: moment.hidden !== true,
        quietSecs: moment.quietSecs ?? null,
        cpuMs: moment.cpuMs ?? null,
        pids: moment.pids ?? null,
      }, agent === null ? null : { name: agent, matcher }),
    );
  });
  if (track === null) throw new TypeError("nothing was looked at");
  return judge(track, matcher);
}

const state = (agent: string | null, moments: readonly Moment[]) => seen(agent, moments).state;
const times = (count: number, make: (index: number) => Moment) =>
  Array.from({ length: count }, (_, index) => make(index));

const BOX = [RULE, "❯ ▮", RULE, "  ? for shortcuts"];
const DIALOG = ["Do you want to proceed?", "❯ 1. Yes", "  2. No", "", "Esc to cancel"];

Deno.test("seen: one look, by a title of the program's own", () => {
  assertEquals(state("claude", [{ title: "⠂ fix it", rows: BOX }]), "active");
  assertEquals(state("claude", [{ title: "✳ fix it", rows: BOX }]), "idle");
  assertEquals(state("claude", [{ title: "✳ fix it", rows: DIALOG, hidden: true }]), "waiting");
  assertEquals(
    state("codex", [{ title: "[ . ] Action Required | x", rows: DIALOG, hidden: true }]),
    "waiting",
  );
});

Deno.test("seen: a title that tells of rest is not enough where no input is", () => {
  const wall = ["Enter your API key", "╭────╮", "│ ▮ │", "╰────╯"];
  assertEquals(state("gemini", [{ title: "◇  Ready (x)", rows: wall, quietSecs: 60 }]), null);
});

Deno.test("seen: one look at a program whose title tells nothing", () => {
  const box = [" ╭────────╮", " │ > ▮    │", " ╰────────╯", " model"];
  assertEquals(state("kimi", [{ rows: box }]), null);
  assertEquals(state("kimi", [{ rows: box, quietSecs: 1 }]), null);
  assertEquals(state("kimi", [{ rows: box, quietSecs: 90 }]), "idle");
  assertEquals(state("kimi", [{ rows: [" 🌔 · Tip: x", ...box], quietSecs: 90 }]), "active");
});

Deno.test("seen: a picker that hides the cursor is no rest", () => {
  const rows = ["› search ▮", "  a session"];
  assertEquals(state("codex", [{ rows, quietSecs: 90, hidden: true }]), null);
  assertEquals(state("codex", [{ rows, quietSecs: 90 }]), "idle");
});

Deno.test("seen: an agent that nobody knows", () => {
  const at = ["an answer", "> ▮"];
  assertEquals(state("mine", times(4, () => ({ rows: at }))), null);
  assertEquals(state("mine", times(11, () => ({ rows: at }))), "idle");
  const spins = times(11, (index) => ({ rows: [`${"|/-\\"[index % 4]} working`, "> ▮"] }));
  assertEquals(state("mine", spins), "active");
  assertEquals(state("mine", [...spins, ...times(4, () => ({ rows: at }))]), "active");
  const computes = times(11, (index) => ({ rows: at, cpuMs: index * 100 }));
  assertEquals(state("mine", computes), "active");
  assertEquals(state("mine", times(11, () => ({ rows: ["a pager", ":▮"] }))), null);
  assertEquals(state("mine", times(11, () => ({ rows: DIALOG, hidden: true }))), "waiting");
});

Deno.test("seen: a process that came and stays is a tool at work", () => {
  const at = ["an answer", "> ▮"];
  const tool = times(16, (index) => ({ rows: at, pids: index < 5 ? [1] : [1, 2] }));
  assertEquals(state("mine", tool), "active");
  assertEquals(state("mine", times(16, () => ({ rows: at, pids: [1, 2] }))), "idle");
});

Deno.test("seen: a title that stopped turning when the program was killed", () => {
  const rows = ["killed", "$ ▮"];
  assertEquals(state("claude", times(3, () => ({ title: "⠂ x", rows }))), "active");
  assertEquals(state("claude", times(30, () => ({ title: "⠂ x", rows }))), null);
});

Deno.test("seen: of a pane without an agent nothing is said", () => {
  for (const rows of [DIALOG, ["Overwrite? [y/N] ▮"], ["$ ▮"], [""], BOX]) {
    assertEquals(state(null, times(12, () => ({ rows }))), null);
  }
});

Deno.test("seen: typing is no sign of a turn", () => {
  const typing = times(12, (index) => ({
    title: "π - x",
    rows: [RULE, `${"hello, you".slice(0, index)}▮`, RULE, "/h (main)"],
  }));
  assertEquals(state("pi", typing), "idle");
});

Deno.test("seen: what decided comes first, with the rest behind", () => {
  const { by, sure, evidence } = seen("claude", [{ title: "✳ x", rows: BOX, quietSecs: 9 }]);
  assertEquals([by, sure], ["title says idle", "sure"]);
  assertEquals(evidence.map(({ what }) => what), [
    "title says idle",
    "the cursor is in the input",
    "still for 8.0 s",
  ]);
});

Deno.test("signals: every row's expressions are some, and say with what they were seen", () => {
  for (const [name, signals] of Object.entries(KNOWN_SIGNALS)) {
    for (const [key, text] of Object.entries(signals)) {
      if (typeof text === "string" && key !== "seen_with") new RegExp(text, "mu");
    }
    assertEquals(/^\d+\.\d+/.test(signals.seen_with ?? ""), true, name);
  }
  assertEquals(matcherOf("x", { work: "(" }).work, null);
});
