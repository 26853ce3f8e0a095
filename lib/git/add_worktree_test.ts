import { assertEquals } from "@std/assert";
import { worktreePath } from "./add_worktree.ts";

Deno.test("a worktree goes beside the checkout, never into a git directory", () => {
  const cases: readonly (readonly [string, string, boolean, string])[] = [
    ["/src/app", "/src/app", false, "/src/app.worktrees/x"],
    ["/src/app", "/src/app.worktrees/fox", false, "/src/app.worktrees/x"],
    // A bare repository among its worktrees, one that is kept elsewhere, and a worktree of that.
    ["/src/app/.bare", "/src/app/main", true, "/src/app/x"],
    ["/srv/app.git", "/src/app", true, "/src/app.worktrees/x"],
    ["/srv/app.git", "/src/app.worktrees/fox", true, "/src/app.worktrees/x"],
  ];
  for (const [mainRoot, root, bare, path] of cases) {
    assertEquals(worktreePath({ mainRoot, root, name: "x", branch: "x" }, bare), path);
  }
});
