/**
 * Which `fab` this is, for reports of what went wrong.
 *
 * @module
 */

import config from "../../deno.json" with { type: "json" };
import type { Env } from "../ports.ts";
import { type Check, check } from "./check.ts";

/** Replaced in the bundle by `scripts/build.sh`; the source keeps the placeholder. */
const COMMIT = "@fab-commit@";

/** Version, commit, Deno and target. Never fails. */
export function checkSelf({ runtime }: Pick<Env, "runtime">, commit = COMMIT): Check {
  const origin = commit.startsWith("@") ? "from source" : `commit ${commit}`;
  const message = `${config.version}, ${origin}, Deno ${runtime.deno}, ${runtime.target}`;
  return check("fab", "ok", { message });
}
