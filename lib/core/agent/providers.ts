/**
 * Everything that is built in about providers and defaults: rows of data in the shape of a
 * configuration fragment, and the only copy. A new model or a new provider is an edit here.
 * Values are passed through unchecked: no model name means anything to this program.
 *
 * @module
 */

import type { Config } from "../config/types.ts";

/** The lowest configuration layer. A provider in it does nothing until it is named. */
export const BUILT_IN: Config = {
  agent: { session: "claude", workers: "claude" },
  providers: {
    claude: {
      interactive_command:
        'claude --dangerously-skip-permissions -n "$(basename "$(pwd)")" --model {model} --effort {effort}',
      headless_command:
        "claude -p --dangerously-skip-permissions --model {model} --effort {effort}",
      native: true,
      not_inherited:
        "CLAUDECODE CLAUDE_CODE_ENTRYPOINT CLAUDE_CODE_EXECPATH CLAUDE_CODE_SSE_PORT " +
        "CLAUDE_CODE_SESSION_ID CLAUDE_CODE_SESSION_NAME CLAUDE_CODE_SESSION_KIND " +
        "CLAUDE_CODE_CHILD_SESSION CLAUDE_CODE_AGENT CLAUDE_CODE_TASK_LIST_ID",
      profiles: {
        default: { model: "claude-fable-5", effort: "high" },
        operator: { model: "claude-sonnet-5", effort: "medium" },
        doing: { model: "claude-opus-5", effort: "high" },
        review: { model: "claude-opus-5", effort: "high" },
        hydrate: { model: "claude-opus-5", effort: "high" },
        fast: { model: "claude-sonnet-5", effort: "medium" },
      },
    },
    codex: {
      interactive_command:
        "codex --dangerously-bypass-approvals-and-sandbox -m {model} -c model_reasoning_effort={effort}",
      headless_command:
        "codex exec --dangerously-bypass-approvals-and-sandbox -m {model} -c model_reasoning_effort={effort}",
      native: false,
      not_inherited: "CODEX_SANDBOX CODEX_SANDBOX_NETWORK_DISABLED CODEX_THREAD_ID CODEX_CI " +
        "CODEX_INTERNAL_ORIGINATOR_OVERRIDE",
      profiles: {
        default: { model: "gpt-5.6-sol", effort: "high" },
        operator: { model: "gpt-5.6-luna", effort: "medium" },
        doing: { effort: "xhigh" },
        review: { effort: "xhigh" },
        fast: { model: "gpt-5.6-luna", effort: "low" },
      },
    },
    agy: {
      interactive_command: "agy --dangerously-skip-permissions --model {model}",
      headless_command:
        `sh -c 'agy --dangerously-skip-permissions --print-timeout 120m --model {model} -p "$(cat)"'`,
      native: false,
      // The reasoning effort is a part of the model's id, and the program has no flag for it.
      profiles: {
        default: { model: "gemini-3.1-pro-high" },
        fast: { model: "gemini-3.6-flash-low" },
      },
    },
    kimi: {
      interactive_command: "kimi --auto -m {model}",
      headless_command: `sh -c 'kimi -m {model} -p "$(cat)"'`,
      native: false,
      // No profiles: `-m` takes an alias from the user's own kimi configuration.
    },
  },
  dispatch: { mode: "native", column_width: 35, reap_done: true },
};

/**
 * What to ask an installed program about itself, as arguments after its name, beside `--version`
 * and `--help`, which every program is asked. Providers that are not here have no more to ask.
 */
export const DISCOVERY: Readonly<Record<string, readonly (readonly string[])[]>> = {
  codex: [["exec", "--help"]],
};
