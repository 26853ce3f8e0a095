/**
 * The line of the commands that are about one provider.
 *
 * @module
 */

import { repoFlag } from "./agent.ts";
import type { ArgSpec, FlagSpec, ParsedLine } from "../command.ts";
import { jsonFlag } from "./common.ts";

/** `<name> --json --repo`. */
export const PROVIDER_ARGS: readonly ArgSpec[] = [
  { name: "name", summary: "the provider", complete: "provider" },
];
export const PROVIDER_FLAGS: readonly FlagSpec[] = [jsonFlag, repoFlag];

/** Which provider, of which repository's configuration, and whether as JSON. */
export function providerLine(line: ParsedLine) {
  return { name: line.args[0] ?? "", json: line.given("json"), repo: line.value("repo") };
}
