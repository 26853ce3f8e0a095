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
import { createLiveLooks } from "./live_looks.ts";
import { type MapEye, mapPanes } from "./map.ts";
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

/** Milliseconds between two looks at agents whose state no hook wrote. */
const LOOK_MS = 1000;

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
export function followMap(
  context: Context,
  tmux: Tmux,
  options: { readonly scope: PaneScope; readonly seen: MapEye | null },
): LiveMap {
  const { clock } = context;
  const wakeup = createWakeup(clock);
  const looks = options.seen === null ? null : createLiveLooks(context, tmux, options.seen);
  let stopped = false;

  async function* read(): AsyncGenerator<readonly MapRow[]> {
    let subscription: Subscription | null = null;
    let attempted = -Infinity;
    try {
      while (!stopped) {
        let rows = await mapPanes(context, tmux, options);
        yield rows;
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
        const until = clock.monotonic() + (subscription === null ? POLL_MS : SLOW_POLL_MS);
        for (let woken = false; looks !== null && !woken && !stopped;) {
          const left = until - clock.monotonic();
          if (left <= 0) break;
          woken = await wakeup.pause(Math.min(LOOK_MS, left));
          if (woken || stopped) break;
          const now = await looks.again(rows);
          if (now !== rows) yield rows = now;
        }
        if (looks === null) await wakeup.pause(until - clock.monotonic());
        if (!stopped) await clock.sleep(GATHER_MS);
      }
    } finally {
      await subscription?.close();
      await looks?.close();
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
