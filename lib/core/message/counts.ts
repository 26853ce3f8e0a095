/**
 * What programs count of a text that they show a placeholder for, and whether a placeholder's number
 * is one of these.
 *
 * @module
 */

/** Numbers with a unit. What follows `#` is which placeholder it is, and counts nothing. */
const COUNTED =
  /(?<![\w#=.,])([+~≈]?)\s*(\d+(?:[.,' ]\d{3})*(?:\.\d+)?)\s*(lines?|rows?|chars?|characters?|bytes?|words?|[KM]i?B)\b/giu;

/** Placeholders that are known to count every line behind a `+`, and those that count what follows the first. */
const ALL_LINES = /^\[paste #\d/;
const MORE_LINES = /^\[Pasted text #\d/;

/** Whether each number of a placeholder agrees with a text, as some program would count it. */
export function countsAgree(label: string, text: string): boolean {
  for (const [, sign = "", digits = "", unit = ""] of label.matchAll(COUNTED)) {
    if (!agrees({ plus: sign === "+", digits, unit: unit.toLowerCase(), label }, text)) {
      return false;
    }
  }
  return true;
}

function agrees(
  { plus, digits, unit, label }: {
    readonly plus: boolean;
    readonly digits: string;
    readonly unit: string;
    readonly label: string;
  },
  text: string,
): boolean {
  const count = Number(/\.\d{3}$/.test(digits) ? digits.replace(/[., ']/g, "") : plain(digits));
  if (/^(line|row)/.test(unit)) return linesOf(text, plus ? label : "").includes(count);
  if (/^char/.test(unit)) return variantsOf(text).flatMap(lengthsOf).includes(count);
  if (unit.startsWith("byte")) return variantsOf(text).map(bytesOf).includes(count);
  if (unit.startsWith("word")) return text.trim().split(/\s+/).length === count;
  const size = unit.startsWith("k") ? [1000, 1024] : [1e6, 2 ** 20];
  const decimals = digits.split(".")[1]?.length ?? 0;
  const near = 10 ** -decimals;
  return variantsOf(text).some((one) =>
    size.some((by) => Math.abs(bytesOf(one) / by - count) <= near)
  );
}

function plain(digits: string): string {
  return digits.replaceAll(/[, ']/g, "");
}

/** How many lines a text has, the last break counted or not. */
function linesOf(text: string, label: string): readonly number[] {
  const breaks = [text, text.trimEnd(), text.trim()].map((one) => one.split("\n").length - 1);
  const all = breaks.map((count) => count + 1);
  if (label === "" || ALL_LINES.test(label)) return all;
  return MORE_LINES.test(label) ? breaks : [...breaks, ...all];
}

/** What agents make of a text before they count it. */
function variantsOf(text: string): readonly string[] {
  const tabs = text.replaceAll("\t", "    ");
  return [...new Set([text, text.trimEnd(), text.trim(), tabs, tabs.trimEnd(), text.normalize()])];
}

function lengthsOf(text: string): readonly number[] {
  return [Array.from(text).length, text.length, bytesOf(text), graphemesOf(text)];
}

function bytesOf(text: string): number {
  return new TextEncoder().encode(text).length;
}

function graphemesOf(text: string): number {
  return Array.from(new Intl.Segmenter().segment(text)).length;
}
