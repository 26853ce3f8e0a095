/**
 * Old spellings of configuration keys, folded into the ones of today. Each layer is folded by
 * itself, before it meets another, so an old spelling has the rank of its layer.
 *
 * @module
 */

import { isTree, type Tree } from "./merge.ts";

/** A copy of the tree in today's spelling; where both are there, today's stays. */
export function modernize(tree: Tree): Tree {
  const result = copyOf(tree);
  if (isTree(tree.agent)) {
    const { tiers, ...agent } = tree.agent;
    const fields = copyOf(agent);
    if (isTree(tiers)) fields.profiles = underlay(tiers, agent.profiles);
    result.agent = fields;
  }
  if (isTree(tree.providers)) {
    const providers = copyOf(tree.providers);
    for (const [name, provider] of Object.entries(providers)) {
      if (isTree(provider)) providers[name] = modernProvider(provider);
    }
    result.providers = providers;
  }
  return result;
}

function modernProvider(provider: Tree): Tree {
  const { model, effort, session_command, dispatch_command, ...rest } = provider;
  const result = copyOf(rest);
  if (session_command !== undefined) result.interactive_command ??= session_command;
  if (dispatch_command !== undefined) result.headless_command ??= dispatch_command;
  const flat: Tree = copyOf({});
  if (model !== undefined) flat.model = model;
  if (effort !== undefined) flat.effort = effort;
  if (Object.keys(flat).length > 0) {
    result.profiles = underlay(copyOf({ default: flat }), rest.profiles);
  }
  return result;
}

/** Both maps in one, what is in `top` winning, field by field. */
function underlay(bottom: Tree, top: unknown): Tree {
  if (!isTree(top)) return bottom;
  const result = copyOf(bottom);
  for (const [key, value] of Object.entries(top)) {
    const below = Object.hasOwn(bottom, key) ? bottom[key] : undefined;
    result[key] = isTree(below) && isTree(value) ? underlay(below, value) : value;
  }
  return result;
}

function copyOf(tree: Tree): Tree {
  return Object.assign(Object.create(null), tree);
}
