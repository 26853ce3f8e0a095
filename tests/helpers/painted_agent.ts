/**
 * A pane whose program does nothing and is named as an agent's is: a test paints its title and its
 * screen, so that each moment of a turn stands for as long as the test wants.
 *
 * @module
 */

import type { TmuxServer } from "./tmux_server.ts";

/** What is on the screen. `▮` in a row is the cursor. */
export interface Painting {
  readonly title?: string;
  readonly rows: readonly string[];
  /** Whether the terminal's cursor is shown. Default: no, as most agents have it. */
  readonly cursorShown?: boolean;
}

/** A pane that a test paints. */
export interface PaintedAgent {
  readonly pane: string;
  /** Paints, and waits until tmux has it. */
  paint(painting: Painting): Promise<void>;
}

const RULE = "─".repeat(60);

/** The input of an agent with rules above and below. */
export const BOX: readonly string[] = [RULE, "❯ ▮", RULE, "  ? for shortcuts"];

/** A question with choices. */
export const DIALOG: readonly string[] = [
  "Do you want to proceed?",
  "❯ 1. Yes",
  "  2. No",
  "",
  "Esc to cancel",
];

/** The shell line of a program of this name, which does nothing. */
export const paintedCommand = (name: string) => `/bin/bash -c 'exec -a ${name} sleep 1000'`;

/** Opens a pane with a program of this name. */
export async function openPainted(server: TmuxServer, name: string): Promise<PaintedAgent> {
  return await paintedIn(
    server,
    await server.openPane(["sh", "-c", `exec ${paintedCommand(name)}`]),
  );
}

/** Paints a pane in which {@linkcode paintedCommand} runs. */
export async function paintedIn(server: TmuxServer, pane: string): Promise<PaintedAgent> {
  const tty = (await server.tmux("display-message", "-p", "-t", pane, "#{pane_tty}")).trim();
  let paintings = 0;
  return {
    pane,
    async paint({ title = "", rows, cursorShown = false }) {
      const y = rows.findIndex((row) => row.includes("▮"));
      const x = y < 0 ? 0 : Array.from((rows[y] ?? "").split("▮")[0] ?? "").length;
      const text = rows.map((row) => row.replace("▮", "")).join("\r\n");
      // What is painted last tells that all of it has come.
      const mark = `painted ${++paintings}`;
      const bottom = `\x1b[1;50H${mark}`;
      await Deno.writeTextFile(
        tty,
        `\x1b]2;${title}\x07\x1b[?25${cursorShown ? "h" : "l"}\x1b[H\x1b[2J${text}${bottom}` +
          `\x1b[${Math.max(0, y) + 1};${x + 1}H`,
        { create: false },
      );
      await server.waitFor(pane, mark);
    },
  };
}
