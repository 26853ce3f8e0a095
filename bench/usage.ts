/**
 * What a running program takes of the machine, read from Linux's /proc.
 *
 * @module
 */

/** Memory and processor time of one program, without the programs it started. */
export interface Usage {
  /** Highest resident memory, in kilobytes. */
  readonly peakKilobytes: number;
  /** Processor time of all its threads, in milliseconds. */
  readonly cpuMs: number;
  /** From start to end, in milliseconds. */
  readonly wallMs: number;
}

/** How a program is watched. */
export interface Watch {
  readonly env?: Readonly<Record<string, string>>;
  readonly cwd?: string;
  /** End it after so many milliseconds; absent: it ends by itself. */
  readonly stopAfterMs?: number;
}

/** Linux counts processor time in hundredths of a second. */
const TICK_MS = 10;

/**
 * Runs a program and watches it. The last look is within 5 ms of its end, and memory's peak never
 * falls, so what is missed is what it took at the very last.
 */
export async function watchUsage(argv: readonly string[], watch: Watch = {}): Promise<Usage> {
  const start = performance.now();
  const child = new Deno.Command(argv[0]!, {
    args: argv.slice(1),
    stdin: "null",
    stdout: "null",
    stderr: "inherit",
    ...(watch.env === undefined ? {} : { env: { ...watch.env } }),
    ...(watch.cwd === undefined ? {} : { cwd: watch.cwd }),
  }).spawn();
  const ended = child.status.then(() => true);
  let peakKilobytes = 0;
  let cpuMs = 0;
  for (let done = false; !done;) {
    const [status, stat] = await Promise.all([
      readProc(child.pid, "status"),
      readProc(child.pid, "stat"),
    ]);
    peakKilobytes = Math.max(peakKilobytes, Number(/^VmHWM:\s+(\d+) kB$/m.exec(status)?.[1] ?? 0));
    // The name may hold spaces and parentheses; what counts follows its last parenthesis.
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    cpuMs = Math.max(cpuMs, (Number(fields[11] ?? 0) + Number(fields[12] ?? 0)) * TICK_MS);
    const over = watch.stopAfterMs !== undefined &&
      performance.now() - start > watch.stopAfterMs;
    if (over) child.kill("SIGTERM");
    const pauseMs = watch.stopAfterMs === undefined ? 4 : 200;
    done = await Promise.race([
      ended,
      new Promise<boolean>((resolve) => setTimeout(() => resolve(over), pauseMs)),
    ]);
  }
  await child.status;
  return { peakKilobytes, cpuMs, wallMs: performance.now() - start };
}

async function readProc(pid: number, name: string): Promise<string> {
  return await Deno.readTextFile(`/proc/${pid}/${name}`).catch(() => "");
}
