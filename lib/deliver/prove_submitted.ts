/**
 * The step “it was submitted, to the same program”: Enter, what became of it, and the receipt.
 *
 * @module
 */

import { InterruptedError, PaneMissingError } from "../core/errors.ts";
import { DeliveryError } from "../core/message/delivery.ts";
import type { Foreground } from "../core/process/foreground.ts";
import { mainReader, type ProcessName } from "../core/process/reader.ts";
import { quoted } from "../core/visible.ts";
import type { PaneHandle } from "../look/pane_handle.ts";
import type { Delivery } from "./delivery.ts";
import type { Standing } from "./put_payload.ts";
import { putBack, stillReading } from "./same_readers.ts";
import type { Submittal } from "./submit/submission_watch.ts";
import { submit, unverified } from "./submit/submit.ts";

/** Characters of each end of a text that are shown of it. */
const SHOWN = 60;

/**
 * Submits the text that stands in the input, and proves it.
 *
 * @param at.behind who reads the terminal with the text in it
 * @throws {DeliveryError} as `submit`, and `unverified` when the program ended behind the text.
 */
export async function proveSubmitted(
  delivery: Delivery,
  at: { readonly standing: Standing; readonly behind: Foreground },
): Promise<void> {
  const { handle, book, payload, terminal } = delivery;
  const { standing: { cleared, echo, screen, sentAt, seenAt } } = at;
  const reader = mainReader(terminal.foreground);
  try {
    await submitAndRead(delivery, {
      payload: payload.text,
      cleared: { ...cleared, latencyMs: Math.max(cleared.latencyMs, seenAt - sentAt) },
      echo,
      echoed: screen,
      aloneAt: delivery.aloneAt,
      lines: terminal.mode === "lines",
      putBack: () => putBack(handle, terminal, at.behind),
      sentAt,
      seenAt,
      withFirstEnter: book === null ? [] : [book.pending(reader)],
      onPress() {
        delivery.typed = "pressed";
        delivery.record.follow(payload.text);
      },
      recorded: () => delivery.record.now.found !== "nothing",
      onLeave: () => delivery.typed = "nothing",
    });
    // Who wrote it down has read it.
    if (delivery.record.now.found === "text") return await note(delivery, reader);
    if (!await stillReading(handle, terminal, at.behind)) {
      throw new DeliveryError(
        "unverified",
        `the program in pane ${handle.pane} ended after the submit key; look before repeating`,
      );
    }
  } catch (error) {
    throw afterPress(delivery, error);
  }
  await note(delivery, reader);
}

/** Submits, and waits for what the agent's record says of it. */
async function submitAndRead(delivery: Delivery, submittal: Submittal): Promise<void> {
  const { handle, payload, record } = delivery;
  const seen = await submit(handle, submittal).catch((error: unknown) => error);
  const failed = seen instanceof Error ? seen : null;
  if (failed !== null && !(failed instanceof DeliveryError && failed.word === "unverified")) {
    throw failed;
  }
  const said = await record.settle();
  if (said.found === "other") {
    throw unverified(
      handle,
      `its own record says that it was given another text: ${
        quoted(shortened(said.text), SHOWN * 2 + 1)
      } instead of ` +
        quoted(shortened(payload.text), SHOWN * 2 + 1),
    );
  }
  if (failed !== null && said.found !== "text") throw failed;
  if (said.found === "text" && said.received === "altered") {
    await handle.context.out.warn(
      `the agent in pane ${handle.pane} got the text altered: ${said.difference}`,
    );
  }
}

/** Enough of a text to know it again. */
function shortened(text: string): string {
  const letters = Array.from(text);
  return letters.length <= SHOWN * 2
    ? text
    : `${letters.slice(0, SHOWN).join("")}…${letters.slice(-SHOWN).join("")}`;
}

async function note({ handle, book }: Delivery, reader: ProcessName | null): Promise<void> {
  if (book !== null) await noteDelivered(handle, book.delivered(reader));
}

/** What an error means after the submit key. Before it, an error is what it is. */
function afterPress(delivery: Delivery, error: unknown): unknown {
  const { handle } = delivery;
  if (delivery.typed !== "pressed" || error instanceof InterruptedError) return error;
  if (error instanceof DeliveryError) {
    // Proven to be in the input still: it may be taken out, and the key's receipt with it.
    if (error.word !== "unverified") delivery.typed = "payload";
    return error;
  }
  const why = error instanceof PaneMissingError
    ? "the pane ended"
    : error instanceof Error
    ? error.message
    : String(error);
  return unverified(handle, why, error);
}

/** The text is there whatever becomes of its receipt. */
async function noteDelivered(handle: PaneHandle, note: readonly string[]): Promise<void> {
  const written = await handle.tmux.attempt([note]).then(
    ({ code }) => code === 0,
    () => false,
  );
  if (written) return;
  await handle.context.out.warn(
    `the receipt of the delivery to pane ${handle.pane} could not be written; ` +
      "a repeat with the same key is refused",
  );
}
