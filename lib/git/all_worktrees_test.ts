import { assertEquals } from "@std/assert";
import { fakeFiles } from "../testing/fake_files.ts";
import { listWorktrees } from "./all_worktrees.ts";

const HEAD = "ref: refs/heads/main\n";

/** A repository at /r with linked worktrees b (absolute), c (relative) and one that is gone. */
const TREE = {
  "/r/.git/HEAD": HEAD,
  "/r/.git/worktrees/b/gitdir": "/wt b/.git\n",
  "/r/.git/worktrees/b/commondir": "../..\n",
  "/r/.git/worktrees/b/HEAD": HEAD,
  "/r/.git/worktrees/c/gitdir": "../../../../wt-c/.git\r\n",
  "/r/.git/worktrees/c/commondir": "../..\n",
  "/r/.git/worktrees/gone/gitdir": "/gone/.git\n",
  "/r/.git/worktrees/empty/gitdir": "",
  "/r/src": null,
  "/wt b/.git": "gitdir: /r/.git/worktrees/b\n",
  "/wt b/deep/er": null,
  "/wt-c/.git": "gitdir: ../r/.git/worktrees/c\n",
};

Deno.test("all worktrees are found from each of them", async () => {
  for (const cwd of ["/r", "/r/src", "/wt b/deep/er", "/wt-c"]) {
    assertEquals(await listWorktrees(fakeFiles(TREE), cwd), ["/r", "/wt b", "/wt-c"], cwd);
  }
});

Deno.test("a worktree that the repository forgot is still the caller's own", async () => {
  const { "/r/.git/worktrees/b/gitdir": _, ...forgotten } = TREE;
  assertEquals(await listWorktrees(fakeFiles(forgotten), "/wt b"), ["/r", "/wt-c", "/wt b"]);
});

Deno.test("a bare repository, a separate git directory, and no repository", async () => {
  const bare = {
    "/r.git/HEAD": HEAD,
    "/r.git/worktrees/b/gitdir": "/b/.git\n",
    "/r.git/worktrees/b/commondir": "../..\n",
    "/b/.git": "gitdir: /r.git/worktrees/b\n",
  };
  assertEquals(await listWorktrees(fakeFiles(bare), "/b"), ["/r.git", "/b"]);
  const apart = {
    "/main/.git": "gitdir: /meta\n",
    "/meta/HEAD": HEAD,
    "/meta/worktrees/x/gitdir": "/x/.git\n",
    "/x": null,
  };
  assertEquals(await listWorktrees(fakeFiles(apart), "/main"), ["/main", "/x"]);
  assertEquals(await listWorktrees(fakeFiles({ "/plain": null }), "/plain"), null);
});

Deno.test("one worktree under two names is one", async () => {
  const linked = {
    ...TREE,
    "/r/.git/worktrees/again/gitdir": "/alias/.git\n",
    "/alias": { link: "/wt b" },
  };
  assertEquals(await listWorktrees(fakeFiles(linked), "/r"), ["/r", "/alias", "/wt-c"]);
});
