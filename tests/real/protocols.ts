/**
 * The four ways in which agent CLIs ask a model, each with the one answer that the mock gives.
 *
 * @module
 */

/** One way to ask. */
export interface Protocol {
  /** The path of its requests. */
  readonly serves: RegExp;
  /** The key of the messages in a request. */
  readonly messages: string;
  /** The answer as one document. */
  readonly answer: unknown;
  /** The same as a stream of events. */
  readonly stream: string;
}

const TEXT = "Understood.";

function events(list: readonly (readonly [string, unknown])[]): string {
  return list.map(([name, data]) => `event: ${name}\ndata: ${JSON.stringify(data)}\n\n`).join("");
}

function chunks(list: readonly unknown[]): string {
  return list.map((data) => `data: ${JSON.stringify(data)}\n\n`).join("");
}

const MESSAGE = {
  id: "msg_1",
  type: "message",
  role: "assistant",
  model: "mock",
  content: [{ type: "text", text: TEXT }],
  stop_reason: "end_turn",
  stop_sequence: null,
  usage: { input_tokens: 10, output_tokens: 2 },
};

const MESSAGES: Protocol = {
  serves: /\/messages$/,
  messages: "messages",
  answer: MESSAGE,
  stream: events([
    ["message_start", {
      type: "message_start",
      message: { ...MESSAGE, content: [], stop_reason: null },
    }],
    ["content_block_start", {
      type: "content_block_start",
      index: 0,
      content_block: { type: "text", text: "" },
    }],
    ["content_block_delta", {
      type: "content_block_delta",
      index: 0,
      delta: { type: "text_delta", text: TEXT },
    }],
    ["content_block_stop", { type: "content_block_stop", index: 0 }],
    ["message_delta", {
      type: "message_delta",
      delta: { stop_reason: "end_turn", stop_sequence: null },
      usage: { output_tokens: 2 },
    }],
    ["message_stop", { type: "message_stop" }],
  ]),
};

const ITEM = {
  type: "message",
  role: "assistant",
  id: "msg_1",
  content: [{ type: "output_text", text: TEXT }],
};

const RESPONSE = {
  id: "resp_1",
  output: [ITEM],
  usage: {
    input_tokens: 10,
    input_tokens_details: null,
    output_tokens: 2,
    output_tokens_details: null,
    total_tokens: 12,
  },
};

const RESPONSES: Protocol = {
  serves: /\/responses$/,
  messages: "input",
  answer: RESPONSE,
  stream: events([
    ["response.created", {
      type: "response.created",
      response: { id: "resp_1" },
    }],
    ["response.output_item.done", {
      type: "response.output_item.done",
      item: ITEM,
    }],
    ["response.completed", { type: "response.completed", response: RESPONSE }],
  ]),
};

const COMPLETION = { id: "chatcmpl_1", created: 1, model: "mock" };
const USAGE = { prompt_tokens: 10, completion_tokens: 2, total_tokens: 12 };

function piece(delta: unknown, finish: string | null) {
  const choices = [{ index: 0, delta, finish_reason: finish }];
  return { ...COMPLETION, object: "chat.completion.chunk", choices };
}

const COMPLETIONS: Protocol = {
  serves: /\/chat\/completions$/,
  messages: "messages",
  answer: {
    ...COMPLETION,
    object: "chat.completion",
    choices: [{
      index: 0,
      message: { role: "assistant", content: TEXT },
      finish_reason: "stop",
    }],
    usage: USAGE,
  },
  stream: chunks([
    piece({ role: "assistant", content: TEXT }, null),
    { ...piece({}, "stop"), usage: USAGE },
  ]) + "data: [DONE]\n\n",
};

const CONTENT = {
  candidates: [{
    index: 0,
    content: { role: "model", parts: [{ text: TEXT }] },
    finishReason: "STOP",
  }],
  usageMetadata: {
    promptTokenCount: 10,
    candidatesTokenCount: 2,
    totalTokenCount: 12,
  },
  modelVersion: "mock",
};

const CONTENTS: Protocol = {
  serves: /:(streamGenerateContent|generateContent)$/,
  messages: "contents",
  answer: CONTENT,
  stream: chunks([CONTENT]),
};

/** All of them. */
export const PROTOCOLS: readonly Protocol[] = [
  MESSAGES,
  RESPONSES,
  COMPLETIONS,
  CONTENTS,
];
