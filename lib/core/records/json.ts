/**
 * Reading JSON of which nothing is taken for granted.
 *
 * @module
 */

/** What is at a path of names; undefined where the way ends. */
export function at(value: unknown, ...path: readonly string[]): unknown {
  let here = value;
  for (const name of path) {
    if (typeof here !== "object" || here === null || Array.isArray(here)) return undefined;
    here = Object.hasOwn(here, name) ? (here as Record<string, unknown>)[name] : undefined;
  }
  return here;
}

/** The text at a path, null where there is none. */
export function textAt(value: unknown, ...path: readonly string[]): string | null {
  const found = at(value, ...path);
  return typeof found === "string" ? found : null;
}

/** The list at a path, empty where there is none. */
export function listAt(value: unknown, ...path: readonly string[]): readonly unknown[] {
  const found = at(value, ...path);
  return Array.isArray(found) ? found : [];
}

/** A moment as it is written: milliseconds or seconds since 1970, or ISO 8601. Null where it is none. */
export function timeAt(value: unknown, ...path: readonly string[]): number | null {
  const found = at(value, ...path);
  if (typeof found === "string") {
    const time = Date.parse(found);
    return Number.isNaN(time) ? null : time;
  }
  if (typeof found !== "number" || !Number.isFinite(found) || found < 0) return null;
  // Seconds of the year 5138 are milliseconds of 1973.
  return found < 1e11 ? found * 1000 : found;
}

/** The only text among parts that are of these types; null where there is none or several. */
export function onlyText(
  parts: readonly unknown[],
  type: string | null,
  name = "text",
): string | null {
  const texts = parts.filter((part) => type === null || at(part, "type") === type)
    .map((part) => textAt(part, name));
  return texts.length === 1 ? texts[0] ?? null : null;
}

/** A value of JSON; undefined where the text is none. */
export function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
