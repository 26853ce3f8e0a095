/**
 * The real surroundings of this process.
 *
 * @module
 */

import { FabError } from "../core/errors.ts";
import type { Env } from "../ports.ts";
import { selfArgv } from "./self.ts";

/** Names another system, whose ways are then gone here: tests see to it that they work. */
const SYSTEM_FOR_TESTS = "FAB_TEST_OS";

const GONE = "the working directory no longer exists; cd to one that does";

function systemOf(name: string): Env["os"] {
  return name === "linux" || name === "darwin" ? name : "other";
}

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
      let directory: string;
      try {
        directory = Deno.cwd();
      } catch (cause) {
        throw new FabError("failed", GONE, { cause });
      }
      // Where scripts/entry puts a compiled program whose own directory is gone.
      if (directory === `/proc/${Deno.pid}/fdinfo`) throw new FabError("failed", GONE);
      return directory;
    },
    os: systemOf(Deno.env.get(SYSTEM_FOR_TESTS) ?? Deno.build.os),
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
