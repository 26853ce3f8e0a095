import { assertEquals } from "@std/assert";
import { screen } from "../../testing/screens.ts";
import { questionOn } from "./question.ts";

const form = (...rows: string[]) => questionOn(screen(rows, 60))?.form ?? null;

Deno.test("question: a marked number beside others", () => {
  assertEquals(
    form("Do you want to proceed?", "❯ 1. Yes", "  2. No", "", "Esc to cancel"),
    "choices",
  );
  assertEquals(form("│ ● 1. Allow once", "│   2. Reject", "╰──────", "▮"), "choices");
  assertEquals(form("  1. Yes", "› 2. No"), "choices");
  assertEquals(form("› 1. Yes, a text that is so long that it", "  wraps", "  2. No"), "choices");
});

Deno.test("question: a marked option with a hint, and answers in a row", () => {
  assertEquals(
    form("Theme", "❯ Dark", "  Light", "", "↑/↓ to navigate, enter to select"),
    "choices",
  );
  assertEquals(
    form("┃ △ Permission", "┃", "┃   Allow once   Allow always   Reject", "┃"),
    "buttons",
  );
  assertEquals(form("Quit now?", "  [ Yes ]   [ No ]"), "buttons");
});

Deno.test("question: behind the cursor", () => {
  assertEquals(form("Overwrite it? [y/N] ▮"), "answer");
  assertEquals(form("Are you sure (yes/no/[fingerprint])? ▮"), "answer");
  assertEquals(form("[sudo] password for me: ▮"), "secret");
  assertEquals(form("Enter passphrase for key '/h/id': ▮"), "secret");
  assertEquals(form("done", "Press any key to continue . . .▮"), "key");
  assertEquals(form("Press Enter to continue…", "▮"), "key");
  assertEquals(form("1) one", "2) two", "#? ▮"), "numbered");
});

Deno.test("question: what was said above an input is none", () => {
  const input = ["────────", "❯ ▮", "────────", "  ? for shortcuts"];
  assertEquals(form("● 1. Read the file", "  2. Write it", "", ...input), null);
  assertEquals(form("❯ 1. Yes", "  2. No", ...input), null);
  assertEquals(form("Allow once   Reject", "> ▮"), null);
  assertEquals(form("> 1. a quotation", "> 2. of a list", "and more"), null);
});

Deno.test("question: shells, pagers, builds and logs ask nothing", () => {
  assertEquals(form("Overwrite it? [y/N] y", "$ ▮"), null);
  assertEquals(form("Continue? [y/N]", "▮"), null);
  assertEquals(form("❯ do you want to continue?▮"), null);
  assertEquals(form("a text of 1. one and 2. two", ":▮"), null);
  assertEquals(form("[12/90] cc -o password.o", "▮"), null);
  assertEquals(form("  PID USER   PRI  NI", "F1Help  F2Setup  F10Quit▮"), null);
  assertEquals(form(""), null);
});
