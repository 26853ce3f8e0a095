/**
 * Finds the places of things in a YAML text, for messages. The parser that knows places is loaded
 * here, when there is something to say, and not for reading.
 *
 * @module
 */

/** Lines and columns count from 1. */
export interface Place {
  readonly line: number;
  readonly column: number;
}

/** What a text has where. */
export interface YamlPlaces {
  /** Place of the value at a path, or of the nearest key above it that is there. */
  at(path: readonly string[]): Place;
  /** Place of the key at a path, or of the nearest one above it. */
  key(path: readonly string[]): Place;
  /** The scalar at a path as it is written, `4.10` for one; null for anything else. */
  source(path: readonly string[]): string | null;
  /** Plain values with a comment behind them on their line; `comment` is without its `#`. */
  readonly commented: readonly (Place & { readonly key: string; readonly comment: string })[];
}

/** The first syntax error, as a strict parser sees it; null when there is none. */
export async function syntaxProblem(source: string): Promise<(Place & { message: string }) | null> {
  const { LineCounter, parseDocument } = await import("yaml");
  const error = parseDocument(source, { lineCounter: new LineCounter() }).errors[0];
  if (error === undefined) return null;
  const place = { line: error.linePos?.[0].line ?? 1, column: error.linePos?.[0].col ?? 1 };
  const lineText = source.split("\n")[place.line - 1] ?? "";
  // A tab makes the parser stumble in many ways; what to do about it is always the same.
  if (error.code === "TAB_AS_INDENT" || /^ *\t/.test(lineText)) {
    const column = lineText.search("\t") + 1;
    return {
      line: place.line,
      column: column > 0 ? column : place.column,
      message: "a tab as indentation; YAML takes spaces only",
    };
  }
  return { ...place, message: (error.message.split(" at line ", 1)[0] ?? "").toLowerCase() };
}

/** Reads the places of a text that parses. */
export async function locate(text: string): Promise<YamlPlaces> {
  const { isMap, isNode, isPair, isScalar, LineCounter, parseDocument, visit } = await import(
    "yaml"
  );
  const lineCounter = new LineCounter();
  const bom = text.startsWith("\uFEFF") ? 1 : 0;
  const source = text.slice(bom);
  const document = parseDocument(source, { lineCounter, uniqueKeys: false });

  const place = (offset: number | undefined): Place => {
    const { line, col } = lineCounter.linePos(offset ?? 0);
    return { line: Math.max(1, line), column: Math.max(1, col) };
  };
  const find = (path: readonly string[]) => {
    let node: unknown = document.contents;
    let offset = 0;
    let key = 0;
    for (const part of path) {
      if (!isMap(node)) break;
      const pair = node.items.find(({ key }) => (isScalar(key) ? String(key.value) : "") === part);
      if (pair === undefined) break;
      const value = pair.value;
      node = value;
      if (isScalar(pair.key)) key = offset = pair.key.range?.[0] ?? offset;
      const start = isNode(value) ? value.range?.[0] : undefined;
      // A value that is empty, or begins on a later line, is better named by its key.
      if (start !== undefined && place(start).line === place(offset).line) {
        if (!isScalar(value) || value.source !== "") offset = start;
      }
    }
    return { node, offset, key };
  };

  const commented: (Place & { key: string; comment: string })[] = [];
  visit(document, {
    Pair(_, pair) {
      if (!isPair(pair) || !isScalar(pair.key) || !isScalar(pair.value)) return;
      const { comment, type } = pair.value;
      if (type !== "PLAIN" || typeof comment !== "string") return;
      // The comment of the last value takes in those of the lines below it.
      const end = pair.value.range?.[1] ?? 0;
      const behind = /^[ \t]+#(.*)/.exec(source.slice(end));
      if (behind === null) return;
      commented.push({ ...place(end + 1), key: String(pair.key.value), comment: behind[1] ?? "" });
    },
  });

  return {
    at: (path) => place(find(path).offset),
    key: (path) => place(find(path).key),
    source(path) {
      const { node } = find(path);
      return isScalar(node) && typeof node.source === "string" ? node.source : null;
    },
    commented,
  };
}
