import { assertEquals } from "@std/assert";
import { foregroundOf } from "../lib/look/foreground.ts";
import type { Foreground } from "../lib/core/process/foreground.ts";
import { createEnv } from "../lib/proc/env.ts";
import { createExec } from "../lib/proc/exec.ts";
import { NO_SIGNALS } from "./helpers/real_context.ts";
import { poll, withTmux } from "./helpers/tmux_server.ts";

/** What a pane's program shows itself as; `processes` by their first words. */
type Facts = Pick<Foreground, "idleShell" | "readingTty" | "tty"> & { readonly first: string };

const context = {
  exec: createExec({ signals: NO_SIGNALS }),
  env: createEnv(),
};

const COOKED = { icanon: true, echo: true };
const RAW = { icanon: false, echo: false };

const cases: readonly (readonly [string, readonly string[], Facts])[] = [
  ["a shell at its prompt", ["bash", "--norc"], {
    first: "bash",
    idleShell: "bash",
    readingTty: null,
    tty: RAW,
  }],
  ["a shell without line editing", ["dash"], {
    first: "dash",
    idleShell: "dash",
    readingTty: "reads",
    tty: COOKED,
  }],
  ["the shell that took over from an agent", ["sh", "-c", 'true; exec "$0"', "/bin/bash"], {
    first: "/bin/bash",
    idleShell: "bash",
    readingTty: null,
    tty: RAW,
  }],
  ["a wrapped program", ["sh", "-c", "sleep 1000; exec bash"], {
    first: "sh",
    idleShell: null,
    readingTty: "no",
    tty: COOKED,
  }],
  ["a shell's loop", ["bash", "-c", "while :; do sleep 1000; done"], {
    first: "bash",
    idleShell: null,
    readingTty: "no",
    tty: COOKED,
  }],
  ["a line reader", ["cat"], {
    first: "cat",
    idleShell: null,
    readingTty: "reads",
    tty: COOKED,
  }],
  ["a line reader in a shell script", ["bash", "-c", "while read -r x; do echo $x; done"], {
    first: "bash",
    idleShell: null,
    readingTty: "reads",
    tty: COOKED,
  }],
  ["a program whose event loop leaves reading to a thread", [
    Deno.execPath(),
    "eval",
    "await Deno.stdin.read(new Uint8Array(9))",
  ], {
    first: Deno.execPath(),
    idleShell: null,
    readingTty: "reads",
    tty: COOKED,
  }],
  ["a program that is still booting", ["sleep", "1000"], {
    first: "sleep",
    idleShell: null,
    readingTty: "no",
    tty: COOKED,
  }],
  ["a program that has taken the terminal", ["sh", "-c", "stty raw -echo; exec cat"], {
    first: "cat",
    idleShell: null,
    readingTty: null,
    tty: RAW,
  }],
];

Deno.test("foreground: shells, wrapped programs, line readers and booting programs", async () => {
  await withTmux(async (server) => {
    for (const [name, argv, wanted] of cases) {
      const pane = await server.openPane(argv);
      const facts =
        (await server.tmux("display-message", "-p", "-t", pane, "#{pane_pid} #{pane_tty}"))
          .trim().split(" ");
      let last: unknown;
      // macOS does not tell what a process waits for.
      const expected = context.env.os === "linux" ? wanted : { ...wanted, readingTty: null };
      await poll(async () => {
        const found = await foregroundOf(context, {
          panePid: Number(facts[0]),
          paneTty: facts[1] ?? "",
        });
        const { processes, idleShell, readingTty, tty } = found;
        last = { first: processes[0]?.argv[0] ?? "", idleShell, readingTty, tty };
        return JSON.stringify(last) === JSON.stringify(expected) ? true : null;
      }, {
        failure: () => Promise.resolve(`${name}: ${JSON.stringify(last)}`),
      });
    }
  });
});

Deno.test("foreground: a process and a terminal that are gone leave everything unknown", async () => {
  const gone = { panePid: 999_999_999, paneTty: "/dev/pts/99999" };
  // Where a process has no children to go by, all there are were listed, and none is its.
  const { everyone, ...found } = await foregroundOf(context, gone);
  assertEquals(everyone.some(({ pid }) => pid === gone.panePid), false);
  assertEquals(found, {
    ...{ processes: [], readers: [], shown: [], timedOut: false },
    ...{ idleShell: null, readingTty: null, tty: null },
  });
});
