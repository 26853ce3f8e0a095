/**
 * `fab pane capture`.
 *
 * @module
 */

import { defineCommand } from "../../lib/cli/command.ts";
import { integer, jsonFlag, serverFlag, serverOf } from "../../lib/cli/flags/common.ts";
import { jsonDocument } from "../../lib/cli/text/json.ts";
import { agentStateLabel, UNKNOWN_LABEL } from "../../lib/core/agent_state.ts";
import { UsageError } from "../../lib/core/errors.ts";
import { decodeMark } from "../../lib/core/mark/codec.ts";
import type { Mark } from "../../lib/core/mark/mark.ts";
import { changeLabel, type Place } from "../../lib/core/map/worktree_place.ts";
import { visible } from "../../lib/core/visible.ts";
import { type Capture, capturePane, placeOfCapture } from "../../lib/pane/capture.ts";
import { createTmux } from "../../lib/tmux/tmux.ts";

/** Lines without `--lines`. */
const DEFAULT_LINES = 50;

/** tmux counts lines in 32 bits. */
const MOST_LINES = 2_147_483_647;

interface Options {
  readonly pane: string;
  readonly server: string | null;
  /** Null for the whole history. */
  readonly lines: number | null;
  /** Only what is newer than this. */
  readonly since: Mark | null;
  readonly form: "header" | "raw" | "json";
  readonly ansi: boolean;
}

export const command = defineCommand<Options>({
  description:
    "Shows the last lines of a pane, screen and history together, without the blank padding at " +
    "the bottom. Of a full-screen program that is its screen: it has no history. A screen that " +
    "is being redrawn is read again until it stands still.\n\n" +
    "In JSON, content holds the lines joined by line feeds, lines is their number, and mark says " +
    "where the text ended. --since <mark> prints only what came after that, as text without a " +
    "header. Where the old end is not there any more it says gap, and prints the screen. In JSON, " +
    "continues says that the first line goes on where the last old one ended.",
  args: [{ name: "pane", summary: "exact pane id, such as %3", complete: "pane" }],
  flags: [
    { name: "lines", short: "l", value: "<n>", summary: "how many lines (default 50)" },
    { name: "full", summary: "the whole history" },
    { name: "since", value: "<mark>", summary: "only what is newer than a mark from --json" },
    { name: "ansi", summary: "keep colours" },
    { name: "raw", summary: "the text alone, without the header" },
    jsonFlag,
    serverFlag,
  ],
  examples: [
    { line: "fab pane capture %3", summary: "what pane %3 shows, and its state" },
    { line: "fab pane capture %3 -l 5 --raw", summary: "its last five lines, nothing else" },
    {
      line: "fab pane capture %3 --since AQJ4VjQSA1AAAAEAAQFWNBKHSg",
      summary: "what is new since a mark",
    },
    { line: "fab pane capture %3 --full --ansi --raw", summary: "all of it, in colour" },
  ],
  parse(line) {
    if (line.given("raw") && line.given("json")) {
      throw new UsageError("--raw and --json exclude each other");
    }
    if (line.given("full") && line.given("lines")) {
      throw new UsageError("--full and --lines exclude each other");
    }
    const since = line.value("since");
    for (const other of ["lines", "full", "ansi"]) {
      if (since !== undefined && line.given(other)) {
        throw new UsageError(`--since and --${other} exclude each other`);
      }
    }
    const lines = integer(line, "lines", { min: 1, max: MOST_LINES }) ?? DEFAULT_LINES;
    return {
      pane: line.args[0] ?? "",
      server: serverOf(line),
      lines: line.given("full") ? null : lines,
      since: since === undefined ? null : decodeMark(since, "since"),
      form: line.given("json")
        ? "json"
        : line.given("raw") || since !== undefined
        ? "raw"
        : "header",
      ansi: line.given("ansi"),
    };
  },
  async run(options, context) {
    const tmux = createTmux(context.exec, options.server);
    const capture = await capturePane(context, tmux, {
      ...options,
      mark: options.form === "json",
    });
    if (capture.gap && options.form !== "json") {
      await context.out.warn("gap: the text before was not found again; this is the screen");
    }
    const text = capture.lines.map((line) => `${line}\n`).join("");
    if (options.form === "raw") await context.out.stdout(text);
    else {
      const place = await placeOfCapture(context, capture);
      await context.out.stdout(
        options.form === "json"
          ? json(options, capture, place)
          : `${header(options.pane, capture, place)}\n${text}`,
      );
    }
    return 0;
  },
});

function header(pane: string, capture: Capture, place: Place): string {
  const stage = place.stage === null ? null : `${place.stage} (${place.displayState})`;
  const facts: readonly (readonly [string, string | null])[] = [
    ["pane", pane],
    ["worktree", place.worktree],
    ["change", changeLabel(place)],
    ["stage", stage],
    ["agent", agentStateLabel(capture.state)],
  ];
  return facts.map(([name, value]) => `${name}: ${visible(value ?? UNKNOWN_LABEL)}\n`).join("");
}

function json(options: Options, capture: Capture, place: Place): string {
  return jsonDocument({
    pane: options.pane,
    lines: capture.lines.length,
    content: capture.lines.join("\n"),
    worktree: place.worktree,
    change: place.change,
    stage: place.stage,
    agent_state: capture.state.state,
    agent_idle_duration: capture.state.idleDuration,
    cwd: capture.cwd === "" ? null : capture.cwd,
    server: options.server,
    mark: capture.mark,
    ...(options.since === null ? {} : { gap: capture.gap, continues: capture.continues }),
  });
}
