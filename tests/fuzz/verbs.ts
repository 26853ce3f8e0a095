/**
 * A random line of each verb, and what must hold when it worked.
 *
 * @module
 */

import { assert, assertEquals } from "@std/assert";
import type { Random } from "./random.ts";
import type { Values } from "./values.ts";
import type { Around, Done, World } from "./world.ts";

/** A line to run. */
export interface Try {
  readonly argv: readonly string[];
  readonly around?: Around;
  /** Called when it ended with 0. */
  readonly holds?: (done: Done) => void | Promise<void>;
}

/** What lines are made from. */
export interface Making {
  readonly world: World;
  readonly random: Random;
  readonly values: Values;
}

/** Makes one line; those that take long have a small weight. */
type Maker = (making: Making) => Try | Promise<Try>;

const STAGES = ["intake", "apply", "review", "hydrate", "ship", "review-pr"];

function anyPane({ world, random, values }: Making): string {
  const { sim, shell, deaf } = world;
  return random.oneIn(3) ? values.text() : random.pick([sim.pane, shell, deaf, "%99", "%0"]);
}

const onServer = ({ world, random, values }: Making) =>
  random.oneIn(8) ? `--server=${values.text()}` : `--server=${world.server.label}`;

function json(done: Done): unknown {
  try {
    return JSON.parse(done.stdout);
  } catch {
    throw new Error(`no JSON document: ${done.stdout}`);
  }
}

/** Ends a pane that a line opened, after its agent told what it got. */
function opened({ world }: Making, before: number, words: readonly string[]) {
  return async (done: Done) => {
    const { pane } = json(done) as { pane: string };
    try {
      const start = (await world.recorder.until(before + 1)).at(-1)!;
      for (const word of words) {
        assert(
          start.args.includes(word),
          `${JSON.stringify(word)} not in ${JSON.stringify(start)}`,
        );
      }
    } finally {
      await world.server.tmux("kill-pane", "-t", pane);
    }
  };
}

/** An existing directory with an odd name. */
async function directory({ world, values }: Making): Promise<string> {
  const path = `${world.server.directory}/d/${values.name()}`;
  await Deno.mkdir(path, { recursive: true });
  return path;
}

/** Verbs that look, compose or edit: a few milliseconds each. */
const QUICK: Readonly<Record<string, Maker>> = {
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
    const { server } = m.world;
    const title = m.values.text().replaceAll("#", "##");
    await server.tmux("select-pane", "-t", m.world.deaf, "-T", title);
    await server.tmux(
      "set-option",
      "-p",
      "-t",
      m.world.deaf,
      "--",
      "@rk_pane_agent_state",
      m.values.text(),
    );
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

/** Verbs that type or start something: some hundred milliseconds each. */
const SLOW: Readonly<Record<string, Maker>> = {
  deliver: async (m) => {
    const text = m.values.prompt();
    const { sim } = m.world;
    const before = (await sim.log()).messages.length;
    return {
      argv: ["pane", "deliver", "--force", `--text=${text}`, `-L${m.world.server.label}`, sim.pane],
      holds: async () => {
        const { messages } = await sim.log();
        assertEquals(messages.slice(before), [text]);
      },
    };
  },
  "deliver astray": (m) => ({
    argv: [
      ...[
        "pane",
        "deliver",
        onServer(m),
        m.random.oneIn(2) ? `--text=${m.values.text()}` : `--prompt-file=${m.values.text()}`,
      ],
      ...[`--id=${m.values.text()}`, "--", m.random.oneIn(2) ? m.world.shell : m.values.text()],
    ],
  }),
  "send keys": (m) => ({
    argv: [
      "pane",
      "send",
      "--force",
      `--key=${m.random.pick(["Enter", "C-x", m.values.text()])}`,
      onServer(m),
      "--",
      m.random.pick([m.world.deaf, m.values.text()]),
    ],
  }),
  ready: (m) => ({
    argv: [
      "pane",
      "ready",
      "--json",
      onServer(m),
      "--",
      m.random.pick([m.world.sim.pane, m.values.text()]),
    ],
  }),
  open: async (m) => {
    const words = [m.values.text(), m.values.text()];
    const before = (await m.world.recorder.starts()).length;
    return {
      argv: [
        ...[
          "pane",
          "open",
          "--json",
          "--provider=rec",
          `-c${await directory(m)}`,
          `-L${m.world.server.label}`,
        ],
        ...[`--name=${m.values.text()}`, "-tkeeper:", "--", ...words],
      ],
      holds: opened(m, before, words),
    };
  },
  spawn: async (m) => {
    const [model, argument, prompt] = [
      `m${m.values.text()}`,
      m.values.text(),
      `p${m.values.text()}`,
    ];
    const before = (await m.world.recorder.starts()).length;
    return {
      argv: [
        ...["spawn", "--json", "--provider=rec", `--model=${model}`, `--prompt=${prompt}`],
        ...[
          `-c${await directory(m)}`,
          `-n${m.values.text()}`,
          "-tkeeper:",
          `-L${m.world.server.label}`,
        ],
        ...[`--workers=${m.values.text()}`, "--", argument],
      ],
      holds: opened(m, before, [model, argument, prompt]),
    };
  },
  "spawn elsewhere": (m) => ({
    argv: [
      "spawn",
      "--json",
      "--provider=rec",
      `-t${m.values.text()}`,
      `-c${m.values.text()}`,
      `-L${m.world.server.label}`,
    ],
    holds: opened(m, 0, []),
  }),
  "dispatch start": (m) => {
    const prompt = `p${m.values.text()}`;
    const [change, stage] = [m.random.oneIn(4) ? m.values.text() : "ab12", m.random.pick(STAGES)];
    return {
      argv: ["dispatch", "start", "--", change, stage],
      around: { stdin: prompt, env: { FAB_DISPATCH_MODE: "headless" } },
      holds: async () => {
        await m.world.run(["dispatch", "wait", change, stage, "--timeout", "10"]);
        const log = await m.world.run(["dispatch", "logs", change, stage]);
        assert(
          log.stdout.includes(prompt.trimEnd()),
          `the prompt ${JSON.stringify(prompt)} is not in ${JSON.stringify(log)}`,
        );
        await m.world.run(["dispatch", "clean", change]);
      },
    };
  },
};

/** The names of all sorts of lines. */
export const SORTS = [...Object.keys(QUICK), ...Object.keys(SLOW)];

/** Makes a line of a random sort; one in `slowness` is of those that take long. */
export async function makeTry(
  making: Making,
  slowness: number,
): Promise<Try & { readonly sort: string }> {
  const makers = making.random.oneIn(slowness) ? SLOW : QUICK;
  const sort = making.random.pick(Object.keys(makers));
  return { sort, ...await makers[sort]!(making) };
}
