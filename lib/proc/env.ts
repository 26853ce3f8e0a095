/**
 * The real surroundings of this process.
 *
 * @module
 */

import { FabError } from "../core/errors.ts";
import type { Env } from "../ports.ts";
import { selfArgv } from "./self.ts";

/** Makes the real {@linkcode Env}. A variable that is not UTF-8 counts as not set. */
export function createEnv(): Env {
  return {
    get(name) {
      try {
        return Deno.env.get(name);
      } catch {
        return undefined;
      }
    },
    all: () => Deno.env.toObject(),
    cwd() {
      try {
        return Deno.cwd();
      } catch (cause) {
        throw new FabError(
          "failed",
          "the working directory no longer exists; cd to one that does",
          {
            cause,
          },
        );
      }
    },
    os: Deno.build.os === "linux" || Deno.build.os === "darwin" ? Deno.build.os : "other",
    pid: Deno.pid,
    runtime: { deno: Deno.version.deno, target: Deno.build.target },
    self: () =>
      selfArgv({
        compiled: Deno.build.standalone,
        execPath: Deno.execPath(),
        mainModule: Deno.mainModule,
      }),
  };
}
