/**
 * All checks of the doctor, in the order of the report.
 *
 * @module
 */

import { listWorktrees } from "../git/all_worktrees.ts";
import type { Context } from "../ports.ts";
import { createTmux } from "../tmux/tmux.ts";
import { type Check, check } from "./check.ts";
import { checkConfig } from "./config.ts";
import { checkHooks } from "./hooks.ts";
import { checkCaller, checkInstrumentation, serverPath } from "./panes.ts";
import { checkGit, checkRk, checkTmux } from "./programs.ts";
import { checkProviders } from "./providers.ts";
import { checkRuntimeFiles } from "./runtime_files.ts";
import { checkSelf } from "./self.ts";

/**
 * Examines this machine and the repository of the working directory. Changes nothing without
 * `fix`, and with it only what is left over from earlier versions.
 */
export async function examine(
  context: Context,
  options: { readonly fix: boolean; readonly server: string | null },
): Promise<readonly Check[]> {
  const tmux = createTmux(context.exec, options.server);
  const [tmuxCheck, gitCheck, rkCheck, path, instrumentation, { config, checks }] = await Promise
    .all([
      checkTmux(context),
      checkGit(context),
      checkRk(context),
      serverPath(tmux),
      checkInstrumentation(tmux),
      checkConfig(context),
    ]);
  const caller = await checkCaller(tmux, config);
  return [
    checkSelf(context.env),
    tmuxCheck,
    rkCheck,
    gitCheck,
    ...checks,
    ...await checkProviders(config, { ...context, serverPath: path }),
    ...(tmuxCheck.status === "fail" ? [] : [instrumentation]),
    ...(caller === null ? [] : [caller]),
    ...await checkRepository(context, options),
  ];
}

async function checkRepository(
  { files, env }: Context,
  options: { readonly fix: boolean },
): Promise<readonly Check[]> {
  const roots = await listWorktrees(files, env.cwd());
  if (roots === null) {
    const message = `${env.cwd()} is in no git repository; nothing to look through`;
    return [check("hooks", "ok", { message })];
  }
  return [
    ...await checkHooks(files, roots, options),
    ...await checkRuntimeFiles(files, roots, options),
  ];
}
