import { assertEquals } from "@std/assert";
import { LINUX_DESCENDANTS, LINUX_RECORDS } from "../lib/look/proc_script.ts";
import { parseProcRecords } from "../lib/core/process/table.ts";

/** Files of a `/proc` in which the test's process tree is. */
type Proc = Readonly<Record<string, string>>;

/** Runs a script in a `/proc` of the test's own, with each shell that is there. */
async function inProc(files: Proc, script: string): Promise<readonly string[]> {
  const directory = await Deno.makeTempDir({ prefix: "fabtest-" });
  try {
    for (const [path, text] of Object.entries(files)) {
      await Deno.mkdir(`${directory}/${path}`.replace(/\/[^/]*$/, ""), { recursive: true });
      await Deno.writeTextFile(`${directory}/${path}`, text);
    }
    const outputs: string[] = [];
    for (const shell of ["sh", "dash", "bash"]) {
      const text = script.replace("cd /proc", `cd '${directory}'`);
      const { stdout, stderr } = await new Deno.Command(shell, {
        args: ["-c", text, "sh", "10"],
        stdin: "null",
      }).output().catch(() => ({ stdout: null, stderr: new Uint8Array() }));
      if (stdout === null) continue;
      const decoder = new TextDecoder();
      assertEquals(decoder.decode(stderr), "", shell);
      outputs.push(decoder.decode(stdout));
    }
    return outputs;
  } finally {
    await Deno.remove(directory, { recursive: true });
  }
}

const pids = (proc: Proc) => inProc(proc, `${LINUX_DESCENDANTS}\nprintf '%s\\n' $all\n`);

Deno.test("descendants: the children of all threads, of children, and none else", async () => {
  // The kernel writes these lists without a line feed.
  const outputs = await pids({
    "10/task/10/children": "20 30 ",
    "10/task/11/children": "40 ",
    "20/task/20/children": "",
    "30/task/30/children": "50 ",
    "40/task/40/children": "",
    "50/task/50/children": "60 ",
    "70/task/70/children": "80 ",
  });
  for (const output of outputs) {
    // 60 ended between its parent's list and its own.
    assertEquals(output.split("\n").filter((pid) => pid !== "").toSorted(), [
      ..."10 20 30 40 50 60".split(" "),
    ]);
  }
});

Deno.test("descendants: where the kernel keeps no lists, every process there is", async () => {
  const outputs = await pids({ "10/task/10/stat": "", "20/stat": "", "self/stat": "", "1/x": "" });
  for (const output of outputs) {
    assertEquals(output.trim().split("\n").toSorted(), ["1", "10", "20"]);
  }
});

Deno.test("records: whole, with any bytes, for files that are there", async () => {
  const outputs = await inProc({
    "10/task/10/children": "20 99 ",
    "10/stat": "10 (a) b\nc) S 1 10 10 0 20 0\n",
    "10/cmdline": "sh\0-c\0x\ny\0",
    "10/wchan": "do_wait",
    "20/task/20/children": "",
    "20/stat": "20 (claude) S 10 20 10 0 20 0\n",
    "20/cmdline": "",
    "20/wchan": "0",
  }, LINUX_DESCENDANTS + LINUX_RECORDS);
  for (const output of outputs) {
    const rows = parseProcRecords(output);
    assertEquals(rows.map((row) => [row.pid, row.ppid, row.comm, row.argv, row.wait]), [
      [10, 1, "a) b\nc", ["sh", "-c", "x\ny"], "do_wait"],
      [20, 10, "claude", [], "0"],
    ]);
  }
});
