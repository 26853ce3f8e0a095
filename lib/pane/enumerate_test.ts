import { assertEquals, assertRejects } from "@std/assert";
import { FabError } from "../core/errors.ts";
import type { PaneScope } from "../core/map/scope.ts";
import { type FakeContext, fakeContext } from "../testing/fake_context.ts";
import { createTmux } from "../tmux/tmux.ts";
import { listPanes } from "./enumerate.ts";

const ALL: PaneScope = { kind: "all" };
const CURRENT: PaneScope = { kind: "current" };
const RK = ["rk", "mux", "panes", "--json"];
const isSource = (argv: readonly string[]) => argv.includes("source-file");

const rkRow = (pane: string, session: string, state: string | null) => ({
  session,
  window_index: 1,
  window_id: null,
  window_name: "tab",
  pane,
  command: "node",
  cwd: "/srv",
  agent_state: state,
  agent_state_duration: "9m",
});

/** What tmux prints for these rows of values, in the order of the format that it was given. */
function printed(argv: readonly string[], rows: readonly (readonly string[])[]): string {
  const nonce = /<([0-9a-f]{16})</.exec(argv.join(" "))?.[1];
  return rows.map((row) => `<${nonce}<${row.join(`|${nonce}|`)}>${nonce}>\n`).join("");
}

const row = (session: string, pane: string, canonical = "", legacy = "") => [
  ...[session, "$4", "3", "@7", pane, "a\ttab\n", "/srv/x", "sh", canonical, legacy],
];

async function list(context: FakeContext, scope: PaneScope, server: string | null = null) {
  const { panes, states } = await listPanes(context, createTmux(context.exec, server), scope);
  const known = await states;
  context.exec.verify();
  return panes.map((pane) => `${pane.session} ${pane.pane} ${known.get(pane.pane)?.state ?? "-"}`);
}

Deno.test("list: rk's rows as they are, the option never read", async () => {
  const context = fakeContext();
  context.exec.expect(
    [...RK, "-L", "lab"],
    JSON.stringify([
      rkRow("%1", "a", "idle"),
      rkRow("%2", "b", "gone"),
      rkRow("%1", "b", "idle"),
    ]),
  );
  assertEquals(await list(context, ALL, "lab"), ["a %1 idle", "b %2 -"]);
});

Deno.test("list: of rk's rows those of the current session, whose name tmux tells", async () => {
  const context = fakeContext({ env: { TMUX: "/tmp/tmux-0/default,77,4", TMUX_PANE: "%1" } });
  context.exec
    .expect(RK, JSON.stringify([rkRow("%1", "a", "idle"), rkRow("%2", "b", "active")]))
    .expect(
      ["tmux", "-u", "display-message", "-p", /^[0-9a-f]{16}#\{session_name\}$/],
      (argv) => `${argv.at(-1)?.slice(0, 16)}b\n`,
    );
  assertEquals(await list(context, CURRENT), ["b %2 active"]);
});

Deno.test("list: without rk, tmux's rows of the session that it names after them", async () => {
  const context = fakeContext({ env: { TMUX: "/tmp/tmux-0/default,77,4" } });
  context.exec.missing("rk").expect(
    (argv) => argv.includes("list-panes") && argv.includes("$4:"),
    (argv) => {
      const mark = /([0-9a-f]{16})#\{session_name\}$/.exec(argv.at(-1) ?? "")?.[1];
      return `${printed(argv, [row("a", "%1"), row("b%d", "%2", "idle:5")])}${mark}b%d\n`;
    },
  ).expect(isSource, "idle:5\n");
  assertEquals(await list(context, CURRENT), ["b%d %2 idle"]);
  assertEquals(context.exec.calls.length, 3, "the attempt at rk is the first");
});

Deno.test("list: an rk that failed leaves one call for the states", async () => {
  const context = fakeContext();
  context.exec.expect(RK, { code: 1 })
    .expect(
      (argv) => argv.includes("list-panes"),
      (argv) => printed(argv, [row("a", "%1", "idle:5"), row("a", "%1", "idle:5"), row("b", "%2")]),
    ).expect(isSource, (_, { stdin }) => {
      const mark = / ([0-9a-f]{16}):1\n/.exec(String(stdin))?.[1];
      return `${mark}:1\n${mark}\n${mark}\n`;
    });
  assertEquals(await list(context, ALL), ["a %1 -", "b %2 -"]);
});

Deno.test("list: a session of rk's that was named and is not there is an error", async () => {
  const context = fakeContext();
  context.exec.expect(RK, JSON.stringify([rkRow("%1", "ab", "idle"), rkRow("%2", "c", null)]));
  const scope = { kind: "session", name: "a" } as const;
  const error = await assertRejects(() => list(context, scope), FabError);
  assertEquals(error.message, "can't find session: a (there are: ab, c)");
});

Deno.test("list: the current session needs tmux, and this server's", async () => {
  for (
    const [TMUX, server] of [
      ["", null],
      ["/tmp/tmux-0/default,1,0", "lab"],
      ["/tmp/a,b/lab2,1,0", "lab"],
    ] as const
  ) {
    const context = fakeContext({ env: { TMUX } });
    const tmux = createTmux(context.exec, server);
    const error = await assertRejects(() => listPanes(context, tmux, CURRENT), FabError);
    assertEquals(error.kind, "failed");
    assertEquals(error.message.startsWith("not inside a tmux session"), true, error.message);
    assertEquals(context.exec.calls.length, 0);
  }
});
