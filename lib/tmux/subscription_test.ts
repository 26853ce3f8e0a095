import { assertEquals } from "@std/assert";
import { fakeExec } from "../testing/fake_exec.ts";
import { subscribeToPanes } from "./subscription.ts";
import { createTmux } from "./tmux.ts";

const argv = [
  ...["tmux", "-u", "-L", "lab", "-C", "attach-session", "-E"],
  ...[
    "-f",
    "no-output,ignore-size,read-only",
    ";",
    "refresh-client",
    "-B",
    /^fab::#\{S:#\{W:#\{P:/,
  ],
];

Deno.test("subscription: only what is news is told", async () => {
  let news = 0;
  const exec = fakeExec().expectLines(argv, [
    "%begin 1 2 0",
    "%end 1 2 0",
    "%session-changed $0 a",
    "%subscription-changed fab $0 - - - : a|0|%0|x|idle:1|;",
    "a window's name with a line feed",
    "%unlinked-window-renamed @1 new name",
    "%layout-change @1 x",
    "%exit",
  ]);
  const subscription = subscribeToPanes({ exec }, createTmux(exec, "lab"), {
    onChange: () => news++,
  });
  await subscription.ended;
  await subscription.close();
  assertEquals(news, 3);
  exec.verify();
});

Deno.test("subscription: an end by failure is an end", async () => {
  const lines: AsyncIterable<string> = {
    // deno-lint-ignore require-yield -- it fails before there is anything
    async *[Symbol.asyncIterator]() {
      await Promise.reject(new Error("broken pipe"));
    },
  };
  const exec = fakeExec().expectLines(argv, lines);
  await subscribeToPanes({ exec }, createTmux(exec, "lab"), { onChange: () => {} }).ended;
});
