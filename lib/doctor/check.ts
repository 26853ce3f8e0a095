/**
 * What a check of the doctor found.
 *
 * @module
 */

/** `ok`: as it should be; `warn`: something is less than it could be; `fail`: something is broken. */
export type CheckStatus = "ok" | "warn" | "fail";

/** One line of the report. */
export interface Check {
  /** What was looked at, a word or two, the same in each version: scripts select by it. */
  readonly name: string;
  readonly status: CheckStatus;
  /** What was found, lower case, no full stop. */
  readonly message: string;
  /** What to do about it; null when there is nothing to do. */
  readonly remedy: string | null;
  /** The file that it is about. */
  readonly path: string | null;
  /** True when this run repaired it. */
  readonly fixed: boolean;
}

/** A {@linkcode Check}; what is not given is absent. */
export function check(
  name: string,
  status: CheckStatus,
  about: {
    readonly message: string;
    readonly remedy?: string;
    readonly path?: string;
    readonly fixed?: boolean;
  },
): Check {
  return {
    name,
    status,
    message: about.message,
    remedy: about.remedy ?? null,
    path: about.path ?? null,
    fixed: about.fixed ?? false,
  };
}

/** `1 entry`, `2 entries`. */
export function counted(count: number, one: string, many: string): string {
  return `${count} ${count === 1 ? one : many}`;
}
