import { assertEquals } from "@std/assert";
import { worktreeLabel } from "./worktree_label.ts";

Deno.test("worktree label: the main worktree, wherever in it", () => {
  assertEquals(worktreeLabel("/h/repo/src", { root: "/h/repo", mainRoot: "/h/repo" }), "(main)");
});

Deno.test("worktree label: linked worktrees beside, below, above and far from the main one", () => {
  const label = (root: string) => worktreeLabel(root, { root, mainRoot: "/h/u/repo" });
  assertEquals(label("/h/u/repo.worktrees/fox"), "repo.worktrees/fox/");
  assertEquals(label("/h/u/fox"), "fox/");
  assertEquals(label("/h/u/repo/.wt/fox"), "repo/.wt/fox/");
  assertEquals(label("/h/fox"), "../fox/");
  assertEquals(label("/tmp/a b\t#S"), "../../tmp/a b\t#S/");
  assertEquals(worktreeLabel("/x", { root: "/x", mainRoot: "/repo" }), "x/");
});

Deno.test("worktree label: outside git the directory's own name", () => {
  assertEquals(worktreeLabel("/home/u/notes", null), "notes/");
  assertEquals(worktreeLabel("/home/u/notes/", null), "notes/");
  assertEquals(worktreeLabel("/home/u/a (deleted)", null), "a (deleted)/");
  assertEquals(worktreeLabel("/", null), "/");
  assertEquals(worktreeLabel("", null), "");
});
