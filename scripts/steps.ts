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
   * `tests`: it is `deno test`, whose own counts are added up; its output is shown as it comes,
   * or when something failed, as `show` says.
   */
  readonly counts: "exit" | "tests";
  readonly show?: "always" | "failure";
  /** Seconds after which it is ended and counts as failed; {@linkcode LIMIT_SECONDS} unless given. */
  readonly limitSeconds?: number;
}

/** A step that takes longer than this hangs. */
const LIMIT_SECONDS = 600;

/** Lines that are shown again, at the end, of what a failed step said. */
const AGAIN_LINES = 60;

export interface Tally {
  readonly passed: number;
  readonly failed: number;
}

/** A {@linkcode Tally}, and what the step printed. */
interface Outcome extends Tally {
  readonly output: string;
}

/**
 * Runs all steps, whatever fails, and adds up. Output goes to this process's standard output; what
 * failed is shown once more at the end, where the last lines of a long log have it.
 */
export async function runSteps(steps: readonly Step[]): Promise<Tally> {
  let passed = 0;
  let failed = 0;
  const again: string[] = [];
  for (const step of steps) {
    const start = performance.now();
    const limit = step.limitSeconds ?? LIMIT_SECONDS;
    const signal = AbortSignal.timeout(limit * 1000);
    const result = await (step.counts === "exit" ? runCheck : runTests)(step, signal);
    if (signal.aborted) await print(`${step.name}: still running after ${limit} s; ended\n`);
    const seconds = ((performance.now() - start) / 1000).toFixed(1);
    const count = step.counts === "exit"
      ? ""
      : `, ${result.passed} passed, ${result.failed} failed`;
    await print(
      `${result.failed === 0 ? "ok    " : "FAILED"} ${step.name} (${seconds} s${count})\n`,
    );
    passed += result.passed;
    failed += result.failed;
    if (result.failed > 0) again.push(`--- ${step.name}\n${complaint(result.output)}\n`);
  }
  for (const text of again) await print(text);
  return { passed, failed };
}

/** What went wrong, of all that a failed step printed: the errors of `deno test`, or the end. */
export function complaint(output: string): string {
  const lines = output.trimEnd().split("\n");
  const errors = lines.lastIndexOf(" ERRORS ");
  return errors < 0
    ? lines.slice(-AGAIN_LINES).join("\n")
    : lines.slice(errors + 1, errors + 1 + AGAIN_LINES).join("\n").trim();
}

/** The last line of a run. */
export function tallyLine({ passed, failed }: Tally): string {
  return `${passed} passed, ${failed} failed`;
}

async function runCheck(step: Step, signal: AbortSignal): Promise<Outcome> {
  const child = command(step, { stderr: "piped", signal }).spawn();
  const shown: Uint8Array[] = [];
  const keep = (chunk: Uint8Array) => void shown.push(chunk);
  const [status] = await Promise.all([
    child.status,
    readUntil(child.status, child.stdout, keep),
    readUntil(child.status, child.stderr, keep),
  ]);
  if (status.success) return { passed: 1, failed: 0, output: "" };
  for (const chunk of shown) await write(chunk);
  const decoder = new TextDecoder();
  const output = shown.map((chunk) => decoder.decode(chunk, { stream: true })).join("");
  return { passed: 0, failed: 1, output };
}

async function runTests(step: Step, signal: AbortSignal): Promise<Outcome> {
  const child = command(step, { stderr: "inherit", signal }).spawn();
  const late = step.show === "failure";
  const texts: string[] = [];
  const decoder = new TextDecoder();
  await readUntil(child.status, child.stdout, async (chunk) => {
    if (!late) await write(chunk);
    texts.push(decoder.decode(chunk, { stream: true }));
  });
  const output = texts.join("");
  const tally = countTests(output, (await child.status).success);
  if (late && tally.failed > 0) await print(output);
  return { ...tally, output };
}

/** Reads until the stream ends, or a second after its program did: what it left behind may hold it. */
async function readUntil(
  end: Promise<unknown>,
  stream: ReadableStream<Uint8Array>,
  take: (chunk: Uint8Array) => void | Promise<void>,
): Promise<void> {
  const reader = stream.getReader();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const watch = end.then(() => timer = setTimeout(() => reader.cancel(), 1000));
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    await take(part.value);
  }
  await watch;
  clearTimeout(timer);
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

function command(
  step: Step,
  options: { readonly stderr: "piped" | "inherit"; readonly signal: AbortSignal },
): Deno.Command {
  return new Deno.Command(step.argv[0]!, {
    args: step.argv.slice(1),
    env: { NO_COLOR: "1", RUST_BACKTRACE: "0", ...step.env },
    stdin: "null",
    stdout: "piped",
    ...options,
  });
}

function print(text: string): Promise<void> {
  return write(new TextEncoder().encode(text));
}

async function write(bytes: Uint8Array): Promise<void> {
  for (let done = 0; done < bytes.length;) done += await Deno.stdout.write(bytes.subarray(done));
}
