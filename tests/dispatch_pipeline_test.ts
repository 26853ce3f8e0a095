import { assertEquals, assertMatch } from "@std/assert";
import { isAlive, untilFile, untilGone } from "./helpers/dispatch_repo.ts";
import { paneConfig, withPaneWorkers } from "./helpers/pane_workers.ts";

/** A worker of one stage: it notes what it did, and writes its result. */
function work(stage: string, note: string): string {
  return `echo '${note}' >> notes.txt
echo 'status: ok' > .fab-dispatch/ab12/${stage}-result.yaml
`;
}

Deno.test("a pipeline of three stages, with all that goes wrong on the way", async () => {
  await withPaneWorkers(async ({ repo, server, inside, log }) => {
    const config = paneConfig(server.directory);
    const mode = (name: string) => ({ ...inside, env: { ...inside.env, FAB_DISPATCH_MODE: name } });
    const state = (stage: string) => repo.ok(["status", "ab12", stage], inside);
    await repo.configure(config);

    // Apply, in a pane. A person is typing there when the prompt should be delivered.
    assertMatch(
      await repo.ok(["open", "login", "apply"], { ...inside, stdin: work("apply", "applied") }),
      /^opened ab12\/apply \(pane %\d+, split/,
    );
    const { pane } = JSON.parse(await repo.ok(["status", "ab12", "apply", "--json"], inside));
    assertEquals(await repo.ok(["ready", "ab12", "apply", "--wait", "20"], inside), "ready\n");
    await server.type(pane, "wait a moment");
    await server.waitFor(pane, "wait a moment");
    const failed = await repo.dispatch(["deliver", "ab12", "apply"], inside);
    assertEquals([failed.code, failed.stderr.slice(0, 11)], [1, "fab: draft:"]);
    assertEquals(await state("apply"), "running\n");
    await server.press(pane, "C-u");
    await repo.ok(["deliver", "ab12", "apply"], inside);
    assertEquals(await repo.ok(["wait", "ab12", "apply"], inside), "done\n");

    // Review, headless. Its worker is killed, and runs again.
    const slow = `echo $$ > reviewer; [ -e go ] || sleep 300; ${work("review", "reviewed")}`;
    await repo.ok(["start", "ab12", "review"], { ...mode("headless"), stdin: slow });
    const reviewer = Number(await untilFile(`${repo.root}/reviewer`));
    const waiting = repo.ok(["wait", "ab12", "review"], inside);
    const { pid } = JSON.parse(await repo.ok(["status", "ab12", "review", "--json"], inside));
    Deno.kill(pid, "SIGKILL");
    assertEquals(await waiting, "orphaned\n");
    await Deno.writeTextFile(`${repo.root}/go`, "");
    const restarted = await repo.dispatch(["restart", "ab12", "review"], inside);
    assertMatch(restarted.stdout, /^started ab12\/review \(headless, pid \d+\)\n$/);
    await untilGone(reviewer);
    assertEquals(await repo.ok(["wait", "ab12", "review"], inside), "done\n");

    // The review wants more: the same worker goes on in its pane.
    await Deno.writeTextFile(`${repo.root}/rework.sh`, work("apply", "reworked"));
    await repo.ok(["deliver", "ab12", "apply", "--prompt-file", "rework.sh"], inside);
    assertEquals(await repo.ok(["wait", "ab12", "apply"], inside), "done\n");
    assertEquals((await log(pane)).messages.length, 2);
    assertEquals(
      await repo.ok(["reap", "ab12", "apply"], inside),
      `reaped ab12/apply (pane ${pane})\n`,
    );

    // Hydrate, in a pane, on a server that goes away in the middle.
    await repo.ok(["open", "ab12", "hydrate"], { ...inside, stdin: "sleep 300" });
    await repo.ok(["ready", "ab12", "hydrate", "--wait", "20"], inside);
    await repo.ok(["deliver", "ab12", "hydrate"], inside);
    const lost = repo.ok(["wait", "ab12", "hydrate"], inside);
    await server.tmux("kill-server");
    assertEquals(await lost, "orphaned\n");
    await repo.write("hydrate-prompt.md", work("hydrate", "hydrated"));
    const down = await repo.dispatch(["restart", "ab12", "hydrate"]);
    assertMatch(down.stdout, /^started ab12\/hydrate \(headless, pid \d+\)\n$/);
    assertMatch(down.stderr, /runs headless, not in a pane: there is no tmux server/);
    assertEquals(await repo.ok(["wait", "ab12", "hydrate"]), "done\n");

    // Someone else, much later: everything is in the files.
    for (const stage of ["apply", "review", "hydrate"]) {
      assertEquals(await repo.ok(["status", "ab12", stage]), "done\n");
    }
    assertEquals(
      await Deno.readTextFile(`${repo.root}/notes.txt`),
      "applied\nreviewed\nreworked\nhydrated\n",
    );
    assertEquals(await isAlive(reviewer), false);
    assertEquals(await repo.ok(["clean"]), "removed ab12\n");
  });
});
