/**
 * Runs checks one after the other and counts them.
 *
 * @module
 */

/** A program whose success is a check, or that counts checks of its own. */
export interface Step {
  readonly name: string;
  readonly argv: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  /**
   * `exit`: it is one check, passed when it exits with 0; its output is shown when it fails.
   * `tests`: it is `deno test`, whose own counts are added up; its output is shown as it comes.
   */
  readonly counts: "exit" | "tests";
}

export interface Tally {
  readonly passed: number;
  readonly failed: number;
}

/** Runs all steps, whatever fails, and adds up. Output goes to this process's standard output. */
export async function runSteps(steps: readonly Step[]): Promise<Tally> {
  let passed = 0;
  let failed = 0;
  for (const step of steps) {
    const start = performance.now();
    const result = step.counts === "exit" ? await runCheck(step) : await runTests(step);
    const seconds = ((performance.now() - start) / 1000).toFixed(1);
    const count = step.counts === "exit"
      ? ""
      : `, ${result.passed} passed, ${result.failed} failed`;
    await print(
      `${result.failed === 0 ? "ok    " : "FAILED"} ${step.name} (${seconds} s${count})\n`,
    );
    passed += result.passed;
    failed += result.failed;
  }
  return { passed, failed };
}

/** The last line of a run. */
export function tallyLine({ passed, failed }: Tally): string {
  return `${passed} passed, ${failed} failed`;
}

async function runCheck(step: Step): Promise<Tally> {
  const output = await command(step, "piped").output();
  if (output.success) return { passed: 1, failed: 0 };
  await write(output.stdout);
  await write(output.stderr);
  return { passed: 0, failed: 1 };
}

async function runTests(step: Step): Promise<Tally> {
  const child = command(step, "inherit").spawn();
  const chunks: string[] = [];
  const decoder = new TextDecoder();
  for await (const chunk of child.stdout) {
    await write(chunk);
    chunks.push(decoder.decode(chunk, { stream: true }));
  }
  const status = await child.status;
  return countTests(chunks.join(""), status.success);
}

/**
 * The counts in the last line of `deno test`. A run that ended badly without counting a failure (it
 * crashed, or did not compile) is one.
 */
export function countTests(output: string, success: boolean): Tally {
  const lines = [...output.matchAll(/^(?:ok|FAILED) \| (\d+) passed.* \| (\d+) failed/gm)];
  const [, passed, failed] = lines.at(-1) ?? [];
  const counted = { passed: Number(passed ?? 0), failed: Number(failed ?? 0) };
  const silent = counted.failed === 0 && (!success || lines.length === 0);
  return silent ? { ...counted, failed: 1 } : counted;
}

function command(step: Step, stderr: "piped" | "inherit"): Deno.Command {
  return new Deno.Command(step.argv[0]!, {
    args: step.argv.slice(1),
    env: { NO_COLOR: "1", RUST_BACKTRACE: "0", ...step.env },
    stdin: "null",
    stdout: "piped",
    stderr,
  });
}

function print(text: string): Promise<void> {
  return write(new TextEncoder().encode(text));
}

async function write(bytes: Uint8Array): Promise<void> {
  for (let done = 0; done < bytes.length;) done += await Deno.stdout.write(bytes.subarray(done));
}
