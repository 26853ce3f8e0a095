/**
 * Makes the README's pictures from a real terminal: `fab demo` and `fab pane watch`, each on a tmux
 * server of its own. What differs from run to run (times, numbers of processes, folders, which hash a
 * text with them has) is drawn as `…`, so that a second run draws the same.
 *
 *   deno task pictures [<folder>]
 *
 * @module
 */

import { dirname, fromFileUrl, join } from "@std/path";
import { type DocStage, withStage } from "../helpers/doc_stage.ts";
import { drawScreen, readRows, THEMES } from "./svg.ts";

/** Where the pictures go. */
const folder = Deno.args[0] ??
  join(dirname(dirname(dirname(fromFileUrl(import.meta.url)))), "docs/pictures");

/** What a picture is of. */
interface Subject {
  readonly name: string;
  readonly title: string;
  readonly columns: number;
  readonly rows: number;
  /** Shown as typed, above what it prints; null for a whole screen. */
  readonly command: string;
  /** On the screen when it is the one to draw. */
  readonly shows: RegExp;
  prepare(stage: DocStage): Promise<void>;
}

const SUBJECTS: readonly Subject[] = [
  {
    name: "demo",
    title: "fab demo: an agent is opened, found ready, handed a prompt, and asked what it received",
    columns: 112,
    rows: 44,
    command: "fab demo",
    shows: /^all proven/m,
    prepare: () => Promise.resolve(),
  },
  {
    name: "watch",
    title: "fab pane watch: each agent with its worktree, change, stage and state",
    columns: 112,
    rows: 9,
    command: "fab pane watch --session work",
    shows: /q quits[^]*search[^]*docs/,
    prepare: fourAgents,
  },
];

/** Four agents in three worktrees, with what their hooks write. */
async function fourAgents({ server, project, run }: DocStage): Promise<void> {
  const shop = join(dirname(project), "shop");
  const made = await run(
    "sh",
    `cp -R '${project}' '${shop}' && cd '${shop}' && rm .fab-status.yaml
    for name in login search; do
      git worktree add -q "../shop.worktrees/$name" -b "$name"
    done
    cd ../shop.worktrees
    for at in login:260901-4f2a-login:apply search:260903-9c1e-search:review; do
      change=\${at#*:} stage=\${at##*:} place=\${at%%:*}; change=\${change%:*}
      mkdir -p "$place/fab/changes/$change"
      printf 'progress:\\n  %s: active\\n' "$stage" >"$place/fab/changes/$change/.status.yaml"
      ln -sfn "fab/changes/$change/.status.yaml" "$place/.fab-status.yaml"
    done`,
  );
  if (made.code !== 0) throw new Error(made.stderr);
  const now = Math.floor(Date.now() / 1000);
  const windows: readonly (readonly [name: string, cwd: string, state: string])[] = [
    ["shop", shop, `idle:${now - 190}`],
    ["login", `${shop}.worktrees/login`, `active:${now}`],
    ["search", `${shop}.worktrees/search`, `waiting:${now - 20}`],
    ["docs", shop, `idle:${now - 7300}`],
  ];
  for (const [at, [name, cwd, state]] of windows.entries()) {
    const where = at === 0
      ? ["new-session", "-d", "-s", "work"]
      : ["new-window", "-d", "-t", "work:"];
    const pane = await server.tmux(
      ...[...where, "-P", "-F", "#{pane_id}", "-n", name, "-c", cwd, "sleep 86400"],
    );
    await server.tmux("set-option", "-p", "-t", pane.trim(), "@rk_pane_agent_state", state);
  }
}

/** Takes out what changes from run to run, keeping the width of what stands behind it. */
function steady(screen: string): string {
  return screen
    .replace(/ +\d+ ms/g, (took) => "…".padStart(took.length))
    .replace(/in \d+\.\d s/g, "in … s")
    .replace(/fab-demo-\w+/g, "fab-demo-…")
    .replace(/(?<= in )\/\S*(?=fab-demo)/g, "/tmp/")
    .replace(/\b[0-9a-f]{64}\b/g, "…");
}

for (const subject of SUBJECTS) {
  await withStage(async (stage) => {
    const { server } = stage;
    await subject.prepare(stage);
    const bin = join(await Deno.realPath(server.directory), "bin");
    const pane = await server.openPane(
      [
        "env",
        "-u",
        "NO_COLOR",
        `PATH=${bin}:${server.env.PATH}`,
        "TMPDIR=/tmp",
        "sh",
        "-c",
        `${subject.command}; exec sleep 86400`,
      ],
      { cwd: stage.project },
    );
    await server.tmux(
      "resize-window",
      "-t",
      pane,
      "-x",
      String(subject.columns),
      "-y",
      String(subject.rows),
    );
    await server.waitFor(pane, subject.shows);
    const ansi = await server.tmux("capture-pane", "-e", "-p", "-t", pane);
    const rows = readRows(steady(`\x1b[2m$\x1b[0m \x1b[1m${subject.command}\x1b[0m\n\n${ansi}`));
    for (const theme of THEMES) {
      const svg = drawScreen(rows, { theme, columns: subject.columns, title: subject.title });
      await Deno.writeTextFile(join(folder, `${subject.name}-${theme.name}.svg`), svg);
    }
  });
}
