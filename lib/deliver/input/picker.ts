/**
 * Tells a field that filters a list from a prompt, by what the probe did elsewhere on the screen.
 *
 * @module
 */

import { DeliveryError } from "../../core/message/delivery.ts";
import { cameBack, filters, maySearch, saysSearch } from "../../core/screen/picker.ts";
import type { Screen } from "../../core/screen/text.ts";
import type { PaneHandle } from "../../look/pane_handle.ts";
import { waitForPane } from "../../look/poll.ts";
import type { Probe } from "./probe.ts";

/** Milliseconds in which a list is filtered, or is whole again. */
const LIST_MS = 600;

/** With the probe in the field: the same probe, with a list that is filtered late. */
export async function withList(handle: PaneHandle, probe: Probe): Promise<Probe> {
  const { line, before } = probe;
  if (line === null || !maySearch(before, line.row) || filters(filtered(probe), line)) return probe;
  const { look: { screen } } = await waitForPane(handle, {
    timeoutMs: LIST_MS,
    check: ({ screen }) => filters({ before, probed: screen }, line) ? true : null,
  });
  return { ...probe, after: screen };
}

/**
 * Whether the field is a picker's, asked when the probe was taken back.
 *
 * @param screen as it was then
 */
export async function isPicker(
  handle: PaneHandle,
  probe: Probe,
  screen: Screen,
): Promise<boolean> {
  const { line } = probe;
  if (line === null) return false;
  if (saysSearch(line)) return true;
  if (!filters(filtered(probe), line)) return false;
  const back = (after: Screen) => cameBack({ ...filtered(probe), after }, line);
  if (back(screen)) return true;
  const { found } = await waitForPane(handle, {
    timeoutMs: LIST_MS,
    check: (seen) => back(seen.screen) ? true : null,
  });
  return found === true;
}

/** The refusal to deliver there. */
export function refusedPicker({ pane }: PaneHandle): DeliveryError {
  return new DeliveryError(
    "not ready",
    `what is typed into pane ${pane} filters a list, where Enter would choose; close the list and ` +
      "try again",
    { parked: { word: "picker", detail: null } },
  );
}

function filtered({ before, after }: Probe) {
  return { before, probed: after };
}
