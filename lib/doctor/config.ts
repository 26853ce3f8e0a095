/**
 * Reads the configuration as a command would, and keeps what it complains about.
 *
 * @module
 */

import { loadConfig } from "../config/load.ts";
import { systemConfigPath } from "../config/paths.ts";
import type { Config } from "../core/config/types.ts";
import { FabError } from "../core/errors.ts";
import { BUILT_IN } from "../core/agent/providers.ts";
import type { Context } from "../ports.ts";
import { type Check, check } from "./check.ts";

const NAME = "config";

/**
 * The configuration with the checks about it. Where it can't be loaded the built-in one stands in,
 * so that what comes after has something to look at.
 */
export async function checkConfig(
  context: Pick<Context, "env" | "files" | "out">,
): Promise<{ readonly config: Config; readonly checks: readonly Check[] }> {
  const warnings: string[] = [];
  const out = {
    ...context.out,
    warn: (message: string) => Promise.resolve(void warnings.push(message)),
  };
  const complaints = () => warnings.map((message) => check(NAME, "warn", { message }));
  try {
    const { config, projectFile } = await loadConfig({ ...context, out });
    if (warnings.length > 0) return { config, checks: complaints() };
    const system = systemConfigPath(context);
    const hasSystem = system !== null && await context.files.stat(system) !== null;
    const files = [projectFile, hasSystem ? system : null].filter((path) => path !== null);
    const message = files.length === 0 ? "no file; what is built in applies" : files.join(", ");
    return { config, checks: [check(NAME, "ok", { message })] };
  } catch (error) {
    if (!(error instanceof FabError)) throw error;
    const remedy = "correct it; until then no command that needs it runs";
    const failure = check(NAME, "fail", { message: error.message, remedy });
    return { config: BUILT_IN, checks: [...complaints(), failure] };
  }
}
