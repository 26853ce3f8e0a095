/**
 * The running program itself holds no socket of a network, and listens nowhere: asked of the kernel,
 * while it waits for a pane.
 *
 * @module
 */

import { assert, assertEquals } from "@std/assert";
import { poll, withTmux } from "../helpers/tmux_server.ts";
import { compiledFab } from "./compiled.ts";

/** The kernel's lists of sockets that reach outside of a machine, or take packets from there. */
const NETWORK = ["tcp", "tcp6", "udp", "udp6", "udplite", "udplite6", "raw", "raw6", "packet"];

/** The numbers of all sockets of those kinds, and of local ones that have a name. */
async function reachable(pid: number): Promise<ReadonlySet<string>> {
  const found = new Set<string>();
  for (const list of NETWORK) {
    const text = await Deno.readTextFile(`/proc/${pid}/net/${list}`).catch(() => "");
    const [head = "", ...rows] = text.trim().split("\n");
    // The heading names two columns more than there are: `tx_queue rx_queue` and `tr tm->when`.
    const column = list === "packet" ? head.trim().split(/\s+/).indexOf("Inode") : 9;
    for (const row of rows) found.add(row.trim().split(/\s+/)[column] ?? "");
  }
  const local = await Deno.readTextFile(`/proc/${pid}/net/unix`).catch(() => "");
  for (const row of local.trim().split("\n").slice(1)) {
    const words = row.trim().split(/\s+/);
    if (words.length > 7) found.add(words[6]!);
  }
  return found;
}

/** The numbers of the sockets that a process holds. */
async function socketsOf(pid: number): Promise<readonly string[]> {
  const numbers: string[] = [];
  for await (const { name } of Deno.readDir(`/proc/${pid}/fd`)) {
    const target = await Deno.readLink(`/proc/${pid}/fd/${name}`).catch(() => "");
    const number = /^socket:\[(\d+)\]$/.exec(target)?.[1];
    if (number !== undefined) numbers.push(number);
  }
  return numbers;
}

Deno.test("while it waits it holds no socket that anything outside could reach", async () => {
  if (Deno.build.os !== "linux") {
    console.log("not run: the kernel's lists are Linux's");
    return;
  }
  await withTmux(async (tmux) => {
    const pane = await tmux.openPane(["sleep", "600"]);
    const fab = new Deno.Command(compiledFab(), {
      args: ["pane", "await", pane, "--exit", "--pattern", "never", "-L", tmux.label],
      clearEnv: true,
      env: { ...tmux.env },
      ...{ stdin: "null", stdout: "null", stderr: "piped" },
    }).spawn();
    try {
      // Its own tmux is a sign that it waits.
      await poll(async () => await hasChild(fab.pid) ? true : null, {
        failure: async () => new TextDecoder().decode(await new Response(fab.stderr).bytes()),
      });
      const outside = await reachable(fab.pid);
      assertEquals((await socketsOf(fab.pid)).filter((number) => outside.has(number)), []);
      // The lists are read rightly: a socket of this process is found in them.
      using listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
      const own = await reachable(Deno.pid);
      assert(
        (await socketsOf(Deno.pid)).some((number) => own.has(number)),
        `port ${listener.addr.port}`,
      );
    } finally {
      fab.kill("SIGTERM");
      await fab.status;
      await fab.stderr.cancel();
    }
  });
});

async function hasChild(pid: number): Promise<boolean> {
  return (await Deno.readTextFile(`/proc/${pid}/task/${pid}/children`)).trim() !== "";
}
