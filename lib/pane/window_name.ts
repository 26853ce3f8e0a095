/**
 * Renames a pane's window, guarded.
 *
 * @module
 */

import { FabError } from "../core/errors.ts";
import { quoted } from "../core/visible.ts";
import { type Rename, renamed, type RenameReport, storedName } from "../core/map/window_name.ts";
import { escapeFormat, type Tmux } from "../tmux/tmux.ts";

/**
 * Renames the window of a pane, if the rename says so. What tmux made of the name is read back.
 *
 * @throws {PaneMissingError} when there is no such pane.
 * @throws {FabError} when tmux gave the window another name than the one asked for.
 */
export async function renameWindow(
  tmux: Tmux,
  pane: string,
  rename: Rename,
): Promise<RenameReport> {
  const before = (await tmux.pane(pane, ["window_name", "window_id"])).fields;
  const wanted = renamed(before.window_name, rename);
  if (wanted === null) {
    return { old: before.window_name, new: before.window_name, action: "noop" };
  }
  await tmux.call([["rename-window", "-t", before.window_id, "--", escapeFormat(wanted)]], {
    pane,
  });
  const shown = (await tmux.pane(pane, ["window_name"])).fields.window_name;
  if (shown !== wanted && storedName(shown) !== wanted) {
    throw new FabError(
      "failed",
      `tmux named the window ${quoted(shown)} instead of ${quoted(wanted)}`,
    );
  }
  return { old: before.window_name, new: shown, action: "renamed" };
}
