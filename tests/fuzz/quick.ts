/**
 * Lines that look, compose or edit.
 *
 * @module
 */

import { assert, assertEquals } from "@std/assert";
import { anyPane, json, type Maker, onServer, STAGES } from "./making.ts";

/** Verbs that look, compose or edit: a few milliseconds each. */
export const QUICK: Readonly<Record<string, Maker>> = {
  map: (m) => ({
    argv: [
      "pane",
      "map",
      "--json",
      m.random.oneIn(2) ? `--session=${m.values.text()}` : "--all-sessions",
      onServer(m),
    ],
    holds: (done) => assert(Array.isArray(json(done))),
  }),
  "odd windows": async (m) => {
    const { server, deaf } = m.world;
    // tmux takes a `;` at an argument's end for the command's.
    const set = (value: string) => value.replace(/;$/, "\\;");
    const title = set(m.values.text().replaceAll("#", "##"));
    const state = set(m.values.text());
    await server.tmux("select-pane", "-t", deaf, "-T", title);
    await server.tmux("set-option", "-p", "-t", deaf, "--", "@rk_pane_agent_state", state);
    const argv = ["__complete", "--", "pane", "capture", "-L", server.label, m.values.text()];
    return {
      argv: m.random.oneIn(2) ? argv : ["pane", "map", "--all-sessions", "-L", server.label],
    };
  },
  capture: (m) => ({
    argv: [
      "pane",
      "capture",
      `--lines=${m.random.oneIn(4) ? m.values.text() : 5}`,
      m.random.pick(["--raw", "--json", "--full"]),
      onServer(m),
      "--",
      anyPane(m),
    ],
  }),
  process: (m) => ({
    argv: ["pane", "process", "--json", onServer(m), "--", anyPane(m)],
    holds: (d) => void json(d),
  }),
  await: (m) => ({
    argv: [
      ...["pane", "await", onServer(m), "--timeout=0.02", `--file=${m.values.text()}`],
      ...(m.random.oneIn(3) ? [`--until=${m.values.text()}`] : []),
      ...["--", anyPane(m), anyPane(m)],
    ],
  }),
  "window names": (m) => {
    const pane = m.random.oneIn(4) ? anyPane(m) : m.world.deaf;
    const [from, to] = [m.values.text(), m.values.text()];
    const argv = m.random.oneIn(2)
      ? ["pane", "window-name", "ensure-prefix", "--json", onServer(m), "--", pane, from]
      : ["pane", "window-name", "replace-prefix", "--json", onServer(m), "--", pane, from, to];
    return {
      argv,
      // Names grow without end otherwise.
      holds: async () =>
        void await m.world.server.tmux("rename-window", "-t", m.world.deaf, "deaf"),
    };
  },
  kill: async (m) => {
    if (m.random.oneIn(2)) return { argv: ["pane", "kill", onServer(m), "--", m.values.text()] };
    const pane = await m.world.server.openPane(["sleep", "600"]);
    return { argv: ["pane", "kill", "-L", m.world.server.label, pane] };
  },
  next: (m) => ({ argv: ["pane", "next", onServer(m)] }),
  agent: (m) => {
    const [model, effort] = [m.values.text(), m.values.text()];
    const argv = ["agent", m.random.pick(["default", "review", m.values.text()])];
    return {
      argv: [
        ...argv,
        ...[
          `--model=${model}`,
          `--effort=${effort}`,
          `--provider=${m.random.pick(["rec", "codex", "claude", m.values.text()])}`,
        ],
        ...[m.random.pick(["--print", "-ojson", "-oyaml", "-t"]), "--", m.values.text()],
      ],
    };
  },
  "agent that runs": async (m) => {
    const words = [m.values.text(), m.values.text(), m.values.text()];
    const before = (await m.world.recorder.starts()).length;
    return {
      argv: [
        "agent",
        "--provider=rec",
        `--model=x${words[0]}`,
        `--effort=x${words[1]}`,
        "--",
        words[2]!,
      ],
      holds: async () => {
        const start = (await m.world.recorder.until(before + 1)).at(-1)!;
        assertEquals(start.args, [`x${words[0]}`, `x${words[1]}`, words[2]!]);
      },
    };
  },
  "config set": (m) => ({
    argv: [
      ...["config", m.random.pick(["set", "unset", "explain", "show"])],
      ...[
        m.random.pick([
          "agent.profiles.fast.model",
          "dispatch.column_width",
          `providers.${m.values.text()}.native`,
          m.values.text(),
        ]),
      ],
      m.values.text(),
    ].slice(0, m.random.oneIn(3) ? 3 : 4),
  }),
  "config from outside": async (m) => {
    const value = JSON.stringify(m.values.text());
    const path = `${m.world.other}/fab/project/config.yaml`;
    await Deno.writeTextFile(
      path,
      m.random.oneIn(2)
        ? `agent:\n  session: ${value}\n  profiles:\n    ${value}: {model: ${value}, effort: ${value}}\n`
        : m.values.text(),
    );
    return {
      argv: m.random.pick([["config", "show", "--origin"], ["agent", "review", "--print"], [
        "provider",
        "list",
      ], ["config", "set", "agent.workers", m.values.text()]]),
      around: {
        cwd: m.world.other,
        env: { FAB_AGENT_SESSION: m.values.text(), FAB_DISPATCH_MODE: m.values.text() },
      },
    };
  },
  provider: (m) => ({
    argv: [
      "provider",
      m.random.pick(["show", "discover"]),
      "--",
      m.random.pick(["rec", "codex", m.values.text()]),
    ],
  }),
  "changes from outside": async (m) => {
    const status = m.random.oneIn(2)
      ? `progress:\n  apply: ${JSON.stringify(m.values.text())}\nprs: [${
        JSON.stringify(m.values.text())
      }]\n`
      : m.values.text();
    await Deno.writeTextFile(`${m.world.repo}/fab/changes/260901-ab12-login/.status.yaml`, status);
    await Deno.writeTextFile(
      `${m.world.repo}/fab/backlog.md`,
      `- [ ] [zz99] ${m.values.text()}\n${m.values.text()}\n`,
    );
    return {
      argv: m.random.pick([["batch", "new", "--list"], ["batch", "switch", "--list"], [
        "batch",
        "new",
        m.values.text(),
      ], ["batch", "switch", m.values.text()]]),
    };
  },
  dispatch: (m) => {
    const verb = m.random.pick([
      "status",
      "ready",
      "deliver",
      "logs",
      "kill",
      "reap",
      "restart",
      "wait",
    ]);
    return {
      argv: [
        ...["dispatch", verb, ...(verb === "wait" ? ["--timeout=0.02"] : []), "--"],
        ...[
          m.random.oneIn(2) ? "ab12" : m.values.text(),
          m.random.oneIn(2) ? m.random.pick(STAGES) : m.values.text(),
        ],
      ],
    };
  },
  skill: (m) => ({ argv: ["skill", "install", `--dir=${m.world.repo}/skills/${m.values.name()}`] }),
  help: (m) => ({
    argv: m.random.pick([["help", m.values.text()], ["help", "pane"], [m.values.text()], [
      "pane",
      m.values.text(),
    ], [
      "completion",
      m.values.text(),
    ]]),
  }),
  complete: (m) => ({
    argv: [
      "__complete",
      "--",
      m.random.pick(["pane", "agent", "dispatch", "config"]),
      m.values.text(),
      m.values.text(),
    ],
  }),
  host: (m) => ({ argv: [`--host=${m.values.text()}`, "doctor"] }),
};
