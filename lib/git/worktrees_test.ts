import { assertEquals } from "@std/assert";
import { fakeFiles, type Tree } from "../testing/fake_files.ts";
import { createWorktrees } from "./worktrees.ts";

/** The root and the main root of a directory, `-` outside git. */
async function place(tree: Tree, cwd: string): Promise<string> {
  const { place } = await createWorktrees(fakeFiles(tree)).locate(cwd);
  return place === null ? "-" : `${place.root} ${place.mainRoot}`;
}

const REPO = { "/r/.git/HEAD": "ref: refs/heads/main\n" };
const LINKED = {
  ...REPO,
  "/w/fox/.git": "gitdir: /r/.git/worktrees/fox\n",
  "/r/.git/worktrees/fox/commondir": "../..\n",
  "/r/.git/worktrees/fox/HEAD": "ref: refs/heads/fox\n",
};

Deno.test("worktrees: a main worktree from any directory in it", async () => {
  const tree = { ...REPO, "/r/a/b/c": null };
  for (const cwd of ["/r", "/r/", "/r/a/b/c", "/r/a/b/../b", "/r/.git"]) {
    assertEquals(await place(tree, cwd), "/r /r", cwd);
  }
});

Deno.test("worktrees: a linked worktree, with absolute and with relative pointers", async () => {
  assertEquals(await place({ ...LINKED, "/w/fox/src": null }, "/w/fox/src"), "/w/fox /r");
  const relative = {
    ...LINKED,
    "/w/fox/.git": "gitdir: ../../r/.git/worktrees/fox\r\n",
    "/r/.git/worktrees/fox/commondir": "/r/.git",
  };
  assertEquals(await place(relative, "/w/fox"), "/w/fox /r");
});

Deno.test("worktrees: of a bare repository, its own directory stands for the main worktree", async () => {
  const tree = {
    "/srv/r.git/HEAD": "x",
    "/srv/r.git/worktrees/fox/commondir": "../..\n",
    "/w/fox/.git": "gitdir: /srv/r.git/worktrees/fox",
  };
  assertEquals(await place(tree, "/w/fox"), "/w/fox /srv/r.git");
  assertEquals(await place(tree, "/srv/r.git"), "-");
});

Deno.test("worktrees: a submodule and a git directory kept elsewhere are their own main", async () => {
  const tree = {
    ...REPO,
    "/r/sub/.git": "gitdir: ../.git/modules/sub\n",
    "/r/.git/modules/sub/HEAD": "x",
  };
  assertEquals(await place(tree, "/r/sub"), "/r/sub /r/sub");
});

Deno.test("worktrees: what is broken is not in git", async () => {
  assertEquals(await place({ "/w/.git": "gitdir: /r/.git/worktrees/gone\n" }, "/w"), "-");
  assertEquals(await place({ "/w/.git": "something else" }, "/w"), "-");
  assertEquals(await place({ "/w/.git": "" }, "/w"), "-");
  assertEquals(await place({ "/w/.git": { link: ".git" } }, "/w"), "-");
  assertEquals(await place({ ...REPO, "/r/w/.git": "gitdir: gone" }, "/r/w"), "-");
});

Deno.test("worktrees: an empty `.git` is passed over, and a link to one is followed", async () => {
  assertEquals(await place({ ...REPO, "/r/w/.git": null }, "/r/w"), "/r /r");
  assertEquals(await place({ ...REPO, "/w/.git": { link: "/r/.git" } }, "/w"), "/w /w");
});

Deno.test("worktrees: an unreadable pointer is not in git", async () => {
  const files = fakeFiles(LINKED);
  files.fail("/w/fox/.git", new Error("permission denied"));
  assertEquals((await createWorktrees(files).locate("/w/fox")).place, null);
});

Deno.test("worktrees: a directory that is gone is not where it was", async () => {
  const worktrees = createWorktrees(fakeFiles({ ...REPO, "/r/a (deleted)": null }));
  assertEquals(await worktrees.locate("/r/x (deleted)"), { dir: "/r/x", place: null });
  assertEquals(await worktrees.locate("/r/x"), { dir: "/r/x", place: null });
  assertEquals((await worktrees.locate("/r/a (deleted)")).place?.root, "/r");
  assertEquals(await worktrees.locate(""), { dir: "", place: null });
  assertEquals(await worktrees.locate("relative"), { dir: "relative", place: null });
});

Deno.test("worktrees: each directory is read once, however many panes are in it", async () => {
  const files = fakeFiles({ ...REPO, "/r/a/b": null, "/r/a/c": null });
  const asked: string[] = [];
  const worktrees = createWorktrees({
    ...files,
    stat: (path) => {
      asked.push(path);
      return files.stat(path);
    },
  });
  await Promise.all(["/r/a/b", "/r/a/c", "/r/a/b", "/r/a", "/r/a/b"].map(worktrees.locate));
  assertEquals(asked.filter((path) => path.endsWith(".git")).toSorted(), [
    "/r/.git",
    "/r/a/.git",
    "/r/a/b/.git",
    "/r/a/c/.git",
  ]);
});

Deno.test("worktrees: a submodule's worktree belongs to the submodule's checkout", async () => {
  const gitDir = "/super/.git/modules/sub";
  const tree = {
    "/super/.git/HEAD": "ref: refs/heads/main\n",
    "/super/sub/.git": "gitdir: ../.git/modules/sub\n",
    [`${gitDir}/HEAD`]: "ref: refs/heads/main\n",
    [`${gitDir}/config`]: "[core]\n\tbare = false\n\tworktree = ../../../sub\n",
    [`${gitDir}/worktrees/fix/commondir`]: "../..\n",
    "/fix/.git": `gitdir: ${gitDir}/worktrees/fix\n`,
  };
  assertEquals(await place(tree, "/fix"), "/fix /super/sub");
  assertEquals(await place(tree, "/super/sub"), "/super/sub /super/sub");
  const bare = {
    "/p/.bare/HEAD": "ref: refs/heads/main\n",
    "/p/.bare/config": "[core]\n\tbare = true\n",
    "/p/.bare/worktrees/main/commondir": "../..\n",
    "/p/main/.git": "gitdir: /p/.bare/worktrees/main\n",
  };
  assertEquals(await place(bare, "/p/main"), "/p/main /p/.bare");
});
