/**
 * Panes in which keys would go astray, whatever program is in them (contract §4.7).
 *
 * @module
 */

import { DeliveryError } from "../core/message/delivery.ts";
import type { ParkedWord } from "../core/screen/readiness.ts";
import type { Look, PaneHandle } from "../look/pane_handle.ts";
import { isInMode } from "../look/pane_mode.ts";
import { tmuxHint } from "../tmux/hint.ts";

/** Whether this process runs in the pane: what it types would come to whoever started it. */
export function isOwnPane({ context: { env }, pane }: PaneHandle, socketPath: string): boolean {
  const [socket] = (env.get("TMUX") ?? "").split(",");
  return env.get("TMUX_PANE") === pane && socket === socketPath;
}

/** Why keys would not come to the pane's program; null when they would. A mode can be left. */
export function astrayIn(handle: PaneHandle, seen: Look): ParkedWord | null {
  const { facts } = seen;
  if (isOwnPane(handle, facts.socket_path)) return "own pane";
  if (facts.pane_dead === "1") return "dead";
  if (facts.pane_input_off === "1") return "input off";
  if (facts.pane_synchronized === "1") return "synchronised";
  return isInMode(seen) ? "tmux mode" : null;
}

/** The refusal to type into such a pane, with what would help. */
export function refusedAstray({ pane, tmux }: PaneHandle, word: ParkedWord): DeliveryError {
  const hint = (...words: readonly string[]) => `'${tmuxHint(tmux, ...words)}'`;
  const reasons: Partial<Record<ParkedWord, string>> = {
    "own pane": "is the one that this runs in; name the agent's pane",
    dead: "is dead; its program has ended",
    "input off": `has its input switched off; switch it on with ${
      hint("select-pane", "-e", "-t", pane)
    }`,
    synchronised:
      "is synchronised, so keys would reach every pane of its window; switch it off with " +
      hint("set-option", "-w", "-t", pane, "synchronize-panes", "off"),
    "tmux mode": `stays in a tmux mode; leave it with ${
      hint("send-keys", "-X", "-t", pane, "cancel")
    }`,
  };
  return new DeliveryError("not ready", `pane ${pane} ${reasons[word] ?? `is parked (${word})`}`, {
    parked: { word, detail: null },
  });
}

/**
 * Refuses at once, without waiting for anybody.
 *
 * @param socketPath tmux's `#{socket_path}`
 * @throws {DeliveryError} `not ready`.
 */
export function refuseOwnPane(handle: PaneHandle, socketPath: string): void {
  if (isOwnPane(handle, socketPath)) throw refusedAstray(handle, "own pane");
}
