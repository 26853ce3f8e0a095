/**
 * Lines that type or start something.
 *
 * @module
 */

import { assert, assertEquals } from "@std/assert";
import { json, type Maker, type Making, onServer, STAGES } from "./making.ts";
import type { Done } from "./world.ts";

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

/** Verbs that type or start something: some hundred milliseconds each. */
export const SLOW: Readonly<Record<string, Maker>> = {
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
