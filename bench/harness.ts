/**
 * Measures whole programs against each other. Every figure is a ratio to a baseline that ran in the
 * same session, interleaved with what it is compared to, so that a busy or a slow machine shifts
 * both alike.
 *
 * @module
 */

/** One program under measurement. */
export interface Subject {
  readonly name: string;
  readonly argv: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  readonly cwd?: string;
  /** Exit code that a run must have; anything else is an error, not a figure. Default 0. */
  readonly code?: number;
  /** Brings the outside back to where each run begins; not timed. */
  readonly before?: () => Promise<void>;
  /** Highest ratio to the baseline that is accepted; absent: reported only. */
  readonly limit?: number;
}

/** What the runs of one subject came to. Times are milliseconds of wall clock, start to exit. */
export interface Figure {
  readonly name: string;
  readonly median: number;
  readonly min: number;
  /** Half of the distance between the quartiles: how far the runs scattered. */
  readonly spread: number;
  /** Median divided by the baseline's median; 1 for the baseline itself. */
  readonly ratio: number;
  readonly limit: number | null;
  readonly withinLimit: boolean;
}

/** What `scripts/bench.sh` tells a benchmark. */
export interface Place {
  /** The compiled program. */
  readonly fab: string;
  /** A compiled program that prints one line: what Deno's runtime itself costs. */
  readonly bare: string;
  /** Print one JSON document instead of a table. */
  readonly json: boolean;
}

/** Reads the arguments that `scripts/bench.sh` gives. */
export function readPlace(args: readonly string[]): Place {
  const value = (name: string) => {
    const arg = args.find((each) => each.startsWith(`--${name}=`));
    if (arg === undefined) throw new Error(`--${name}=<file> is missing; run scripts/bench.sh`);
    return arg.slice(name.length + 3);
  };
  return { fab: value("fab"), bare: value("bare"), json: args.includes("--json") };
}

/** How often, and how often before it counts. */
export interface RunPlan {
  readonly runs: number;
  readonly warmups?: number;
}

/**
 * Runs all subjects in turn, `runs` times over, in an order that reverses every round. The first
 * subject is the baseline.
 *
 * @throws {Error} when a subject exits with another code than it should; its output is in the message.
 */
export async function compare(subjects: readonly Subject[], plan: RunPlan): Promise<Figure[]> {
  const times = subjects.map((): number[] => []);
  const warmups = plan.warmups ?? 2;
  for (let round = -warmups; round < plan.runs; round++) {
    const order = subjects.map((_, index) => index);
    if (round % 2 !== 0) order.reverse();
    for (const index of order) {
      const subject = subjects[index]!;
      const ms = await timeOnce(subject);
      if (round >= 0) times[index]!.push(ms);
    }
  }
  const baseline = quantile(times[0]!, 0.5);
  return subjects.map((subject, index) => {
    const own = times[index]!;
    const median = quantile(own, 0.5);
    const ratio = median / baseline;
    return {
      name: subject.name,
      median,
      min: Math.min(...own),
      spread: (quantile(own, 0.75) - quantile(own, 0.25)) / 2,
      ratio,
      limit: subject.limit ?? null,
      withinLimit: subject.limit === undefined || ratio <= subject.limit,
    };
  });
}

async function timeOnce(subject: Subject): Promise<number> {
  await subject.before?.();
  const command = new Deno.Command(subject.argv[0]!, {
    args: subject.argv.slice(1),
    stdin: "null",
    stdout: "piped",
    stderr: "piped",
    ...(subject.env === undefined ? {} : { env: { ...subject.env } }),
    ...(subject.cwd === undefined ? {} : { cwd: subject.cwd }),
  });
  const start = performance.now();
  const output = await command.output();
  const ms = performance.now() - start;
  if (output.code !== (subject.code ?? 0)) {
    const decoder = new TextDecoder();
    throw new Error(
      `${subject.name}: exit ${output.code}, expected ${subject.code ?? 0}\n` +
        decoder.decode(output.stdout) + decoder.decode(output.stderr),
    );
  }
  return ms;
}

/** The value below which the share `q` of the numbers lies, interpolated. */
export function quantile(values: readonly number[], q: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  const at = (sorted.length - 1) * q;
  const low = sorted[Math.floor(at)];
  const high = sorted[Math.ceil(at)];
  if (low === undefined || high === undefined) throw new Error("no values to take a quantile of");
  return low + (high - low) * (at - Math.floor(at));
}

/** A Markdown table, so that what is printed can be pasted into the documentation as it is. */
export function table(figures: readonly Figure[]): string {
  const rows = figures.map((f) => [
    f.name,
    `${f.median.toFixed(1)} ms`,
    `${f.min.toFixed(1)} ms`,
    `±${f.spread.toFixed(1)}`,
    f.ratio.toFixed(2),
    f.limit === null ? "" : `≤ ${f.limit.toFixed(2)}${f.withinLimit ? "" : " EXCEEDED"}`,
  ]);
  const head = ["program", "median", "fastest", "spread", "ratio", "limit"];
  return [head, head.map(() => "---"), ...rows].map((row) => `| ${row.join(" | ")} |`).join("\n");
}

/**
 * Prints the figures (with `--json` among the arguments: as one document) and says whether all were
 * within their limits.
 */
export function report(
  title: string,
  figures: readonly Figure[],
  options: { readonly json: boolean },
): boolean {
  if (options.json) console.log(JSON.stringify({ title, figures }, null, 2));
  else console.log(`${title}\n\n${table(figures)}\n`);
  return figures.every((figure) => figure.withinLimit);
}
