/**
 * `fab dispatch deliver`: hands a worker in a pane its prompt, the first one or a further one.
 *
 * @module
 */

import { isAbsolute, relative, resolve } from "@std/path";
import { FabError } from "../core/errors.ts";
import { pointerTo } from "../core/message/payload.ts";
import { deliver } from "../deliver/deliver.ts";
import type { Context } from "../ports.ts";
import { setAside } from "./store/set_aside.ts";
import type { Attempt } from "./attempt.ts";
import { completionPaths, settleAside, whileLocked } from "./store/lock.ts";
import { saveRecord } from "./store/records.ts";
import { requireTypable } from "./worker/typing.ts";

/**
 * Delivers the pointer to the stage's prompt, or to another file. The last result is out of the way
 * before the first key, so that waiting means the new one; it comes back when the delivery fails.
 *
 * @param options.promptFile as given on the command line; null for the stage's own prompt
 * @returns the line that says what was done
 * @throws {DeliveryError} as `fab pane deliver`; the record is as it was.
 */
export async function deliverPrompt(
  context: Context,
  attempt: Attempt,
  options: {
    readonly promptFile: string | null;
    readonly holdMs?: number;
    readonly queue?: boolean;
  },
): Promise<string> {
  await settleAside(context, attempt);
  await requireTypable(context, attempt);
  const { promptFile, ...terms } = options;
  const path = await findPrompt(context, attempt, promptFile);
  return await whileLocked(context, attempt, {
    doing: `delivery to ${attempt.label}`,
    refusal: `${attempt.label} is being worked on already`,
    async body() {
      // Asked again: another delivery may just have ended.
      const { record, server } = await requireTypable(context, attempt);
      const aside = await setAside(context.files, completionPaths(attempt));
      try {
        await deliver(context, { pane: record.pane, server, text: pointerTo(path), ...terms });
      } catch (error) {
        await aside.putBack();
        throw error;
      }
      await saveRecord(context.files, attempt, { ...record, delivered: true });
      await aside.discard();
      return `delivered ${attempt.label} (pane ${record.pane}, prompt ${path})`;
    },
  });
}

/**
 * The prompt as the worker is pointed to it: from the repository's root, where it works, or
 * absolute when it is elsewhere.
 */
async function findPrompt(
  context: Context,
  attempt: Attempt,
  given: string | null,
): Promise<string> {
  const path = given === null ? attempt.paths.prompt : resolve(context.env.cwd(), given);
  const stat = await context.files.stat(path);
  if (given === "" || stat === null || stat.kind === "directory") {
    throw new FabError(
      "failed",
      `no prompt file at ${given === "" ? '""' : path}; nothing was typed`,
    );
  }
  const fromRoot = relative(attempt.root, path);
  return fromRoot.startsWith("../") || isAbsolute(fromRoot) ? path : fromRoot;
}
