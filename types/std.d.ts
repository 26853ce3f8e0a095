/**
 * Types of the @std functions that this project imports, true to @std's own signatures.
 * The npm package they come from (see the README) ships none, and without these they would be
 * `any`. Keep it narrow: a function that is not imported has no entry.
 */
declare module "@std/assert" {
  export function assert(expr: unknown, msg?: string): asserts expr;
  export function assertEquals<T>(actual: T, expected: T, msg?: string): void;
  export function assertNotEquals<T>(actual: T, expected: T, msg?: string): void;
  export function assertStrictEquals<T>(
    actual: unknown,
    expected: T,
    msg?: string,
  ): asserts actual is T;
  export function assertExists<T>(actual: T, msg?: string): asserts actual is NonNullable<T>;
  export function assertMatch(actual: string, expected: RegExp, msg?: string): void;
  export function assertNotMatch(actual: string, expected: RegExp, msg?: string): void;
  export function assertStringIncludes(actual: string, expected: string, msg?: string): void;
  export function assertGreater<T>(actual: T, expected: T, msg?: string): void;
  export function assertGreaterOrEqual<T>(actual: T, expected: T, msg?: string): void;
  export function assertLess<T>(actual: T, expected: T, msg?: string): void;
  export function assertLessOrEqual<T>(actual: T, expected: T, msg?: string): void;
  export function assertThrows<E extends Error = Error>(
    fn: () => unknown,
    // deno-lint-ignore no-explicit-any
    ErrorClass?: abstract new (...args: any[]) => E,
    msgIncludes?: string,
    msg?: string,
  ): E;
  export function assertRejects<E extends Error = Error>(
    fn: () => PromiseLike<unknown>,
    // deno-lint-ignore no-explicit-any
    ErrorClass?: abstract new (...args: any[]) => E,
    msgIncludes?: string,
    msg?: string,
  ): Promise<E>;
  export function fail(msg?: string): never;
}

declare module "@std/cli/parse-args" {
  export interface ParsedArgs {
    /** What is not a flag. Typed `unknown` because @std turns what looks like a number into one. */
    _: unknown[];
    "--"?: string[];
    [flag: string]: unknown;
  }
  export interface ParseOptions {
    "--"?: boolean;
    alias?: Record<string, string | readonly string[]>;
    boolean?: boolean | string | readonly string[];
    collect?: string | readonly string[];
    default?: Record<string, unknown>;
    negatable?: string | readonly string[];
    stopEarly?: boolean;
    string?: string | readonly string[];
    unknown?: (arg: string, key?: string, value?: unknown) => unknown;
  }
  export function parseArgs(args: string[], options?: ParseOptions): ParsedArgs;
}

declare module "@std/path" {
  export function basename(path: string, suffix?: string): string;
  export function dirname(path: string): string;
  export function fromFileUrl(url: string | URL): string;
  export function isAbsolute(path: string): boolean;
  export function join(path: string, ...paths: string[]): string;
  export function normalize(path: string): string;
  export function relative(from: string, to: string): string;
  export function resolve(...paths: string[]): string;
}

declare module "@std/text/closest-string" {
  export function closestString(
    givenWord: string,
    possibleWords: readonly string[],
    options?: { caseSensitive?: boolean; compareFn?: (a: string, b: string) => number },
  ): string;
}

declare module "@std/text/levenshtein-distance" {
  export function levenshteinDistance(str1: string, str2: string): number;
}

declare module "@std/yaml" {
  export interface ParseOptions {
    allowDuplicateKeys?: boolean;
    schema?: "core" | "default" | "failsafe" | "json" | "extended";
    onWarning?(error: Error): void;
  }
  export interface StringifyOptions {
    indent?: number;
    arrayIndent?: boolean;
    skipInvalid?: boolean;
    flowLevel?: number;
    sortKeys?: boolean | ((a: string, b: string) => number);
    lineWidth?: number;
    useAnchors?: boolean;
    compatMode?: boolean;
    condenseFlow?: boolean;
  }
  export function parse(content: string, options?: ParseOptions): unknown;
  export function stringify(data: unknown, options?: StringifyOptions): string;
}
