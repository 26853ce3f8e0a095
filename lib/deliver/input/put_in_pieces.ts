/**
 * A text that is longer than what its input shows: it goes in by pieces, each seen whole behind the
 * end of the one before it.
 *
 * @module
 */

import { DeliveryError } from "../../core/message/delivery.ts";
import { type Payload, payloadOf } from "../../core/message/payload.ts";
import { piecesOf, type Room } from "../../core/message/pieces.ts";
import {
  type Echo,
  placeholderEcho,
  type Proof,
  scrolledEcho,
  tailEcho,
  wholeEcho,
} from "../../core/screen/echo.ts";
import type { Shown } from "../../core/screen/shown.ts";
import { fold, sameScreen, type Screen } from "../../core/screen/text.ts";
import { type PaneHandle, pasteText } from "../../look/pane_handle.ts";
import { waitForPane } from "../../look/poll.ts";
import type { Cleared } from "./empty_input.ts";

/** Folded characters of the piece before, which must stand in front of each. */
const JOINT = 8;
/** So many pieces at most; of a longer text the head is seen, and the end. */
const MOST_PIECES = 120;
/** Milliseconds that a piece may take to show. */
const PIECE_MS = 2500;
/** Milliseconds that a screen must stand still to be all that is shown. */
const STILL_MS = 80;

/** How much of a text to put in at once, so that the box shows it whole. */
export function roomOf({ rows, widest }: Pick<Shown, "rows" | "widest">): Room {
  const cells = rows >= 3 ? (rows - 2) * widest : Math.floor(widest * (rows === 2 ? 0.6 : 0.4));
  return { cells: Math.max(4, cells - (rows >= 3 ? JOINT : 0)), row: widest };
}

/** The pieces of a text; where there would be too many, all behind the first is one. */
export function planOf(text: string, room: Room): readonly string[] {
  const pieces = piecesOf(text, room);
  const [first = "", ...others] = pieces;
  return pieces.length <= MOST_PIECES ? pieces : [first, others.join("")];
}

/**
 * Puts a text into an empty input by pieces.
 *
 * @throws {DeliveryError} `not echoed` where one does not stand as it was sent.
 */
export async function putInPieces(
  handle: PaneHandle,
  cleared: Cleared,
  pieces: readonly string[],
): Promise<{ readonly echo: Echo; readonly screen: Screen; readonly sentAt: number }> {
  const { clock } = handle.context;
  let sent = "";
  let proof: Proof = "whole";
  let last: { echo: Echo; screen: Screen; sentAt: number } | null = null;
  for (const piece of pieces) {
    const needed = fold(piece).length + Math.min(JOINT, fold(sent).length);
    const payload = payloadOf(sent + piece);
    const before = last?.screen ?? cleared.baseline;
    await pasteText(handle, piece);
    const sentAt = clock.monotonic();
    let still: { readonly token: string; readonly since: number } | null = null;
    const { found, look } = await waitForPane(handle, {
      timeoutMs: Math.max(PIECE_MS, cleared.latencyMs * 3),
      check: ({ screen }, elapsed) => {
        if (sameScreen(before, screen) && sameCursor(before, screen)) return null;
        const screens = { ...cleared, now: screen };
        const echo = sent === "" ? wholeEcho(payload, screens) : behind(payload, screens, needed);
        if (echo !== null) return echo;
        if (sent === "") return null;
        // Not by the screen: a clock may tick on it.
        const token = scrolledEcho(payload.text, screens)?.token ?? "";
        if (still?.token !== token) still = { token, since: elapsed };
        if (elapsed - still.since < Math.max(STILL_MS, cleared.latencyMs * 2)) return null;
        return cutOff(payload, screens, { sent, piece, needed });
      },
    });
    if (found === null) {
      throw new DeliveryError("not echoed", "the input shows another text than was sent", {
        retry: true,
      });
    }
    if (found.proof !== "whole" && proof !== "placeholder") proof = found.proof;
    sent += piece;
    last = { echo: found, screen: look.screen, sentAt };
  }
  if (last === null) throw new TypeError("no pieces");
  return { ...last, echo: { ...last.echo, proof } };
}

/** The text so far, of which enough is seen to hold the last piece and its joint. */
function behind(
  payload: Payload,
  screens: Cleared & { readonly now: Screen },
  needed: number,
): Echo | null {
  const shown = scrolledEcho(payload.text, screens);
  if (shown === null || shown.token.length < needed) return null;
  return shown.whole ? wholeEcho(payload, screens) : tailEcho(shown, "whole");
}

/** A piece of which the box shows the end alone, or a placeholder. */
function cutOff(
  payload: Payload,
  screens: Cleared & { readonly now: Screen },
  { sent, piece, needed }: {
    readonly sent: string;
    readonly piece: string;
    readonly needed: number;
  },
): Echo | null {
  const shown = scrolledEcho(payload.text, screens);
  if (shown !== null && !shown.whole && shown.token.length < needed) return tailEcho(shown, "ends");
  return placeholderEcho(payloadOf(piece), screens, sent);
}

function sameCursor(a: Screen, b: Screen): boolean {
  return a.cursor.x === b.cursor.x && a.cursor.y === b.cursor.y;
}
