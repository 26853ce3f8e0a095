/**
 * Which panes a map is of.
 *
 * @module
 */

export type PaneScope =
  /** Those of the session that this process runs in. */
  | { readonly kind: "current" }
  | { readonly kind: "session"; readonly name: string }
  | { readonly kind: "all" };
