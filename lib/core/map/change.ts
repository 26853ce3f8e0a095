/**
 * A change: a folder under `fab/changes/` with a small status file, named `<YYMMDD>-<id>-<slug>`.
 *
 * @module
 */

import { type DisplayStage, displayStage } from "./display_stage.ts";
import { FabError } from "../errors.ts";

/** Where changes are, from a worktree's root. */
export const CHANGES_DIR = "fab/changes";

/** At a worktree's root: the link to the active change's status file. */
export const ACTIVE_CHANGE_LINK = ".fab-status.yaml";

/** What a status file says that is shown. */
export interface ChangeStatus {
  readonly stage: DisplayStage;
  /** The newest pull request, null without one. */
  readonly prUrl: string | null;
  /** Its number, null when the address holds none. */
  readonly prNumber: number | null;
}

/** The 4-character id in a change's folder name, null when the name is not a change's. */
export function changeId(folder: string): string | null {
  return /^\d{6}-([a-z0-9]{4})(-.*)?$/i.exec(folder)?.[1] ?? null;
}

/** The change's folder that a link to a status file names; null when it points elsewhere. */
export function changeOfLink(target: string): string | null {
  return /(?:^|\/)fab\/changes\/([^/]+)\/\.status\.yaml$/.exec(target)?.[1] ?? null;
}

/** The number in a pull request's address, `…/pull/<n>`. */
export function prNumber(url: string): number | null {
  const digits = /\/pull\/(\d+)(?:[/?#]|$)/.exec(url)?.[1];
  const number = Number(digits);
  return digits === undefined || !Number.isSafeInteger(number) ? null : number;
}

/**
 * Reads a parsed status file. What is missing or of a wrong type says nothing; it is no error,
 * because the file is another program's.
 */
export function changeStatus(document: unknown): ChangeStatus {
  const { progress, prs } = isMap(document) ? document : {};
  const last = Array.isArray(prs) ? prs.at(-1) : undefined;
  const prUrl = typeof last === "string" && last !== "" ? last : null;
  return {
    stage: displayStage(isMap(progress) ? progress : {}),
    prUrl,
    prNumber: prUrl === null ? null : prNumber(prUrl),
  };
}

function isMap(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/**
 * The folder of the change that a person named: by its whole name, its id, or a part of the name
 * that no other has.
 *
 * @param folders the changes there are
 * @throws {FabError} when none or several fit; the candidates are in its details.
 */
export function resolveChange(name: string, folders: readonly string[]): string {
  if (folders.includes(name)) return name;
  const byId = folders.filter((folder) => changeId(folder) === name);
  const fits = byId.length > 0 ? byId : name === "" ? [] : folders.filter((f) => f.includes(name));
  const [only] = fits;
  if (only !== undefined && fits.length === 1) return only;
  const candidates = fits.length > 1 ? fits : folders;
  const details = candidates.toSorted().map((folder) => `  ${folder}`).join("\n");
  throw new FabError(
    "failed",
    fits.length > 1
      ? `change "${name}" is ambiguous; name one of these by its id or in full:`
      : folders.length === 0
      ? `no change "${name}": there is none under ${CHANGES_DIR}`
      : `no change "${name}"; these are under ${CHANGES_DIR}:`,
    { details: details === "" ? null : details },
  );
}
