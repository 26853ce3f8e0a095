/**
 * The completion functions of the shells. They are thin: what can stand where is asked of `fab`.
 *
 * @module
 */

import bash from "./fab.bash" with { type: "text" };
import fish from "./fab.fish" with { type: "text" };
import zsh from "./fab.zsh" with { type: "text" };

/** The shells that are supported, with what makes them complete `fab`. */
export const SCRIPTS: Readonly<Record<"bash" | "zsh" | "fish", string>> = { bash, zsh, fish };

export type Shell = keyof typeof SCRIPTS;

export const SHELLS: readonly Shell[] = ["bash", "zsh", "fish"];
