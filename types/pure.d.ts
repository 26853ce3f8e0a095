/**
 * What lib/core may use beyond the language's own library: functions of the platform that are as
 * pure as it. Read by scripts/check_pure.ts only; elsewhere Deno's own types hold.
 */
interface TextEncoder {
  encode(text: string): Uint8Array;
}
declare const TextEncoder: { new (): TextEncoder };

/** Named by a signature of @std/path. */
interface URL {
  readonly href: string;
}
