/**
 * What is asked before the first key: where keys would go astray, and who else is at the pane
 * (contract §4.7).
 *
 * @module
 */

import type { AgentState } from "../core/agent_state.ts";
import { DeliveryError } from "../core/message/delivery.ts";
import type { Screen } from "../core/screen/text.ts";
import { fieldsFormat, newNonce, parseRecords } from "../tmux/framing.ts";
import { type Look, look, type PaneHandle } from "../look/pane_handle.ts";
import { parseStates, stateCommands } from "../look/state.ts";
import { isInMode, leaveModes } from "../look/pane_mode.ts";
import { TimeOverError } from "./time/limit.ts";
import { astrayIn, refusedAstray } from "./astray.ts";

/** A person's key this recently means that they are typing. tmux counts it in whole seconds. */
const TYPING_SECS = 2;
/** Milliseconds to wait for a person's pause. */
const PAUSE_MS = 10_000;

const CLIENT = ["client_activity", "pane_id", "client_control_mode", "client_name"] as const;

/** The pane as it was found. */
export interface Passed extends Look {
  /** What a hook wrote of its agent. */
  readonly state: AgentState | null;
}

/**
 * Looks at the pane and waits for a pause of whoever types in it; leaves a pane mode.
 *
 * @throws {DeliveryError} `not ready` for a dead, input-off or synchronised pane; `busy` when a
 *   person goes on typing for 10 s.
 */
export async function passGate(handle: PaneHandle): Promise<Passed> {
  const { clock } = handle.context;
  const end = clock.monotonic() + PAUSE_MS;
  for (;;) {
    const { seen, clients, state } = await lookAtClients(handle);
    const astray = astrayIn(handle, seen);
    if (astray !== null && astray !== "tmux mode") throw refusedAstray(handle, astray);
    const typing = clients.find(({ client_activity }) =>
      // From a later second: of before the clock was set back.
      Math.abs(clock.now() / 1000 - Number(client_activity)) < TYPING_SECS
    );
    if (typing === undefined) return { ...await outOfMode(handle, seen), state };
    if (clock.monotonic() >= end) {
      throw someoneTypes(handle, typing.client_name);
    }
    await clock.sleep(100).catch((error) => {
      throw error instanceof TimeOverError ? someoneTypes(handle, typing.client_name) : error;
    });
  }
}

function someoneTypes({ pane }: PaneHandle, client: string): DeliveryError {
  return new DeliveryError(
    "busy",
    `someone is typing in pane ${pane} (client ${client}); try again when they pause`,
  );
}

/** Looks at the pane, and at the clients in which a person may type into it. */
async function lookAtClients(handle: PaneHandle) {
  const nonce = newNonce();
  const mark = newNonce();
  const { pane } = handle;
  const seen = await look(handle, {
    more: [...stateCommands(pane, mark), ["list-clients", "-F", fieldsFormat(CLIENT, nonce)]],
  });
  const { states, rest } = parseStates(seen.more, mark);
  const clients = parseRecords(rest, CLIENT, nonce).records.filter((client) =>
    client.pane_id === handle.pane && client.client_control_mode !== "1"
  );
  return { seen, clients, state: states.get(pane) ?? null };
}

/**
 * Looks whether a person was at the pane since a time at which nobody was.
 *
 * @param sinceMs milliseconds since 1970; tmux counts in whole seconds
 */
export async function someoneCame(
  handle: PaneHandle,
  sinceMs: number,
): Promise<{ readonly came: boolean; readonly screen: Screen }> {
  const { seen, clients } = await lookAtClients(handle);
  const since = Math.floor(sinceMs / 1000);
  return {
    came: clients.some(({ client_activity }) => Number(client_activity) >= since),
    screen: seen.screen,
  };
}

async function outOfMode(handle: PaneHandle, seen: Look): Promise<Look> {
  const left = await leaveModes(handle, seen);
  if (!isInMode(left)) return left;
  throw refusedAstray(handle, "tmux mode");
}
