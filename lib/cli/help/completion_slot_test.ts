import { assertEquals } from "@std/assert";
import { type CommandFamily, defineCommand } from "../command.ts";
import { findSlot } from "./completion_slot.ts";
import { answerText } from "./completion_answer.ts";
import { family, leaf } from "./tree.ts";

const capture = defineCommand({
  args: [{ name: "pane", summary: "", complete: "pane", variadic: true }],
  flags: [
    { name: "lines", short: "l", value: "<n>", summary: "how many" },
    { name: "server", short: "L", value: "<label>", summary: "which", complete: "server" },
    { name: "json", short: "j", summary: "as data" },
    { name: "key", value: "<key>", repeat: true, summary: "a key" },
    {
      name: "await",
      value: "<states>",
      valueOptional: true,
      choices: ["idle", "waiting"],
      summary: "wait",
    },
    { name: "file", value: "<path>", summary: "a file", complete: "file" },
  ],
  rest: { name: "agent-args", summary: "" },
  examples: [],
  parse: () => ({}),
  run: () => Promise.resolve(0),
});
const plain = defineCommand({
  args: [{ name: "shell", summary: "", choices: ["bash", "zsh"] }, { name: "x", summary: "" }],
  examples: [],
  parse: () => ({}),
  run: () => Promise.resolve(0),
});
const root: CommandFamily = family("fab", {
  summary: "",
  children: [
    family("pane", {
      summary: "panes",
      children: [
        leaf("capture", { summary: "show", load: () => Promise.resolve({ command: capture }) }),
        leaf("kill", { summary: "end", load: () => Promise.resolve({ command: capture }) }),
      ],
    }),
    family("skill", {
      summary: "texts",
      load: () => Promise.resolve({ command: plain }),
      children: [
        leaf("install", { summary: "w", load: () => Promise.resolve({ command: plain }) }),
      ],
    }),
    leaf("completion", { summary: "c", load: () => Promise.resolve({ command: plain }) }),
    leaf("__x", { summary: "", hidden: true, load: () => Promise.resolve({ command: plain }) }),
  ],
});

/** The words that are offered from the declarations, and what is to be looked up. */
async function offered(...words: string[]): Promise<string> {
  const slot = await findSlot(root, words);
  const text = answerText(slot, []).trim().split("\n").map((line) => line.split("\t")[0]);
  const about = slot === null ? "" : ` ${slot.lookUp ?? "-"}`;
  return `${text.join(" ")}${about}`;
}

Deno.test("commands, and help's", async () => {
  assertEquals(await offered(""), "values pane skill completion help -");
  assertEquals(await offered(), "values pane skill completion help -");
  assertEquals(await offered("pa"), "values pane -");
  assertEquals(await offered("pane", ""), "values capture kill -");
  assertEquals(await offered("skill", "i"), "values install -");
  assertEquals(await offered("help", "pane", "k"), "values kill -");
  assertEquals(await offered("help", ""), "values pane skill completion -");
  assertEquals(await offered("-"), "values --help --version --host -");
  assertEquals(await offered("pane", "--"), "values --help -");
  assertEquals(await offered("nothing", ""), "values");
  assertEquals(await offered("pane", "nothing", ""), "values");
  assertEquals(await offered("__x", ""), "values");
});

Deno.test("flags, without those that are there already", async () => {
  const all = "--lines --server --json --key --await= --file --help";
  assertEquals(await offered("pane", "capture", "-"), `values ${all} -`);
  assertEquals(
    await offered("pane", "capture", "-jl", "5", "--key", "x", "--f"),
    "values --file -",
  );
  assertEquals(
    await offered("pane", "capture", "-jl5", "--server=x", "--await", "--"),
    "values --key --file --help -",
  );
});

Deno.test("values of flags, beside and behind", async () => {
  assertEquals(await offered("pane", "capture", "--server", ""), "values server");
  assertEquals(await offered("pane", "capture", "-L", "x"), "values server");
  assertEquals(await offered("pane", "capture", "--await=i"), "values --await=idle -");
  assertEquals(await offered("pane", "capture", "--await", ""), "values pane");
  assertEquals(await offered("pane", "capture", "--file="), "files file");
  assertEquals(await offered("pane", "capture", "--lines", "-"), "values -");
  assertEquals(await offered("pane", "capture", "--unknown="), "values");
  assertEquals(await offered("pane", "capture", "--json="), "values");
});

Deno.test("a server that is named before the command is the one to look in", async () => {
  for (const words of [["-L", "work", "pane"], ["pane", "-Lwork"], ["pane", "--server=work"]]) {
    const slot = await findSlot(root, [...words, "capture", "%"]);
    assertEquals([slot?.lookUp, slot?.server], ["pane", "work"], words.join(" "));
  }
  assertEquals(await offered("-L", ""), "values server");
  assertEquals(await offered("pane", "-S", ""), "files file");
  assertEquals(await offered("-L", "work", "pa"), "values pane -");
  assertEquals(await offered("pane", "-L", "work", ""), "values capture kill -");
});

Deno.test("arguments, in their order, in their server, once", async () => {
  assertEquals(await offered("completion", ""), "values bash zsh -");
  assertEquals(await offered("completion", "bash", ""), "values -");
  assertEquals(await offered("completion", "bash", "x", ""), "values");
  const slot = await findSlot(root, ["pane", "capture", "%1", "-L", "work", "%2", "%"]);
  assertEquals(slot?.server, "work");
  const panes = ["%1", "%2", "%3", "x"].map((value) => ({ value, summary: "a\tb\nc" }));
  assertEquals(answerText(slot, panes), "values\n%3\ta b c\n");
  for (const words of [["-Lwork"], ["--server=work"], ["-jLwork"], ["-L=work"]]) {
    assertEquals((await findSlot(root, ["pane", "kill", ...words, ""]))?.server, "work");
  }
  assertEquals(await offered("pane", "capture", "--", "x"), "files file");
});
