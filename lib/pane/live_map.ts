/**
 * The map again and again, whenever it may have changed.
 *
 * @module
 */

import type { MapRow } from "../core/map/row.ts";
import type { PaneScope } from "../core/map/scope.ts";
import type { Context } from "../ports.ts";
import { subscribeToPanes, type Subscription } from "../tmux/subscription.ts";
import type { Tmux } from "../tmux/tmux.ts";
import { mapPanes } from "./map.ts";
import { createWakeup } from "../look/wakeup.ts";

/**
 * Milliseconds after which the map is read although nothing was heard: directories and changes
 * make no news, and subscriptions are known to fall silent.
 */
const SLOW_POLL_MS = 5000;

/** The same where there is no subscription. */
const POLL_MS = 1500;

/** Milliseconds in which more news is waited for before the map is read: news comes in groups. */
const GATHER_MS = 40;

/** Milliseconds between two attempts to subscribe. */
const RETRY_MS = 10_000;

/** The map, followed. */
export interface LiveMap {
  /**
   * Each reading, whether it differs from the one before or not. Ends when stopped.
   *
   * @throws as {@linkcode mapPanes}, and {InterruptedError} when a signal came.
   */
  readonly maps: AsyncIterable<readonly MapRow[]>;
  /** Ends it, also in the middle of a pause. */
  stop(): void;
}

/** Follows the map of a scope. Nothing happens before the first reading is asked for. */
export function followMap(context: Context, tmux: Tmux, scope: PaneScope): LiveMap {
  const { clock } = context;
  const wakeup = createWakeup(clock);
  let stopped = false;

  async function* read(): AsyncGenerator<readonly MapRow[]> {
    let subscription: Subscription | null = null;
    let attempted = -Infinity;
    try {
      while (!stopped) {
        yield await mapPanes(context, tmux, scope);
        if (subscription === null && clock.monotonic() - attempted >= RETRY_MS) {
          attempted = clock.monotonic();
          const opened: Subscription = subscribeToPanes(context, tmux, { onChange: wakeup.wake });
          subscription = opened;
          opened.ended.then(() => {
            if (subscription === opened) subscription = null;
            // The session that it was in may be gone, and with it panes of the map.
            wakeup.wake();
          });
        }
        await wakeup.pause(subscription === null ? POLL_MS : SLOW_POLL_MS);
        if (!stopped) await clock.sleep(GATHER_MS);
      }
    } finally {
      await subscription?.close();
    }
  }

  return {
    maps: read(),
    stop() {
      stopped = true;
      wakeup.wake();
    },
  };
}
