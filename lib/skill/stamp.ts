/**
 * How an installed skill is told from one that a person changed: its front matter carries a digest
 * of everything else in it. A file whose digest still fits is `fab`'s own, of whatever version, and
 * may be replaced; one whose digest does not fit, or that has none, is a person's.
 *
 * @module
 */

/** The front matter's key, inside `metadata`. */
const DIGEST_LINE = /^ {2}fab-digest: ([0-9a-f]{64})\n/m;
/** The line of the front matter that the digest follows. */
const ANCHOR = "  internal: true\n";

/**
 * The text with its digest in the front matter.
 *
 * @throws {Error} when the text's front matter has no `metadata.internal`.
 */
export async function stampSkill(text: string): Promise<string> {
  const [head, ...rest] = text.split(ANCHOR);
  if (head === undefined || rest.length === 0) throw new Error("no metadata.internal to follow");
  const line = `  fab-digest: ${await digest(text)}\n`;
  return `${head}${ANCHOR}${line}${rest.join(ANCHOR)}`;
}

/** What stands at the place of an installed skill. */
export type InstalledState =
  /** The very text that would be written; line endings don't count. */
  | "current"
  /** `fab`'s text of another version, not changed since. */
  | "ours"
  /** A person's text, or one that a person changed. */
  | "changed";

/** Compares what is installed with the stamped text that would be. */
export async function compareInstalled(
  installed: string,
  stamped: string,
): Promise<InstalledState> {
  const text = withoutCarriageReturns(installed);
  if (text === stamped) return "current";
  const found = DIGEST_LINE.exec(text)?.[1];
  if (found === undefined) {
    return text === stamped.replace(DIGEST_LINE, "") ? "ours" : "changed";
  }
  return found === await digest(text.replace(DIGEST_LINE, "")) ? "ours" : "changed";
}

/** A checkout may have turned the line endings: that is no person's change. */
function withoutCarriageReturns(text: string): string {
  return text.replaceAll("\r\n", "\n").replace(/^\uFEFF/, "");
}

async function digest(text: string): Promise<string> {
  const bytes = new Uint8Array(
    await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text)),
  );
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
