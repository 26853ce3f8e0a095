/**
 * A throwaway tmux server for a test: its own socket, home and size, and nothing left of it when
 * the test ends, however that ends.
 *
 * @module
 */

import { type Kind } from "../sim/kinds.ts";
import { type LogView, readLog, readRaw } from "../sim/log.ts";
import { simArgv, type SimOptions } from "../sim/open.ts";

/** How long {@linkcode TmuxServer.waitFor} waits unless told otherwise. */
export const WAIT_MS = 30_000;

/** Columns and rows of every pane that a server opens. */
export interface Size {
  readonly columns: number;
  readonly rows: number;
}

/** A pane with a simulated agent in it. */
export interface SimPane {
  readonly pane: string;
  readonly logPath: string;
  log(): Promise<LogView>;
  /** Every byte that it read. */
  raw(): Promise<string>;
  /** Waits until its log says so; fails with the screen and the log. */
  until(what: string, holds: (log: LogView) => boolean, options?: WaitOptions): Promise<LogView>;
}

/** How long to wait, in milliseconds. */
export interface WaitOptions {
  readonly deadlineMs?: number;
}

/** A tmux server that only this test knows. */
export interface TmuxServer {
  readonly label: string;
  /** A directory for the test's files; removed with the server. */
  readonly directory: string;
  /** The whole environment of a program that is to reach this server with `-L <label>`. */
  readonly env: Readonly<Record<string, string>>;
  /** Runs one tmux command and returns what it printed; throws with tmux's words when it refuses. */
  tmux(...args: readonly string[]): Promise<string>;
  /** Runs a program in a window of its own, without a shell; returns the pane's id. */
  openPane(argv: readonly string[], options?: { readonly cwd?: string }): Promise<string>;
  /** Opens a simulated agent, and waits until it is ready unless told not to. */
  openSim(
    kind: Kind,
    options?: Omit<SimOptions, "log"> & { readonly wait?: boolean },
  ): Promise<SimPane>;
  /** The visible screen, without the blank rows at its end. */
  capture(pane: string, options?: { readonly history?: boolean }): Promise<string>;
  /** Waits until the screen is as wanted and returns it; fails with the last screen. */
  waitFor(
    pane: string,
    wanted: string | RegExp | ((screen: string) => boolean),
    options?: WaitOptions,
  ): Promise<string>;
  /** Presses keys by tmux's names. */
  press(pane: string, ...keys: readonly string[]): Promise<void>;
  /** Types text, character for character. */
  type(pane: string, text: string): Promise<void>;
  /** Pastes text as one bracketed paste, where the program has that on. */
  paste(pane: string, text: string): Promise<void>;
  /** A pane option's own value, null when it is not set there. */
  option(pane: string, name: string): Promise<string | null>;
  setOption(pane: string, name: string, value: string): Promise<void>;
  /** Every pane's screen, for a failure's report. */
  screens(): Promise<string>;
  /** Ends the server and all that runs in it. Safe to call twice. */
  stop(): Promise<void>;
}

/**
 * Polls until a condition holds.
 *
 * @returns what `probe` returned when it was not null
 * @throws {Error} with `failure()`'s words when the time is over
 */
export async function poll<T>(
  probe: () => Promise<T | null>,
  options: { readonly deadlineMs?: number; readonly failure: () => Promise<string> },
): Promise<T> {
  const end = performance.now() + (options.deadlineMs ?? WAIT_MS);
  for (let pause = 4;; pause = Math.min(50, pause * 1.5)) {
    const found = await probe();
    if (found !== null) return found;
    if (performance.now() > end) throw new Error(await options.failure());
    await new Promise((resolve) => setTimeout(resolve, pause));
  }
}

let servers = 0;

/** Starts a server. Whoever starts it stops it, in a `finally`. */
export async function startTmux(size: Size = { columns: 200, rows: 50 }): Promise<TmuxServer> {
  const directory = await Deno.makeTempDir({ prefix: "fabtest-" });
  const label = `fabtest-${Deno.pid}-${++servers}`;
  const home = `${directory}/home`;
  const sockets = `${directory}/s`;
  await Deno.mkdir(home);
  await Deno.mkdir(sockets);
  const env: Record<string, string> = {
    PATH: Deno.env.get("PATH") ?? "/usr/bin:/bin",
    HOME: home,
    TMUX_TMPDIR: sockets,
    TMPDIR: directory,
    TERM: "xterm-256color",
    LC_ALL: "C.UTF-8",
    SHELL: "/bin/sh",
    // What Deno compiled once it need not compile again for each throwaway home.
    DENO_DIR: Deno.env.get("DENO_DIR") ?? `${Deno.env.get("HOME")}/.cache/deno`,
    DENO_NO_UPDATE_CHECK: "1",
  };

  async function run(args: readonly string[], stdin?: string) {
    const command = new Deno.Command("tmux", {
      args: ["-u", "-L", label, "-f", "/dev/null", ...args],
      env,
      clearEnv: true,
      stdin: stdin === undefined ? "null" : "piped",
      stdout: "piped",
      stderr: "piped",
    });
    const child = command.spawn();
    if (stdin !== undefined) {
      const writer = child.stdin.getWriter();
      await writer.write(new TextEncoder().encode(stdin));
      await writer.close();
    }
    const { code, stdout, stderr } = await child.output();
    const decoder = new TextDecoder();
    return { code, stdout: decoder.decode(stdout), stderr: decoder.decode(stderr) };
  }

  async function tmux(args: readonly string[], stdin?: string): Promise<string> {
    const result = await run(args, stdin);
    if (result.code !== 0) throw new Error(`tmux ${args.join(" ")}: ${result.stderr.trim()}`);
    return result.stdout;
  }

  const geometry = `${size.columns}x${size.rows}`;
  try {
    await tmux([
      ...["new-session", "-d", "-s", "keeper", "-x", `${size.columns}`, "-y", `${size.rows}`],
      ...["sleep", "86400", ";", "set-option", "-g", "default-size", geometry],
      ...[";", "set-option", "-g", "status", "off"],
    ]);
  } catch (error) {
    await Deno.remove(directory, { recursive: true });
    throw error;
  }

  let sims = 0;
  let stopped = false;
  const server: TmuxServer = {
    label,
    directory,
    env,
    tmux: (...args) => tmux(args),
    async openPane(argv, options = {}) {
      const cwd = (options.cwd ?? directory).replaceAll("#", "##");
      // `env` in front keeps tmux from taking a single word for a shell command.
      const words = argv.length === 1 ? ["/usr/bin/env", ...argv] : argv;
      const args = words.map((word) => word.endsWith(";") ? `${word.slice(0, -1)}\\;` : word);
      const id = await tmux([
        ...["new-window", "-d", "-t", "keeper:", "-P", "-F", "#{pane_id}", "-c", cwd, "--"],
        ...args,
      ]);
      return id.trim();
    },
    async openSim(kind, { wait = true, ...options } = {}) {
      const logPath = `${directory}/sim-${++sims}.log`;
      const pane = await server.openPane(simArgv(kind, { ...options, log: logPath }));
      const sim: SimPane = {
        pane,
        logPath,
        log: () => readLog(logPath),
        raw: () => readRaw(logPath),
        until: (what, holds, until = {}) =>
          poll(async () => {
            const log = await readLog(logPath);
            return holds(log) ? log : null;
          }, {
            ...until,
            failure: async () =>
              `${kind}: not ${what}\n${JSON.stringify(await readLog(logPath))}\n` +
              await server.screens(),
          }),
      };
      if (wait) {
        await sim.until("ready", (log) => log.has("ready"));
        // tmux may not have read yet what it wrote before, which switches bracketed paste on.
        await server.waitFor(pane, (screen) => screen !== "");
      }
      return sim;
    },
    async capture(pane, options = {}) {
      const history = options.history === true ? ["-S", "-"] : [];
      const text = await tmux(["capture-pane", "-p", "-t", pane, ...history]);
      return text.replace(/[ \n]+$/, "");
    },
    async waitFor(pane, wanted, options = {}) {
      const holds = (screen: string) =>
        typeof wanted === "function"
          ? wanted(screen)
          : typeof wanted === "string"
          ? screen.includes(wanted)
          : wanted.test(screen);
      let last = "";
      return await poll(async () => {
        last = await server.capture(pane);
        return holds(last) ? last : null;
      }, {
        ...options,
        failure: () => Promise.resolve(`pane ${pane} never showed ${wanted}; it shows:\n${last}`),
      });
    },
    async press(pane, ...keys) {
      await tmux(["send-keys", "-t", pane, "--", ...keys]);
    },
    async type(pane, text) {
      const escaped = text.endsWith(";") ? `${text.slice(0, -1)}\\;` : text;
      await tmux(["send-keys", "-t", pane, "-l", "--", escaped]);
    },
    async paste(pane, text) {
      const buffer = `test-${pane.slice(1)}`;
      await tmux(["load-buffer", "-b", buffer, "-"], text);
      await tmux(["paste-buffer", "-p", "-d", "-b", buffer, "-t", pane]);
    },
    async option(pane, name) {
      const result = await run(["show-options", "-pv", "-t", pane, name]);
      return result.code === 0 ? result.stdout.replace(/\n$/, "") : null;
    },
    async setOption(pane, name, value) {
      await tmux(["set-option", "-p", "-t", pane, "--", name, value]);
    },
    async screens() {
      const ids = (await run(["list-panes", "-a", "-F", "#{pane_id}"])).stdout.trim().split("\n");
      const shown: string[] = [];
      for (const id of ids.filter((word) => word !== "")) {
        shown.push(`--- ${id} ---\n${await server.capture(id).catch(String)}`);
      }
      return shown.join("\n");
    },
    async stop() {
      if (stopped) return;
      stopped = true;
      await run(["kill-server"]);
      await Deno.remove(directory, { recursive: true });
    },
  };
  return server;
}

/** Runs a test's body with a server of its own; a failure carries every pane's screen. */
export async function withTmux(
  body: (server: TmuxServer) => Promise<void>,
  size?: Size,
): Promise<void> {
  const server = await startTmux(size);
  try {
    await body(server);
  } catch (error) {
    const screens = await server.screens();
    throw new Error(`${error instanceof Error ? error.message : error}\n${screens}`, {
      cause: error,
    });
  } finally {
    await server.stop();
  }
}
