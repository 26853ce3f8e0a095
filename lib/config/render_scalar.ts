/**
 * One value as YAML writes it.
 *
 * @module
 */

import { parse } from "@std/yaml";

/**
 * A scalar on one line: plain where every reader takes it for what it is, else in double quotes.
 *
 * @param flow whether it stands between brackets, where commas and brackets end a plain value
 */
export function renderScalar(value: string | number | boolean, flow: boolean): string {
  if (typeof value !== "string") return String(value);
  return isPlain(value, flow) ? value : JSON.stringify(value);
}

function isPlain(value: string, flow: boolean): boolean {
  // What other readers take for a boolean or a base-60 number is left to them in quotes.
  if (!/^[\p{L}\p{N}./~$(<{-][^\r\n\t]*$/u.test(value) || value.trim() !== value) return false;
  if (/^(y|n|yes|no|on|off|[-+]?[\d:_]+)$/i.test(value) || /:( |$)| #/.test(value)) return false;
  if (flow && /[,[\]{}]/.test(value)) return false;
  try {
    return parse(value) === value && parse(`k: ${value}`) !== null &&
      (parse(`k: ${value}`) as { k: unknown }).k === value;
  } catch {
    return false;
  }
}
