import { assert, assertEquals, assertMatch } from "@std/assert";
import { runFab } from "./helpers/program.ts";
import { type Size, type TmuxServer, withTmux } from "./helpers/tmux_server.ts";

interface Captured {
  readonly content: string;
  readonly mark: string;
  readonly gap?: boolean;
  readonly continues?: boolean;
}

/** A pane that shows what is written to a file, on a server with a history of 100 rows. */
async function withFeed(
  size: Size,
  body: (feed: {
    readonly server: TmuxServer;
    readonly pane: string;
    /** Writes, and waits until the end of it is shown. */
    write(text: string, end: string): Promise<void>;
    capture(...flags: readonly string[]): Promise<Captured>;
  }) => Promise<void>,
): Promise<void> {
  await withTmux(async (server) => {
    await server.tmux("set-option", "-g", "history-limit", "100");
    const path = `${server.directory}/feed`;
    await Deno.writeTextFile(path, "begin\n");
    const pane = await server.openPane(["tail", "-n", "+1", "-s", "0.01", "-f", path]);
    await server.waitFor(pane, "begin");
    await body({
      server,
      pane,
      async write(text, end) {
        await Deno.writeTextFile(path, text, { append: true });
        await server.waitFor(pane, end);
      },
      async capture(...flags) {
        const argv = ["pane", "capture", pane, "-L", server.label, "--json", ...flags];
        const result = await runFab(argv, { env: server.env });
        assertEquals({ code: result.code, stderr: result.stderr }, { code: 0, stderr: "" });
        return JSON.parse(result.stdout);
      },
    });
  }, size);
}

Deno.test("mark: twenty captures of a long turn, put together, are the history, cut or not", async () => {
  await withFeed({ columns: 30, rows: 10 }, async ({ server, pane, write, capture }) => {
    let { content: all, mark } = await capture("--full");
    let number = 0;
    for (let turn = 0; turn < 20; turn++) {
      const lines = Array.from({ length: 1 + turn % 7 * 2 }, () => {
        number++;
        return number % 5 === 0 ? "" : number % 7 === 0 ? "語".repeat(20) : `line ${number} ok`;
      });
      await write(`${lines.join("\n")}\nturn ${turn}`, `turn ${turn}`);
      const piece = await capture("--since", mark);
      assertEquals(piece.gap, false, `turn ${turn}: ${piece.content}`);
      // The last line goes on, unless what came begins with a line feed.
      assertEquals(piece.continues, turn > 0 && lines[0] !== "");
      all += (piece.continues ? "" : "\n") + piece.content;
      mark = piece.mark;
      assert(mark.length < 250, mark);
    }
    const history = await server.tmux("capture-pane", "-p", "-t", pane, "-S", "-");
    const left = history.trimEnd().split("\n");
    // The history was cut meanwhile; what is left of it is the end.
    assert(left.length < all.split("\n").length);
    assertEquals(all.split("\n").slice(-left.length), left);
    assertEquals((await capture("--since", mark)).content, "");
  });
});

Deno.test("mark: a resize, a cleared history, a screen painted anew, and what is lost", async () => {
  await withFeed({ columns: 40, rows: 8 }, async ({ server, pane, write, capture }) => {
    const long = "a line that a narrow pane can't hold in one row";
    await write(`${long}\none\ntwo\nthree\n`, "three");
    let { mark } = await capture();
    await server.tmux("resize-window", "-x", "17", "-t", pane);
    await write("four\n", "four");
    const narrow = await capture("--since", mark);
    assertEquals([narrow.gap, narrow.content], [false, "four"]);
    await server.tmux("clear-history", "-t", pane);
    await write("five\n", "five");
    const cleared = await capture("--since", narrow.mark);
    assertEquals([cleared.gap, cleared.content], [false, "five"]);
    // Two rows up, and painted anew.
    await write("\x1b[1A\x1b[2K5\nsix\n", "six");
    const painted = await capture("--since", cleared.mark);
    assertEquals([painted.gap, painted.content], [false, "5\nsix"]);

    mark = painted.mark;
    const lines = Array.from({ length: 50 }, (_, at) => `later ${at}`);
    await write(`${lines.join("\n")}\nend\n`, "end");
    await server.tmux("clear-history", "-t", pane);
    const gap = await capture("--since", mark);
    assertEquals([gap.gap, gap.content.split("\n").at(-1)], [true, "end"]);
    const plain = ["pane", "capture", pane, "-L", server.label, "--since", mark];
    const text = await runFab(plain, { env: server.env });
    assertEquals([text.code, text.stdout], [0, `${gap.content}\n`]);
    assertMatch(text.stderr, /^fab: gap: .*\n$/);
  });
});

Deno.test("mark: another pane's, another server's and a broken one are wrong usage", async () => {
  await withFeed({ columns: 40, rows: 8 }, async ({ server, pane, capture }) => {
    const { mark } = await capture();
    const other = await server.openPane(["sleep", "1000"]);
    const refuse = async (server: TmuxServer, pane: string, mark: string) => {
      const argv = ["pane", "capture", pane, "-L", server.label, "--since", mark];
      const { code, stdout, stderr } = await runFab(argv, { env: server.env });
      assertEquals([code, stdout], [2, ""]);
      return stderr;
    };
    assertMatch(await refuse(server, other, mark), /^fab: the mark is of pane %1, not of %2/);
    assertMatch(await refuse(server, pane, mark.slice(0, -3)), /is no mark/);
    await withTmux(async (second) => {
      const there = await second.openPane(["sleep", "1000"]);
      assertMatch(await refuse(second, there, mark), /another tmux server/);
    });
  });
});
