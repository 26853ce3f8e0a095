import { assertEquals } from "@std/assert";
import { fakeContext } from "../testing/fake_context.ts";
import { lookUp } from "./values.ts";

const NOTHING = { server: null, written: "" };

/** Answers a `-F` call with these rows of fields, framed as its format asks. */
function framed(argv: readonly string[], rows: readonly (readonly string[])[]): string {
  const nonce = /^<([0-9a-f]+)</.exec(argv.at(-1) ?? "")?.[1];
  return rows.map((row) => `<${nonce}<${row.join(`|${nonce}|`)}>${nonce}>\n`).join("");
}

Deno.test("panes come with their window's name and what runs there", async () => {
  const context = fakeContext();
  const isList = (argv: readonly string[]) =>
    argv.slice(0, 6).join(" ") === "tmux -u -L work list-panes -a";
  context.exec.expect(isList, (argv) =>
    framed(argv, [
      ["%1", "main", "0", "edit\tor", "vim", "", ""],
      ["%12", "my work", "3", "parser", "sh", "", ""],
    ]));
  assertEquals(await lookUp("pane", context, { server: "work", written: "" }), [
    { value: "%1", summary: "main:0 edit\tor (vim)" },
    { value: "%12", summary: "my work:3 parser (sh)" },
  ]);
  context.exec.verify();
});

Deno.test("sessions, and no error without a server", async () => {
  const context = fakeContext();
  context.exec.expect(() => true, (argv) => framed(argv, [["my work", "1"], ["b", "2"]]));
  assertEquals(await lookUp("session", context, NOTHING), [
    { value: "my work", summary: "1 window" },
    { value: "b", summary: "2 windows" },
  ]);
  context.exec.expect(() => true, { code: 1, stderr: "no server running" });
  assertEquals(await lookUp("session", context, NOTHING), []);
  assertEquals(await lookUp("pane", fakeContext({ env: {} }), NOTHING), []);
});

Deno.test("changes by id, and by folder where that is being written", async () => {
  const files = {
    "/desk/.git/HEAD": "",
    "/desk/fab/changes/260101-4f2a-quick-fix/.status.yaml": "",
    "/desk/fab/changes/260202-k3x9-other/.status.yaml": "",
    "/desk/sub": null,
  };
  const context = fakeContext({ files, cwd: "/desk/sub" });
  assertEquals(await lookUp("change", context, NOTHING), [
    { value: "4f2a", summary: "260101-4f2a-quick-fix" },
    { value: "k3x9", summary: "260202-k3x9-other" },
  ]);
  const byFolder = await lookUp("change", context, { server: null, written: "2601" });
  assertEquals(byFolder.at(-2), { value: "260101-4f2a-quick-fix", summary: "" });
  assertEquals(await lookUp("change", fakeContext(), NOTHING), []);
});

Deno.test("providers and keys of a broken configuration are those that are built in", async () => {
  const context = fakeContext({
    files: { "/desk/fab/project/config.yaml": "agent: [\n" },
  });
  const names = (await lookUp("provider", context, NOTHING)).map(({ value }) => value);
  assertEquals(names, ["agy", "claude", "codex", "kimi"]);
  const keys = (await lookUp("config-key", context, NOTHING)).map(({ value }) => value);
  assertEquals(keys.includes("dispatch.column_width"), true);
  const values = async (key: string) =>
    (await lookUp("config-value", context, { ...NOTHING, args: [key] })).map(({ value }) => value);
  assertEquals(await values("dispatch.mode"), ["pane", "native", "headless"]);
  assertEquals(await values("dispatch.reap_done"), ["true", "false"]);
  assertEquals(await values("agent.profiles.fast.provider"), ["agy", "claude", "codex", "kimi"]);
  assertEquals(await values("dispatch.column_width"), []);
  assertEquals(await values("no key"), []);
  assertEquals(context.out.errors, "");
});

Deno.test("servers are the sockets in tmux's directories", async () => {
  const files = { "/run/x/tmux-1000/default": "", "/run/x/tmux-1000/work": "", "/run/x/other": "" };
  const context = fakeContext({ env: { TMUX_TMPDIR: "/run/x" }, files });
  assertEquals((await lookUp("server", context, NOTHING)).map(({ value }) => value).sort(), [
    "default",
    "work",
  ]);
});

Deno.test("a name that is both role and stage is offered once", async () => {
  const names = (await lookUp("role-or-stage", fakeContext(), NOTHING)).map(({ value }) => value);
  assertEquals(names.length, new Set(names).size);
  assertEquals(names.includes("review-pr") && names.includes("operator"), true);
});

Deno.test("states go behind a comma, each once", async () => {
  const values = async (written: string) =>
    (await lookUp("states", fakeContext(), { server: null, written })).map(({ value }) => value);
  assertEquals(await values(""), ["active", "waiting", "idle"]);
  assertEquals(await values("idle,w"), ["idle,active", "idle,waiting"]);
  assertEquals(await values("idle,active,waiting,"), []);
});

Deno.test("items of the backlog that are pending, by their id", async () => {
  const files = {
    "/desk/.git/HEAD": "",
    "/desk/fab/backlog.md": "- [ ] [ab12] speed up the parser\n- [x] [cd34] done\n- [ ] no id\n",
  };
  assertEquals(await lookUp("backlog-item", fakeContext({ files }), NOTHING), [
    { value: "ab12", summary: "speed up the parser" },
  ]);
  assertEquals(await lookUp("backlog-item", fakeContext(), NOTHING), []);
});
