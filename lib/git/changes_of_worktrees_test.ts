import { assertEquals } from "@std/assert";
import { fakeFiles } from "../testing/fake_files.ts";
import { changesOfWorktrees } from "./changes_of_worktrees.ts";

Deno.test("the changes of all worktrees, and which of them has one already", async () => {
  const [both, active, alone, twice] = ["aa11", "bb22", "cc33", "dd44"].map((id) =>
    `260901-${id}-x`
  );
  const status = (root: string, folder = "") => ({
    [`${root}/fab/changes/${folder}/.status.yaml`]: "progress: {}\n",
  });
  const linked = (name: string) => ({
    [`/r/.git/worktrees/${name}/gitdir`]: `/w/${name}/.git\n`,
    [`/r/.git/worktrees/${name}/commondir`]: "../..\n",
    [`/w/${name}/.git`]: `gitdir: /r/.git/worktrees/${name}\n`,
  });
  const files = fakeFiles({
    "/r/.git/HEAD": "ref: refs/heads/main\n",
    ...linked("fox"),
    ...linked("owl"),
    ...status("/r", both),
    ...status("/r", active),
    ...status("/w/fox", both),
    ...status("/w/fox", active),
    ...status("/w/owl", alone),
    ...status("/w/fox", twice),
    ...status("/w/owl", twice),
    "/w/fox/.fab-status.yaml": { link: `fab/changes/${active}/.status.yaml` },
  });
  assertEquals([...await changesOfWorktrees(files, "/r")], [
    [both, null],
    [active, "/w/fox"],
    [alone, "/w/owl"],
    [twice, null],
  ]);
});
