/**
 * A model on loopback that real agent CLIs can talk to: it answers each request with a short text
 * and keeps what it was sent, so that a test can compare it with what was delivered.
 *
 * @module
 */

import { type Protocol, PROTOCOLS } from "./protocols.ts";

/** What the model was sent as the newest message of the user. */
export interface MockModel {
  /** Such as `http://127.0.0.1:40123`. */
  readonly url: string;
  /** The newest text of the user in each turn, in the order in which the turns came. */
  received(): readonly string[];
  stop(): Promise<void>;
}

/** Starts it on a free port of the loopback interface. */
export function startMockModel(): MockModel {
  const received: string[] = [];
  const server = Deno.serve(
    { hostname: "127.0.0.1", port: 0, onListen: () => {} },
    async (request) => {
      const path = new URL(request.url).pathname;
      const body = request.method === "POST" ? await request.json().catch(() => ({})) : {};
      if (path.endsWith("/count_tokens")) {
        return Response.json({ input_tokens: 10 });
      }
      if (path.endsWith(":countTokens")) {
        return Response.json({ totalTokens: 10 });
      }
      const protocol = PROTOCOLS.find(({ serves }) => serves.test(path));
      if (protocol === undefined) {
        return Response.json({ object: "list", data: [], models: [] });
      }
      const text = isTurn(body) ? newestUserText(body, protocol) : "";
      if (text !== "") received.push(text);
      if (!streams(path, body)) return Response.json(protocol.answer);
      return new Response(protocol.stream, {
        headers: { "content-type": "text/event-stream" },
      });
    },
  );
  return {
    url: `http://127.0.0.1:${server.addr.port}`,
    received: () => [...received],
    stop: () => server.shutdown(),
  };
}

/** A request without tools is the CLI's own housekeeping: titles, topics, routing. */
function isTurn(body: { readonly tools?: unknown }): boolean {
  return Array.isArray(body.tools) && body.tools.length > 0;
}

function streams(path: string, body: { readonly stream?: unknown }): boolean {
  return body.stream === true || path.endsWith(":streamGenerateContent");
}

interface Message {
  readonly role?: string;
  readonly content?: unknown;
  readonly parts?: unknown;
}

/** Blocks that a CLI adds to what a person typed. */
const ADDED = /^\s*<(system-reminder|environment_context|session_context|reminder)/;

/** The same, in front of what a person typed, in one block with it. */
const IN_FRONT = /^<current_datetime>[^<]*<\/current_datetime>\n\n/;

/** The last block of text of the user since the last answer: what a person typed, without reminders. */
export function newestUserText(
  body: Readonly<Record<string, unknown>>,
  protocol: Pick<Protocol, "messages">,
): string {
  const messages = body[protocol.messages];
  if (!Array.isArray(messages)) return "";
  const all = messages as Message[];
  const last = all.findLastIndex(({ role }) => role === "user");
  const answered = all.slice(0, last).findLastIndex(({ role }) =>
    role === "assistant" || role === "model"
  );
  // Some send what they add as a message of the user's own, behind the one that was typed.
  return all.slice(answered + 1, last + 1)
    .filter(({ role }) => role === "user")
    .flatMap(({ content, parts }) => textsOf(content ?? parts))
    .map((text) => text.replace(IN_FRONT, ""))
    .filter((text) => text !== "" && !ADDED.test(text))
    .at(-1) ?? "";
}

function textsOf(content: unknown): readonly string[] {
  if (typeof content === "string") return [content];
  if (!Array.isArray(content)) return [];
  return (content as { text?: unknown }[]).map(({ text }) => typeof text === "string" ? text : "");
}
