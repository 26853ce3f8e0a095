import { assertEquals } from "@std/assert";
import { echoPrint } from "../mark/mark.ts";
import { eventOf, type LineEvent, type RecordSource } from "../records/event.ts";
import { recordedAnswer } from "./record_answer.ts";

const event = (kind: LineEvent["kind"], text = "", source: RecordSource = "turns") =>
  eventOf({ kind, text }, source);

const ended = event("turn-ended");

Deno.test("record answer: the messages behind the prompt, up to the next one", () => {
  const before = [event("prompt", "older"), event("message", "old"), ended];
  const asked = event("prompt", "is  it\ttrue?\n");
  const echo = echoPrint("is it\ttrue?");
  const read = (...rest: readonly ReturnType<typeof event>[]) =>
    recordedAnswer([...before, event("prompt", "is it true?", "history"), asked, ...rest], echo);
  assertEquals(read(), { text: "", ended: false });
  const talk = [
    event("message", "Let me see."),
    event("tool", "bash"),
    event("message", "It is.\n"),
  ];
  assertEquals(read(...talk), { text: "Let me see.\n\nIt is.\n", ended: false });
  assertEquals(read(...talk, ended), { text: "Let me see.\n\nIt is.\n", ended: true });
  assertEquals(read(...talk, event("prompt", "next"), event("message", "no")), {
    text: "Let me see.\n\nIt is.\n",
    ended: true,
  });
});

Deno.test("record answer: without the prompt it says nothing", () => {
  const events = [event("prompt", "other"), event("message", "x"), ended];
  assertEquals(recordedAnswer(events, echoPrint("mine")), null);
  assertEquals(recordedAnswer(events, null), null);
  assertEquals(recordedAnswer([event("prompt", "mine", "history")], echoPrint("mine")), null);
});
