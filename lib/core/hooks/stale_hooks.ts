/**
 * The entries that earlier versions of the kit left in Claude Code's `settings.local.json`: calls
 * of `fab hook …`, a family that no longer exists, and the shell shims that came before it
 * (contract §8). Claude Code takes exit 2 of a hook as "block this", so each of them does harm.
 *
 * @module
 */

import { applyCuts, type Cut, cutsForRemoval } from "./json_remove.ts";
import { type JsonNode, parseJsonTree } from "./json_tree.ts";

/** A stale hook entry: the event it hangs on and its command. */
export interface StaleHook {
  readonly event: string;
  readonly command: string;
}

/** What a command is: ours to remove, a shim only if no such script exists, or someone else's. */
export type HookVerdict =
  | { readonly kind: "stale" }
  /** `path` is absolute, or relative to the project. */
  | { readonly kind: "shim"; readonly path: string }
  | { readonly kind: "foreign" };

const HOOK_PREFIX = "fab hook ";
/** Names of the shims; the scripts themselves lay in the kit's own folder. */
const SHIM_NAMES =
  /(?:^|\/)on-(?:session-start|stop|user-prompt|user-prompt-submit|artifact-write|sync)\.sh$/;
const KIT_FOLDER = /(?:^|\/)(?:fab\/\.kit|\.fab-kit(?:\/[^/]+)*)\/hooks\/on-[^/]+\.sh$/;
/** A path, or a shell and a path; after it at most redirections and `|| true`. */
const SCRIPT_CALL =
  /^(?:(?:\/usr)?(?:\/bin\/)?(?:ba|z)?sh\s+)?((?:"[^"]*"|'[^']*'|[^\s"'])+)(?:\s+(?:[12&]?>>?(?:&[12]|\s*\S+)|\|\|\s*(?:true|:)))*$/;

/**
 * Judges one command. A shim by name that lies outside the kit's folder could be a person's own
 * script: then its path is returned for the caller to look at.
 */
export function judgeHook(command: string): HookVerdict {
  if (command.startsWith(HOOK_PREFIX)) return { kind: "stale" };
  const script = SCRIPT_CALL.exec(command.trim())?.[1]?.replaceAll(/["']/g, "");
  if (script === undefined) return { kind: "foreign" };
  if (KIT_FOLDER.test(script)) return { kind: "stale" };
  const path = script.replace(/^\$\{?CLAUDE_PROJECT_DIR\}?\//, "");
  return SHIM_NAMES.test(path) && !/^[~$]/.test(path)
    ? { kind: "shim", path }
    : { kind: "foreign" };
}

/**
 * All hook commands of a settings file, in order, duplicates included.
 *
 * @throws {JsonSyntaxError} when the text is no JSON.
 */
export function hookCommands(settings: string): readonly StaleHook[] {
  const found: StaleHook[] = [];
  for (const { event, entries } of hookEvents(parseJsonTree(settings))) {
    for (const entry of entries.items) {
      for (const one of [entry, ...innerHooks(entry)]) {
        const command = commandOf(one);
        if (command !== null) found.push({ event, command });
      }
    }
  }
  return found;
}

/**
 * The settings without the hooks whose command is chosen. What held nothing else goes with them:
 * a matcher group, an event, the `hooks` key. All other text stays as it is, to the byte.
 *
 * @throws {JsonSyntaxError} when the text is no JSON.
 */
export function removeHooks(settings: string, isStale: (command: string) => boolean): string {
  const root = parseJsonTree(settings);
  if (root.kind !== "object") return settings;
  const cuts: Cut[] = [];
  const goneKeys = new Set<number>();
  root.members.forEach((member, index) => {
    if (member.key !== "hooks" || member.value.kind !== "object") return;
    const hooks = member.value;
    const goneEvents = new Set<number>();
    hooks.members.forEach((event, at) => {
      if (event.value.kind !== "array") return;
      const goneEntries = new Set<number>();
      event.value.items.forEach((entry, position) => {
        if (stripEntry(settings, { entry, isStale, cuts })) goneEntries.add(position);
      });
      if (goneEntries.size > 0 && goneEntries.size === event.value.items.length) {
        goneEvents.add(at);
      } else {
        cuts.push(...cutsForRemoval(settings, {
          container: event.value,
          children: event.value.items,
          removed: goneEntries,
        }));
      }
    });
    if (goneEvents.size > 0 && goneEvents.size === hooks.members.length) goneKeys.add(index);
    else {
      cuts.push(...cutsForRemoval(settings, {
        container: hooks,
        children: hooks.members,
        removed: goneEvents,
      }));
    }
  });
  cuts.push(
    ...cutsForRemoval(settings, { container: root, children: root.members, removed: goneKeys }),
  );
  return applyCuts(settings, cuts);
}

/** Cuts stale hooks out of one matcher group; true when the whole group is to go. */
function stripEntry(
  text: string,
  options: {
    readonly entry: JsonNode;
    readonly isStale: (command: string) => boolean;
    readonly cuts: Cut[];
  },
): boolean {
  const { entry, isStale, cuts } = options;
  const own = commandOf(entry);
  if (own !== null && isStale(own)) return true;
  if (entry.kind !== "object") return false;
  let emptied = false;
  for (const { key, value } of entry.members) {
    if (key !== "hooks" || value.kind !== "array") continue;
    const gone = new Set<number>();
    value.items.forEach((item, index) => {
      const command = commandOf(item);
      if (command !== null && isStale(command)) gone.add(index);
    });
    if (gone.size === 0) continue;
    emptied = gone.size === value.items.length;
    cuts.push(
      ...cutsForRemoval(text, { container: value, children: value.items, removed: gone }),
    );
  }
  return emptied && entry.members.every(({ key }) => key === "hooks" || key === "matcher");
}

function* hookEvents(root: JsonNode) {
  if (root.kind !== "object") return;
  for (const { key, value } of root.members) {
    if (key !== "hooks" || value.kind !== "object") continue;
    for (const event of value.members) {
      if (event.value.kind === "array") yield { event: event.key, entries: event.value };
    }
  }
}

function innerHooks(entry: JsonNode): readonly JsonNode[] {
  if (entry.kind !== "object") return [];
  return entry.members.flatMap(({ key, value }) =>
    key === "hooks" && value.kind === "array" ? value.items : []
  );
}

/** The `command` of a hook entry; of duplicate keys the last counts, as JSON readers have it. */
function commandOf(entry: JsonNode): string | null {
  if (entry.kind !== "object") return null;
  const value = entry.members.findLast(({ key }) => key === "command")?.value;
  return value?.kind === "string" ? value.value : null;
}
