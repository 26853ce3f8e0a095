/**
 * The step “the input takes text, and is empty”: a probe, a person's draft, a trial of paste.
 *
 * @module
 */

import { DeliveryError } from "../core/message/delivery.ts";
import { isProbeRemains } from "../core/screen/draft.ts";
import { reasonText } from "../core/screen/readiness.ts";
import type { PaneHandle } from "../look/pane_handle.ts";
import type { Delivery } from "./delivery.ts";
import { bracketedPaste } from "./input/bracketed_paste.ts";
import { type Cleared, clearInput, findDraft, toBaseline } from "./input/empty_input.ts";
import { isPicker, refusedPicker, withList } from "./input/picker.ts";
import { ECHO_MS, type Probe, takeBack, typeSentinel } from "./input/probe.ts";
import { refusedLines, refusedTabs } from "./preflight.ts";

/** Probes the input and proves that it is empty; a draft is refused, or cleared with `--force`. */
export async function proveEmpty(delivery: Delivery, attempt: number): Promise<Cleared> {
  const { handle, options, payload } = delivery;
  delivery.typed = "sentinel";
  // A program that was deaf in its boot may take longer than it seemed.
  let probe: Probe = await typeSentinel(handle, { timeoutMs: ECHO_MS * attempt });
  if (probe.state !== "ready") {
    await takeBack(handle, probe);
    delivery.typed = "nothing";
    const parked = probe.state === "parked" ? { word: "no echo", detail: null } as const : null;
    throw new DeliveryError(
      "not ready",
      `pane ${handle.pane} takes no input now ` +
        `(${parked === null ? probe.state : `parked: ${reasonText(parked)}`})`,
      { retry: true, parked },
    );
  }
  probe = await withList(handle, probe);
  const first = probe;
  delivery.latencyMs = probe.latencyMs;
  const { draft, probe: settled } = await findDraft(handle, probe);
  probe = settled;
  if (draft !== null) {
    delivery.typed = "nothing";
    const remains = isProbeRemains(draft.text);
    if (options.force !== true && !remains) throw draftRefused(handle, draft);
    const what = remains ? "what a probe had left" : "a draft";
    delivery.typed = "sentinel";
    // Printed whatever comes of it: it may be the only copy.
    let done = "tried to clear";
    try {
      probe = await clearInput(handle, probe.latencyMs);
      done = "cleared";
    } finally {
      await handle.context.out.warn(`${done} ${what} from pane ${handle.pane}: ${draft.text}`);
    }
  }
  let extra = 0;
  if (payload.multiline || (payload.tabbed && delivery.terminal.mode === "raw")) {
    const trial = await bracketedPaste(handle, probe.latencyMs);
    extra = trial.typed;
    if (trial.on !== true) {
      await takeBack(handle, probe, extra);
      delivery.typed = "nothing";
      if (trial.on === null) {
        throw new DeliveryError("not ready", "the program did not show a paste in time", {
          retry: true,
        });
      }
      throw payload.multiline ? refusedLines(handle) : refusedTabs(handle);
    }
  }
  const cleared = await toBaseline(handle, probe, extra);
  delivery.typed = "nothing";
  if (draft === null && await isPicker(handle, first, cleared.baseline)) {
    throw refusedPicker(handle);
  }
  return cleared;
}

function draftRefused(
  handle: PaneHandle,
  draft: { readonly text: string; readonly restored: boolean },
): DeliveryError {
  return new DeliveryError(
    "draft",
    `the input of pane ${handle.pane} holds an unsubmitted text` +
      `${draft.restored ? "" : " (it may have changed by a character)"}; ` +
      "submit or clear it there, or use --force to clear it",
    { details: `--- draft ---\n${draft.text}` },
  );
}
