/**
 * The names in `.fab-dispatch/` and of a worker's pane, in one place (contract §7.1).
 *
 * @module
 */

/** Directory of all records, at the repository root. */
export const DISPATCH_DIR = ".fab-dispatch";

/** What a stage's files are called inside its change's directory. */
export interface StageFileNames {
  /** The prompt, as it came on standard input. */
  readonly prompt: string;
  /** The record. */
  readonly record: string;
  /** What a headless worker prints, both streams. */
  readonly log: string;
  /** A headless worker's exit code. */
  readonly exit: string;
  /** Written by the worker; that it is there means that the stage is complete. */
  readonly result: string;
  /** Held for the short time in which a verb changes these files. */
  readonly lock: string;
}

/** The file names of a stage, relative to the change's directory. */
export function stageFileNames(stage: string): StageFileNames {
  return {
    prompt: `${stage}-prompt.md`,
    record: `${stage}.yaml`,
    log: `${stage}.log`,
    exit: `${stage}.exit`,
    result: `${stage}-result.yaml`,
    lock: `${stage}.lock`,
  };
}

/**
 * The stage whose record a file name is, null for every other file. A result is no record, though
 * it ends alike.
 */
export function stageOfRecord(fileName: string, stages: readonly string[]): string | null {
  return stages.find((stage) => fileName === stageFileNames(stage).record) ?? null;
}

/**
 * What a file that is set aside is called meanwhile. It does not end in `.yaml`, so that nothing
 * takes it for a record or a result.
 */
export function asideName(fileName: string): string {
  return `${fileName}.aside`;
}

/** Name of a worker's window, or title of its pane. */
export function workerName(id: string, stage: string): string {
  return `fab-${id}-${stage}`;
}

/** How an attempt is named in answers and errors. */
export function attemptLabel(id: string, stage: string): string {
  return `${id}/${stage}`;
}

/** Whether a directory name in {@linkcode DISPATCH_DIR} can be a change's: never a path, never hidden. */
export function isStateDirectoryName(name: string): boolean {
  return /^[A-Za-z0-9_][A-Za-z0-9_-]*$/.test(name);
}
