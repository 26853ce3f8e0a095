/**
 * The demo agent's mind: what it shows and does after each event. It knows no terminal and no
 * clock.
 *
 * @module
 */

import { ACTIVE, type AgentStateName, IDLE, WAITING } from "../core/agent_state.ts";
import type { Key } from "./agent_keys.ts";

/** What the agent is at one moment. */
export interface AgentModel {
  /** Starting, asking whether the folder is trusted, or taking prompts. */
  readonly place: "boot" | "wall" | "input";
  /** The unsubmitted text. */
  readonly input: string;
  /** What was said so far. */
  readonly said: readonly { readonly by: "person" | "agent"; readonly text: string }[];
  /** A turn is in progress. */
  readonly busy: boolean;
  /** Prompts that were submitted. */
  readonly prompts: number;
  /** Steps of the busy spinner. */
  readonly spins: number;
}

/** What happens to it. */
export type AgentEvent =
  | { readonly kind: "booted" | "tick" }
  | { readonly kind: "key"; readonly key: Key }
  | { readonly kind: "answered"; readonly text: string };

/** What is to be done outside. */
export type AgentEffect =
  | { readonly kind: "state"; readonly state: AgentStateName }
  /** Begin a turn; `prompt` counts from 1. */
  | { readonly kind: "work"; readonly text: string; readonly prompt: number };

/** The agent when it starts. */
export const BEGINNING: AgentModel = {
  place: "boot",
  input: "",
  said: [],
  busy: false,
  prompts: 0,
  spins: 0,
};

/** The agent after an event, and what is to be done outside, in order. */
export function advance(
  model: AgentModel,
  event: AgentEvent,
): { readonly model: AgentModel; readonly effects: readonly AgentEffect[] } {
  switch (event.kind) {
    case "booted":
      return { model: { ...model, place: "wall" }, effects: [{ kind: "state", state: WAITING }] };
    case "tick":
      return { model: { ...model, spins: model.spins + 1 }, effects: [] };
    case "answered": {
      const said = [...model.said, { by: "agent", text: event.text } as const];
      return { model: { ...model, said, busy: false }, effects: [{ kind: "state", state: IDLE }] };
    }
    case "key":
      return model.place === "wall"
        ? atWall(model, event.key)
        : { model, effects: [], ...atInput(model, event.key) };
  }
}

/** The wall hears nothing but Enter. */
function atWall(model: AgentModel, key: Key): ReturnType<typeof advance> {
  if (key.kind !== "enter") return { model, effects: [] };
  return { model: { ...model, place: "input" }, effects: [{ kind: "state", state: IDLE }] };
}

function atInput(model: AgentModel, key: Key): Partial<ReturnType<typeof advance>> {
  const { input } = model;
  switch (key.kind) {
    case "text":
    case "paste":
      return { model: { ...model, input: input + key.text } };
    case "backspace":
      return { model: { ...model, input: [...input].slice(0, -1).join("") } };
    case "clear":
      return { model: { ...model, input: "" } };
    case "enter": {
      if (model.busy || input.trim() === "") return {};
      const prompts = model.prompts + 1;
      const said = [...model.said, { by: "person", text: input } as const];
      return {
        model: { ...model, input: "", said, busy: true, prompts },
        effects: [
          { kind: "state", state: ACTIVE },
          { kind: "work", text: input, prompt: prompts },
        ],
      };
    }
  }
}
