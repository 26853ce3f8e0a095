/**
 * The texts that the binary carries. They are imported as text, so they are the files in `skills/`
 * to the byte whether the program runs from source, bundled or compiled.
 *
 * @module
 */

import briefing from "../../skills/briefing.md" with { type: "text" };
import cliAgents from "../../skills/cli_agents.md" with { type: "text" };

/** The one-page briefing of `fab skill`. */
export const BRIEFING: string = briefing;

/** The helper `_cli-agents`, without the stamp that {@linkcode stampSkill} adds. */
export const CLI_AGENTS: string = cliAgents;
