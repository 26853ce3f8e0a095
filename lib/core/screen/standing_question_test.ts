import { assertEquals } from "@std/assert";
import { screen } from "../../testing/screens.ts";
import { questionAt } from "./standing_question.ts";

/** Judges rows with a visible cursor at `▮`, or a hidden one at the bottom. */
function judge(rows: readonly string[], shown: boolean | null = true): boolean {
  return questionAt(screen(rows, 80), shown) !== null;
}

Deno.test("a line at the cursor that wants a key or a secret is a question", () => {
  const lines = [
    "Overwrite all files? [Y/n] ",
    "Proceed? (Y/n) ",
    "Continue (y/N): ",
    "Are you sure you want to continue connecting (yes/no/[fingerprint])? ",
    "Stage this hunk [y,n,q,a,d,j,J,g,/,e,?]? ",
    "(1/2) Stage deletion [y,n,q,a,d,?]? ",
    "Discard this change (y/n/q/a/d/e/?) ",
    "Do you want to continue? [Y/n]",
    "replace a.txt? [y]es, [n]o, [A]ll, [N]one, [r]ename: ",
    "[A]bort, [R]etry, [F]ail? ",
    "(Y)es/(N)o? ",
    "Is this OK? (yes) ",
    "? Confirm deletion › no / yes",
    "? Ok to proceed? (y) ",
    "Really? y/n ",
    "Yes or no? ",
    "rm: remove regular file 'a.txt'? ",
    "cp: overwrite 'b'? ",
    "mv: replace 'b', overriding mode 0444 (r--r--r--)? ",
    "Save modified buffer? ",
    "Delete branch main? ",
    "Press any key to continue . . . ",
    "Press any key",
    "Press [ENTER] to continue or Ctrl-c to cancel adding it.",
    "Press Enter to continue...",
    "Hit return to go on",
    "-- More --",
    "--More--(42%)",
    "(END)",
    "lines 1-23/80 (more)",
    "[sudo] password for ada: ",
    "Enter passphrase for key '/home/ada/.ssh/id_ed25519': ",
    "Enter PIN for authenticator: ",
    "Verification code: ",
    "Password for 'https://ada@git.example': ",
    "Username for 'https://git.example': ",
    "vm login: ",
    "#? ",
    "Enter your choice [1-4]: ",
    "Select an option: ",
    "Enter a number: ",
    "What now> ",
    "Continue? ",
    "Proceed [Y]: ",
    "Accept (a), reject (r), skip (s): ",
    "Type y to accept: ",
    "Type 'yes' to continue: ",
    "Enter yes to delete everything: ",
    "1) yes 2) no : ",
    "Confirm: ",
  ];
  for (const line of lines) {
    assertEquals(judge(["some output", `${line}▮`]), true, line);
    assertEquals(judge(["output", `${line}▮`, "", "a row below", "─".repeat(40)]), true, line);
    assertEquals(judge(["╭──────────────╮", `│ ${line}▮   │`, "╰──────────────╯"]), true, line);
  }
});

Deno.test("a line at the cursor that wants a text is an input", () => {
  const lines = [
    ...["> ", "❯ ", "› ", "$ ", "# ", ">>> ", "worker> ", "sim: ", "you: ", "Name: ", "(gdb) "],
    ...["What is your name? ", "How can I help? ", "Your message: ", "Task? ", "? ", "ask> "],
    ...["user@host:~/w (main) $ ", "[1/3] worker> ", "Enter your prompt: ", "Describe the task: "],
    ...["> delete all files? [Y/n]", "❯ is it done?", "❯ press any key", "project (dev) % "],
    ...["step 2 (of 5)> ", "agent [idle] > ", "Prompt (empty line ends): ", "say something... "],
    ...["Next? > ", "Question? > ", "Chat? : ", "Anything else? ", "Human [y to quit]: "],
    ...["model (a) > ", "step 1) of 2: "],
  ];
  for (const line of lines) {
    assertEquals(judge(["some output", `${line}▮`]), false, line);
    assertEquals(judge(["Overwrite all files? [Y/n] y", "done", `${line}▮`]), false, line);
  }
});

Deno.test("a question in a transcript is none, with an input below it", () => {
  const rule = "─".repeat(40);
  const questions = ["● Shall I go on? (y/n)", "Press any key to continue", "❯ 1. Yes", "  2. No"];
  const inputs: readonly (readonly [readonly string[], boolean])[] = [
    [[rule, "❯ ▮", rule, "  ? for shortcuts"], true],
    [[rule, "❯ ", rule, "  ? for shortcuts", "▮"], false],
    [["╭───────────────╮", "│ > ▮           │", "╰───────────────╯", "? for shortcuts"], true],
    [["╭───────────────╮", "│ >             │", "╰───────────────╯", "hint", "▮"], false],
    [["", "› Ask anything▮", "", "  ? for shortcuts"], true],
    [[rule, "", rule, "~/project", "0.0%/200k", "▮"], false],
    [["┃", "┃  Ask anything…", "┃", "┃  Build · Mock", "╹▀▀▀▀▀▀▀▀▀▀▀▀▀", "▮"], true],
    [["worker> ▮"], true],
  ];
  for (const [rows, shown] of inputs) {
    assertEquals(judge([...questions, "", ...rows], shown), false, rows.join("\n"));
  }
});

Deno.test("a draft and an answer that were typed are no question", () => {
  assertEquals(judge(["❯ fix it? (y/n) I mean▮"]), false);
  assertEquals(judge(["Overwrite? [Y/n] y▮"]), false);
});

Deno.test("a list with a mark before one of its choices, wherever the cursor is", () => {
  const dialogs: readonly (readonly string[])[] = [
    ["Do you want to proceed?", "❯ 1. Yes", "  2. Yes, and always", "  3. No", "", "Esc to cancel"],
    [
      "Do you want to proceed?",
      " ❯ 1. Yes",
      "   2.Yes, and always",
      "     here",
      "   3. No",
      "Esc",
    ],
    ["│ Allow execution? │", "│ ● 1. Allow once │", "│   2. No (esc)   │", "╰─────────────────╯"],
    ["Would you run it?", "› 1. Yes, proceed (y)", "  2. No (esc)", "", "Press enter to confirm"],
    ["▶ Run this command?", "  ▶ 1. Approve once", "    2. Reject", "─".repeat(40), "status"],
    ["┃  △ Permission required", "┃   Allow once   Allow always   Reject      enter confirm", "┃"],
    ["? Pick a colour (Use arrow keys)", "❯ red", "  green", "  blue"],
    ["? Delete it?", "❯ Yes", "  No"],
    ["Choose:", "> main", "  dev", "", "↑/↓ to navigate · enter to select"],
    ["◆  Install?", "│  ● Yes / ○ No", "└"],
    ["◆  Which?", "│  ● one", "│  ○ two", "└"],
    ["Are you sure?", "", "   Yes     No   "],
    ["┌────────────┐", "│  Really?   │", "│ <Yes> <No> │", "│ < Yes >  < No > │", "└────────────┘"],
    ["Allow this command?", "  [a]pprove  [f]orbid  [e]dit", "  [b]ack  [r]etry  [p]review"],
    ["Run this? - [A]lways - [O]nce - [N]o ?"],
    ["│ All done.  │", "│    <Ok>    │", "└────────────┘"],
  ];
  for (const rows of dialogs) {
    const at = ["❯ an older message", "  that was sent", "", ...rows];
    assertEquals(judge([...at, "", "▮"], false), true, rows.join("\n"));
    assertEquals(judge([...at, "", "▮"], null), true, rows.join("\n"));
  }
  assertEquals(judge(["Pick one (Use arrow keys)", "❯ red▮", "  green"]), true);
  assertEquals(judge(["Trust it?", "> 1. Yes, proceed", "  2. No, exit▮"]), true);
  assertEquals(judge(["a list", "1. one", "2. two▮"]), false);
  assertEquals(judge(["Allow it?", "  [a]pprove  [f]orbid", "▮"]), true);
  assertEquals(judge(["Really?", "│  < ▮Yes >  < No > │"]), true);
});

Deno.test("an input with a hint of its own below it is no list", () => {
  const rows = ["Shall I?", "", "❯ Try something", "  ? for shortcuts"];
  assertEquals(judge([...rows, "▮"], false), false);
  assertEquals(judge(["❯ ▮Try something", "  ? for shortcuts"]), false);
  assertEquals(judge(["> ", "? for shortcuts", "▮"], false), false);
});

Deno.test("a question above an empty row that the cursor is at", () => {
  assertEquals(judge(["Overwrite it? [y/N]", "▮"]), true);
  assertEquals(judge(["Press any key to continue", "", "▮", "", "a status bar"]), true);
  assertEquals(judge(["Run it?", "❯ 1. Yes", "  2. No", "▮"]), true);
  assertEquals(judge(["Overwrite it? [y/N] y", "working", "▮"]), false);
  assertEquals(judge(["Overwrite it? [y/N]", "─".repeat(30), "▮", "─".repeat(30)]), false);
});

Deno.test("a question that wraps in a narrow pane is one", () => {
  const rows = ["Are you sure you want to conti", "nue connecting (yes/no)? ▮"];
  assertEquals(questionAt(screen(rows, 30), true) !== null, true);
  assertEquals(
    questionAt(screen(["Do you really want to overwri", "te all of them? ▮"], 29), true) !== null,
    true,
  );
});
