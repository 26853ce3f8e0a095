/**
 * Processes as the script of `lib/records` prints them.
 *
 * @module
 */

/** A process. */
export interface FakeProcess {
  readonly pid: number;
  readonly argv: readonly string[];
  readonly parent?: number;
  readonly cwd?: string;
  readonly user?: string;
  readonly space?: string;
  readonly variables?: Readonly<Record<string, string>>;
  readonly open?: readonly string[];
}

/** What the script prints. The pane is the process 100, and what is below it. */
export function printedProcesses(processes: readonly FakeProcess[], mark: string): string {
  const mine = [100, ...processes.filter(({ parent }) => parent === 100).map(({ pid }) => pid)];
  const records = processes.map(({ pid, argv, parent }) => {
    const comm = argv[0]?.split("/").at(-1) ?? "";
    const stat = `${pid} (${comm}) S ${parent ?? 1} 100 100 1 100 0 ${
      "0 ".repeat(12)
    }700 0 0 0 1 2 3`;
    return [`stat:${stat}`, ...argv.map((word) => `cmdline:${word}`), "wchan:x"]
      .map((record) => `${pid}/${record}\0`).join("");
  });
  const environ = processes.flatMap(({ pid, variables }) =>
    Object.entries({ HOME: "/home/ann", ...variables }).map(([name, value]) =>
      `${pid}/environ:${name}=${value}\0`
    )
  );
  const own = { pid: "self", user: "0", cwd: "/", space: "mnt:[1]", open: [] };
  const links = [own, ...processes].flatMap(({ pid, user, cwd, space, open }) =>
    [
      ["cwd", cwd ?? "/work/shop"],
      ["root", "/"],
      ["ns/mnt", space ?? "mnt:[1]"],
      ...(open ?? []).map((path, at) => [`fd/${at + 3}`, path]),
    ].map(([what, target]) => `${pid}/${what}\t${user ?? "0"}\t${target}\0`)
  );
  return [
    `${mine.join(" ")}\nup:1000.00\n`,
    ...[records, environ, links].map((all) => all.join("")),
  ]
    .join(mark);
}
