import { assertEquals, assertRejects } from "@std/assert";
import { TmuxError } from "../core/errors.ts";
import { type FakeExec, fakeExec } from "../testing/fake_exec.ts";
import {
  answerBytes,
  fakeLocal,
  type FakeServer,
  ints,
  serverMessage,
} from "../testing/fake_local.ts";
import type { Exec } from "../ports.ts";
import { createTmux } from "./tmux.ts";
import { KIND } from "./wire.ts";

const LOOK = ["capture-pane", "-p", "-t", "%1"];
const TYPE = ["send-keys", "-t", "%1", "-l", "--", "hello"];
const PROVES = /^[0-9a-f]{16}$/;

/** A server that answers by program and over its socket. */
function stage(
  server: (argv: readonly string[]) => ReturnType<FakeServer>,
  { version = "3.3a" } = {},
) {
  const programs: (readonly string[])[] = [];
  const exec: FakeExec = fakeExec().always(() => true, (argv) => {
    programs.push(argv.slice(2));
    const format = argv.find((word) => word.includes("#{socket_path}")) ?? "";
    const asked = format.replace("#{socket_path}", "/tmp/s").replace("#{version}", version);
    return `${asked === "" ? "" : `${asked}\n`}by program\n`;
  });
  const local = fakeLocal((argv) => {
    const [name, , text = ""] = argv;
    if (name === "display-message" && PROVES.test(text)) {
      return answerBytes({ stdout: `${text}\n` });
    }
    return server(argv);
  });
  const both: Exec = { ...exec, local };
  const said = () => local.heard.filter(([, , text = ""]) => !PROVES.test(text));
  return { programs, local, said, tmux: createTmux(both, null), exec: both };
}

const answering = () => answerBytes({ stdout: "over the socket\n" });

Deno.test("the first call runs tmux, the next ones go over its socket", async () => {
  const { programs, said, tmux, exec } = stage(answering);
  assertEquals(await tmux.call([LOOK]), "by program\n");
  assertEquals(await tmux.call([LOOK]), "over the socket\n");
  assertEquals(await tmux.call([TYPE, ["send-keys", "x;"]]), "over the socket\n");
  // Another one that asks the same server knows it already.
  assertEquals(await createTmux(exec, "").call([LOOK]), "over the socket\n");
  assertEquals(programs.length, 1);
  assertEquals(said(), [LOOK, [...TYPE, ";", "send-keys", "x\\;"], LOOK]);
});

Deno.test("a refusal over the socket is as one of the program", async () => {
  const { tmux } = stage(() => answerBytes({ stderr: "can't find pane: %9\n", code: 1 }));
  await tmux.call([LOOK]);
  const result = await tmux.attempt([LOOK]);
  assertEquals([result.code, result.stdout, result.stderr], [1, "", "can't find pane: %9\n"]);
});

Deno.test("what the command reads is its standard input", async () => {
  const { local, tmux } = stage(() => [
    serverMessage(KIND.readOpen, ints(3, 0)),
    ...answerBytes({}),
  ]);
  await tmux.call([LOOK]);
  await tmux.call([["load-buffer", "-b", "x", "-"]], { stdin: "text" });
  const read = local.messages.filter(({ kind }) => kind === KIND.read);
  assertEquals(read.map(({ body }) => new TextDecoder().decode(body.subarray(4))), ["text"]);
});

Deno.test("commands that depend on who asks run tmux", async () => {
  const { programs, said, tmux } = stage(answering);
  await tmux.call([LOOK]);
  for (const name of ["new-window", "split-window", "attach-session", "run-shell", "kill-server"]) {
    await tmux.call([LOOK, [name]]);
  }
  await tmux.call([["display-message", "shown to a person"]]);
  assertEquals([programs.length, said().length], [7, 0]);
});

Deno.test("a server of another release is never spoken to", async () => {
  const { programs, local, tmux } = stage(answering, { version: "9.9" });
  for (let call = 0; call < 3; call++) await tmux.call([LOOK]);
  assertEquals([programs.length, local.heard.length], [3, 0]);
});

Deno.test("nothing is typed over a socket that was not seen to answer", async () => {
  const { programs, tmux, exec } = stage(answering);
  const mute: Exec = {
    ...exec,
    local: fakeLocal(() => answerBytes({ stdout: "something else\n" })),
  };
  const other = createTmux(mute, null);
  await other.call([LOOK]);
  assertEquals(await other.call([TYPE]), "by program\n");
  assertEquals(await other.call([TYPE]), "by program\n");
  assertEquals(programs.length, 3);
  assertEquals(tmux.server, null);
});

Deno.test("nobody listens any more: tmux is run, and asked again where the socket is", async () => {
  const { programs, local, tmux } = stage(answering);
  await tmux.call([LOOK]);
  await tmux.call([LOOK]);
  local.listening = false;
  assertEquals(await tmux.call([TYPE]), "by program\n");
  local.listening = true;
  await tmux.call([LOOK]);
  assertEquals(await tmux.call([LOOK]), "over the socket\n");
  assertEquals(programs.length, 3);
});

Deno.test("a cut: what only looks is asked again, what types is not", async () => {
  let cut = false;
  const server = () => cut ? answerBytes({ stdout: "half" }).slice(0, 2) : answering();
  const looking = stage(server);
  await looking.tmux.call([LOOK]);
  await looking.tmux.call([LOOK]);
  cut = true;
  assertEquals(await looking.tmux.call([LOOK]), "by program\n");

  cut = false;
  for (
    const [script, answer] of [["'show-options' '-t' '%1'\n", 0], ["'send-keys' 'x'\n", 1]] as const
  ) {
    const reading = stage(server);
    await reading.tmux.call([LOOK]);
    await reading.tmux.call([LOOK]);
    cut = true;
    const { code } = await reading.tmux.attempt([["source-file", "-"]], { stdin: script });
    assertEquals(code, answer, script);
    cut = false;
  }

  const typing = stage(server);
  await typing.tmux.call([LOOK]);
  await typing.tmux.call([LOOK]);
  cut = true;
  const error = await assertRejects(() => typing.tmux.call([LOOK, TYPE]), TmuxError);
  assertEquals(error.reason, "refused");
  assertEquals(error.message, "tmux: the connection ended before the answer came");
  assertEquals(typing.programs.filter((words) => words.includes("send-keys")), []);
});

Deno.test("a version that is not understood did nothing: tmux is run", async () => {
  let other = false;
  const { tmux } = stage(() =>
    other ? [serverMessage(KIND.version, new Uint8Array())] : answering()
  );
  await tmux.call([LOOK]);
  await tmux.call([LOOK]);
  other = true;
  assertEquals(await tmux.call([TYPE]), "by program\n");
});

Deno.test("a server that does not answer in time", async () => {
  let stopped = false;
  const { programs, tmux } = stage(() => stopped ? "silence" : answering());
  await tmux.call([LOOK]);
  await tmux.call([LOOK]);
  stopped = true;
  const error = await assertRejects(() => tmux.call([TYPE]), TmuxError);
  assertEquals(error.reason, "timeout");
  assertEquals(programs.length, 1);
});
