/**
 * `fab pane await`.
 *
 * @module
 */

import { defineCommand, type ParsedLine } from "../../lib/cli/command.ts";
import { hooksOnlyFlag } from "../../lib/cli/flags/seen.ts";
import { hostsOf, jsonFlag, seconds, serverFlag, serverOf } from "../../lib/cli/flags/common.ts";
import { jsonDocument } from "../../lib/cli/text/json.ts";
import { hostFlag } from "../../lib/cli/hosts.ts";
import { withProgress } from "../../lib/cli/text/progress.ts";
import { knownAgents } from "../../lib/config/known_agents.ts";
import type { AgentStateName } from "../../lib/core/agent_state.ts";
import { anyGone, awaitJson, awaitText } from "../../lib/core/wait/report.ts";
import { parsePattern, parseStates, TURN_OVER } from "../../lib/core/wait/wish.ts";
import { UsageError } from "../../lib/core/errors.ts";
import { decodeMark } from "../../lib/core/mark/codec.ts";
import type { Mark } from "../../lib/core/mark/mark.ts";
import { panesByHost } from "../../lib/core/remote/host_panes.ts";
import { seenAgents } from "../../lib/seen/settings.ts";
import { awaitByRkOrHere } from "../../lib/wait/await_by_rk.ts";

interface Options {
  readonly panes: readonly string[];
  readonly server: string | null;
  readonly mode: "any" | "all";
  /** Empty: no state answers. */
  readonly states: readonly AgentStateName[];
  readonly file: string | null;
  readonly pattern: RegExp | null;
  readonly exit: boolean;
  readonly hooksOnly: boolean;
  /** Null: a turn that gives nothing is no signal. */
  readonly stalledSecs: number | null;
  readonly timeoutMs: number | null;
  readonly since: Mark | null;
  readonly json: boolean;
  /** Null: this one. */
  readonly there: { readonly hosts: readonly string[]; readonly flags: readonly string[] } | null;
}

export const command = defineCommand<Options>({
  description:
    "Waits until something happens and prints it as one word: the state that the agent is in, " +
    "'file', 'pattern', 'exited' (the agent's process is gone and the pane's shell lives), " +
    "'running' (the time is over; exit 0) or 'gone' (the pane died; exit 1). What is there already " +
    "is reported at once.\n\n" +
    "Without --until, --file, --pattern or --exit it waits for 'idle' or 'waiting'. With several of " +
    "them the first one ends it. A file that the agent was told to write is the surest signal: no " +
    "state has to be readable, and no screen to be guessed at.\n\n" +
    "Where no hook wrote a state, the one that is seen answers, and a line on standard error says so; " +
    "--hooks-only leaves it out. --stalled ends with 'stalled' when a turn gives nothing for so long.\n\n" +
    "With several panes, --any (the default) ends with the first pane's signal and --all when each " +
    "pane has given one; then each line is the word and the pane's id.\n\n" +
    "With --host the panes are those of other hosts, asked over ssh: <host>:%3 is a pane of that " +
    "host, and %3 one of each. A host that can't be asked is a warning, and the exit code is 1.",
  args: [{
    name: "pane",
    variadic: true,
    summary: "exact pane ids, such as %3",
    complete: "pane",
  }],
  flags: [
    { name: "any", summary: "the first pane's signal ends it (the default)" },
    { name: "all", summary: "each pane has to give a signal" },
    {
      name: "until",
      value: "<states>",
      summary: "states that end it, of active,waiting,idle",
      complete: "states",
    },
    {
      name: "file",
      value: "<path>",
      summary: "the appearance of this file ends it",
      complete: "file",
    },
    {
      name: "pattern",
      value: "<regex>",
      summary: "a line on the screen that matches ends it (a JavaScript regular expression)",
    },
    {
      name: "since",
      value: "<mark>",
      summary:
        "only what is newer than a mark counts; the echo of what was delivered then does not",
    },
    { name: "exit", summary: "the end of the agent's process ends it" },
    {
      name: "stalled",
      value: "<secs>",
      summary: "a turn of which nothing but a spinner or a clock has come for so long ends it",
    },
    { name: "timeout", value: "<secs>", summary: "wait no longer than this" },
    hooksOnlyFlag,
    jsonFlag,
    serverFlag,
    hostFlag,
  ],
  examples: [
    { line: "fab pane await %3", summary: "until the agent's turn is over or it asks something" },
    {
      line: "fab pane await %3 --file result.yaml --timeout 600",
      summary: "until the agent has written a file, ten minutes at most",
    },
    { line: "fab pane await %3 %4 --all", summary: "until both agents are done" },
    {
      line: "fab pane await %3 --until idle --stalled 300",
      summary: "until the turn is over, or has given nothing for five minutes",
    },
    { line: "fab pane await %3 --exit", summary: "until the agent has ended" },
    {
      line: "fab pane await %3 --pattern 'Tests: [0-9]+ passed'",
      summary: "until the screen shows it",
    },
    {
      line: "fab pane await --host red --host blue red:%3 blue:%1",
      summary: "until an agent of either machine is done",
    },
  ],
  parse(line) {
    if (line.given("any") && line.given("all")) throw new UsageError("give --any or --all");
    const pattern = line.value("pattern");
    const file = given(line, "file");
    const until = line.value("until");
    const hosts = hostsOf(line);
    if (hosts !== null && line.given("json")) {
      throw new UsageError("--json is for the panes of one machine; ask each host by itself");
    }
    if (hosts !== null) panesByHost(hosts, line.args);
    const since = line.value("since");
    if (since !== undefined && line.args.length > 1) {
      throw new UsageError("--since is for the one pane that its mark is of");
    }
    const stalledMs = seconds(line, "stalled") ?? null;
    if (stalledMs !== null && line.given("hooks-only")) {
      throw new UsageError("--stalled is about what is seen; --hooks-only leaves that out");
    }
    const other = file !== null || pattern !== undefined || line.given("exit") ||
      stalledMs !== null;
    return {
      panes: [...new Set(line.args)],
      server: serverOf(line),
      mode: line.given("all") ? "all" : "any",
      states: until !== undefined ? parseStates(until, "until") : other ? [] : TURN_OVER,
      file,
      pattern: pattern === undefined ? null : parsePattern(pattern),
      exit: line.given("exit"),
      hooksOnly: line.given("hooks-only"),
      stalledSecs: stalledMs === null ? null : stalledMs / 1000,
      timeoutMs: seconds(line, "timeout") ?? null,
      json: line.given("json"),
      since: since === undefined ? null : decodeMark(since, "since"),
      there: hosts === null ? null : { hosts, flags: flagsOf(line) },
    };
  },
  async run(options, context) {
    const { states, panes, there } = options;
    if (there !== null) {
      const { awaitHosts } = await import("../../lib/remote/await.ts");
      const { text, code } = await withProgress(
        context,
        `waiting for panes of ${there.hosts.length} host${there.hosts.length === 1 ? "" : "s"}`,
        (context) =>
          awaitHosts(context, {
            mode: options.mode,
            panes: panesByHost(there.hosts, panes),
            flags: there.flags,
          }),
      );
      await context.out.stdout(text);
      return code;
    }
    const exit = options.exit ? await knownAgents(context) : null;
    const seen = options.hooksOnly ? null : await seenAgents(context);
    const answer = await withProgress(
      context,
      panes.length === 1 ? `waiting for pane ${panes[0]}` : `waiting for ${panes.length} panes`,
      (context) =>
        awaitByRkOrHere(context, {
          ...options,
          state: states.length === 0 ? null : { states, ...newerThan(options.since) },
          exit,
          seen,
        }),
    );
    await context.out.stdout(
      options.json ? jsonDocument(awaitJson(answer)) : awaitText(answer, panes.length),
    );
    return anyGone(answer) ? 1 : 0;
  },
});

/** A state that was there when the mark was taken is no answer, where the mark knows it. */
function newerThan(since: Mark | null) {
  return since?.turn === undefined ? {} : { newerThan: { baseline: since.turn } };
}

/** The flags that a wait on another host is given as they are here. */
function flagsOf(line: ParsedLine): readonly string[] {
  const values = ["until", "file", "pattern", "since", "stalled", "timeout", "server"].filter((
    name,
  ) => line.given(name));
  const switches = ["any", "all", "exit", "hooks-only"].filter((name) => line.given(name));
  return [
    ...values.map((name) => `--${name}=${line.value(name) ?? ""}`),
    ...switches.map((name) => `--${name}`),
  ];
}

function given(line: ParsedLine, name: string): string | null {
  const value = line.value(name);
  if (value === "") throw new UsageError(`--${name} is empty; give the path of a file`);
  return value ?? null;
}
