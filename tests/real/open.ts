/**
 * Opens a real agent CLI as a person does, with `fab pane open`, and gets it past its first
 * questions with the keys that a person presses.
 *
 * @module
 */

import { dirname } from "@std/path";
import { quoteWord } from "../../lib/core/quote.ts";
import { runFab } from "../helpers/program.ts";
import { poll, type TmuxServer } from "../helpers/tmux_server.ts";
import type { Place, RealAgent } from "./agents.ts";

/** A CLI that takes input. */
export interface OpenAgent {
  readonly pane: string;
  /** The walls that it showed, in order. */
  readonly walls: readonly string[];
}

/** Milliseconds until a CLI must take input. The slowest starts in 5 s where nothing else runs. */
const START_MS = 90_000;

/** Milliseconds in which a wall that was answered is gone, else it is looked at once more. */
const WALL_MS = 3000;

/** A proxy that nobody serves: what heeds it and does not go to loopback goes nowhere. */
const NOWHERE = "http://127.0.0.1:9";
const DEAD_PROXY = {
  HTTP_PROXY: NOWHERE,
  HTTPS_PROXY: NOWHERE,
  http_proxy: NOWHERE,
  https_proxy: NOWHERE,
  NO_PROXY: "127.0.0.1,localhost",
  no_proxy: "127.0.0.1,localhost",
};

/**
 * Writes what a CLI and `fab` must find in their home.
 *
 * @param place.bin the directory of the CLIs' programs
 * @param place.isolated there is no network but loopback, so that no proxy has to keep them off it
 */
export async function furnish(
  agent: RealAgent,
  place: Place & { readonly bin: string; readonly isolated: boolean },
): Promise<void> {
  const env = {
    ...(agent.ownNode === true ? { PATH: `${place.bin}:${Deno.env.get("PATH") ?? ""}` } : {}),
    ...agent.env(place),
    ...(place.isolated ? {} : DEAD_PROXY),
  };
  const words = [
    "env",
    ...Object.entries(env).map(([name, value]) => `${name}=${value}`),
    `${place.bin}/${agent.name}`,
    ...agent.args,
  ];
  const provider = { interactive_command: words.map(quoteWord).join(" ") };
  const files = {
    ...agent.files(place),
    ".fab-kit/config.yaml": JSON.stringify({
      providers: { [`real-${agent.name}`]: provider },
    }),
  };
  for (const [path, text] of Object.entries(files)) {
    await Deno.mkdir(dirname(`${place.home}/${path}`), { recursive: true });
    await Deno.writeTextFile(`${place.home}/${path}`, text);
  }
  await Deno.mkdir(place.project, { recursive: true });
}

/** Opens it and waits until `fab pane ready` says that it takes input. */
export async function openAgent(
  server: TmuxServer,
  agent: RealAgent,
  project: string,
): Promise<OpenAgent> {
  const opened = await runFab(
    [
      "pane",
      "open",
      "-L",
      server.label,
      "--provider",
      `real-${agent.name}`,
      "-c",
      project,
    ],
    { env: server.env },
  );
  const pane = /opened pane (%\d+)/.exec(opened.stdout)?.[1];
  if (pane === undefined) {
    throw new Error(`fab pane open: ${JSON.stringify(opened)}`);
  }
  const walls: string[] = [];
  await poll(async () => {
    const word = await readiness(server, pane);
    if (word === "ready") return true;
    const screen = await server.capture(pane);
    const wall = agent.walls.find(({ shows }) => shows.test(screen));
    if (wall === undefined) return null;
    // A question must be reported as one; while it is being painted it may be a boot.
    if (word !== "parked") return null;
    walls.push(wall.shows.exec(screen)?.[0] ?? "");
    for (const key of wall.keys) {
      // A key that comes before the choice has moved takes another one.
      const before = await server.capture(pane);
      await server.press(pane, key);
      await until(async () => await server.capture(pane) !== before);
    }
    // Its words may stay behind it.
    await until(async () => !wall.shows.test(await server.capture(pane)));
    return null;
  }, {
    deadlineMs: START_MS,
    failure: async () =>
      `${agent.name} took no input; ${JSON.stringify(walls)}\n` +
      await server.screens(),
  });
  return { pane, walls };
}

/** Waits for what a key does, for as long as a slow CLI takes; it may do nothing. */
async function until(done: () => Promise<boolean>): Promise<void> {
  await poll(async () => await done() ? true : null, {
    deadlineMs: WALL_MS,
    failure: () => Promise.resolve("it stays"),
  }).catch(() => null);
}

/** What `fab pane ready` says. */
export async function readiness(
  server: TmuxServer,
  pane: string,
): Promise<string> {
  const { stdout, stderr } = await runFab([
    "pane",
    "ready",
    pane,
    "-L",
    server.label,
  ], {
    env: server.env,
  });
  return stdout.split("\n")[0] || stderr.trim();
}
