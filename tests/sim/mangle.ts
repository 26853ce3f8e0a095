/**
 * What inputs were seen to make of a paste before they took it.
 *
 * @module
 */

/** A way in which a text is mutilated. */
export type Mangling = keyof typeof WAYS;

const WAYS = {
  "no head": (text: string) => chars(text).slice(4).join(""),
  "no middle": (text: string) => {
    const all = chars(text);
    const middle = Math.floor(all.length / 2);
    return [...all.slice(0, middle), ...all.slice(middle + 1)].join("");
  },
  "no end": (text: string) => chars(text).slice(0, -1).join(""),
  "no digit": (text: string) => text.replace(/\d/, ""),
  "no first read": (text: string) => chars(text).slice(1022).join(""),
  "nice quotes": (text: string) => text.replaceAll(/(["'])(.*?)\1/g, "“$2”").replaceAll("'", "’"),
  "twice": (text: string) => text + text,
  "middle twice": (text: string) => {
    const all = chars(text);
    const from = Math.floor(all.length / 3);
    return [...all.slice(0, from * 2), ...all.slice(from)].join("");
  },
  "other case": (text: string) => text.replace(/\p{L}/u, (letter) => letter.toUpperCase()),
  "swapped lines": (text: string) => text.split("\n").toReversed().join("\n"),
  "one blank less": (text: string) => text.replace(" ", ""),
} satisfies Record<string, (text: string) => string>;

/** The text as a program that mangles it takes it. */
export function mangled(text: string, how: Mangling): string {
  return WAYS[how](text);
}

function chars(text: string): readonly string[] {
  return Array.from(text);
}
