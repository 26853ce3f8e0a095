/**
 * How a tmux server is named: by its label, or by the path of its socket.
 *
 * @module
 */

/**
 * Whether a server is named by its socket (`-S`). A name that begins with a slash is one: a label
 * never does, see {@linkcode labelOf}.
 */
export function isSocketPath(server: string): boolean {
  return server.startsWith("/");
}

/** A label as `-L` has it. Slashes in front of one change nothing to tmux, and are left out. */
export function labelOf(label: string): string {
  return label.replace(/^\/+/, "");
}

/** The words by which tmux, and `fab` itself, is told of a server; none for null. */
export function serverWords(server: string | null): readonly string[] {
  if (server === null) return [];
  return [isSocketPath(server) ? "-S" : "-L", server];
}
