/**
 * The record of the agent in a pane: noted positions, and what was written since. Files are only
 * read, and nothing of them is kept.
 *
 * @module
 */

import { type RecordEvent, tidy } from "../core/records/event.ts";
import type { RecordMark } from "../core/records/mark.ts";
import type { Files } from "../ports.ts";
import type { Context } from "../ports.ts";
import { type Candidate, candidatesOf, foldersOf } from "./candidates.ts";
import { headerOf, lastWritten, positionOf, writtenSince } from "./positions.ts";
import { type Ownership, sessionOf, type Source, sourcesOf } from "./sources.ts";
import { watchFolders } from "./watch.ts";

/** Milliseconds that a file system's clock may be behind. */
const CLOCK_MS = 1000;

/** What was written since a mark. */
export interface RecordedSince {
  readonly events: readonly RecordEvent[];
  /** Something may be missing: a file was cut or replaced. */
  readonly gap: boolean;
}

/** The record of one pane's agent. */
export interface PaneRecord extends Disposable {
  /** The name of the agent's row. */
  readonly provider: string;
  /** Which files its row knows of. */
  readonly hasHistory: boolean;
  readonly hasTurns: boolean;
  /** Where its files stand now. */
  note(): Promise<RecordMark>;
  /** What was written since, in the order of each file: what was submitted, then the turns. */
  since(mark: RecordMark): Promise<RecordedSince>;
  /** The last events, from the end on, until `enough` of them; null where whose they are is not certain. */
  last(enough: (events: readonly RecordEvent[]) => boolean): Promise<readonly RecordEvent[] | null>;
  /** Resolves when something may have been written since the last call, or when the time is over. */
  changed(timeoutMs: number): Promise<void>;
}

/** Makes it. Close it: it watches folders. */
export function paneRecord(
  { files, clock }: Pick<Context, "files" | "clock">,
  ownership: Ownership,
): PaneRecord {
  let watch: ReturnType<typeof watchFolders> | null = null;
  const folders = async () => {
    const sources = sourcesOf(ownership, await sessionOf(files, ownership));
    return (await Promise.all(sources.map(({ pattern }) => foldersOf(files, pattern)))).flat();
  };
  return {
    provider: ownership.owner.program,
    hasHistory: ownership.row.history !== undefined,
    hasTurns: ownership.row.turns !== undefined,
    async note() {
      watch ??= watchFolders(files, await folders());
      const session = await sessionOf(files, ownership);
      const at = clock.now();
      const positions: Record<string, RecordMark["positions"][string]> = {};
      for (const { format, pattern } of sourcesOf(ownership, session)) {
        for (const candidate of await candidatesOf(files, pattern)) {
          positions[candidate.path] = await positionOf(files, candidate, format);
        }
      }
      return { at, positions };
    },
    async since(mark) {
      const session = await sessionOf(files, ownership);
      const [history, turns] = await Promise.all(["history", "turns"].map((kind) => {
        const source = sourcesOf(ownership, session).find(({ format }) => format.source === kind);
        return source === undefined ? [] : filesSince(files, source, mark);
      }));
      const own = await ownTurns(files, turns ?? [], { ownership, session });
      return {
        events: [
          ...ownHistory(history ?? [], { ownership, session: session ?? own.session }),
          ...tidy(own.events),
        ],
        gap: [...history ?? [], ...turns ?? []].some(({ gap }) => gap),
      };
    },
    async last(enough) {
      const session = await sessionOf(files, ownership);
      const sources = sourcesOf(ownership, session);
      const source = sources.find(({ format }) => format.source === "turns") ?? sources[0];
      if (source === undefined) return null;
      const { owner } = ownership;
      const begun = owner.ageMs === null ? Infinity : clock.now() - owner.ageMs - CLOCK_MS;
      if (session === null && source.shared) return null;
      let found = await candidatesOf(files, source.pattern);
      if (session === null) {
        found = found.filter(({ stat }) => stat.changed !== null && stat.changed >= begun);
        found = await ofFolder(files, found, { source, cwd: owner.place.cwd });
      }
      const [only] = found;
      if (only === undefined) return [];
      return found.length > 1 ? null : tidy(await lastWritten(files, only, source.format, enough));
    },
    async changed(timeoutMs) {
      watch ??= watchFolders(files, await folders());
      await Promise.race([watch.changed(), clock.sleep(timeoutMs)]);
    },
    [Symbol.dispose]() {
      watch?.[Symbol.dispose]();
    },
  };
}

interface FileSince {
  readonly candidate: Candidate;
  readonly source: Source;
  readonly events: readonly RecordEvent[];
  readonly gap: boolean;
}

async function filesSince(
  files: Files,
  source: Source,
  mark: RecordMark,
): Promise<readonly FileSince[]> {
  const { format, pattern } = source;
  const found: FileSince[] = [];
  for (const candidate of await candidatesOf(files, pattern)) {
    const position = mark.positions[candidate.path];
    const { born, changed } = candidate.stat;
    if (position === undefined && born !== null && born < mark.at - CLOCK_MS) {
      // It was there and was not among those that were noted: what is new in it can't be told.
      if (changed === null || changed >= mark.at) {
        found.push({ candidate, source, events: [], gap: true });
      }
      continue;
    }
    const written = await writtenSince(files, candidate, { format, position });
    if (written.gap || written.events.length > 0) found.push({ candidate, source, ...written });
  }
  return found;
}

/** Those that are about the working directory, or don't say. */
async function ofFolder(
  files: Files,
  found: readonly Candidate[],
  { source, cwd }: { readonly source: Source; readonly cwd: string },
): Promise<readonly Candidate[]> {
  const headers = await Promise.all(found.map(({ path }) => headerOf(files, path, source.format)));
  return found.filter((_, at) => (headers[at]?.folder ?? cwd) === cwd);
}

/** The turns of the one file that is the agent's for certain; none where there are two. */
async function ownTurns(
  files: Files,
  turns: readonly FileSince[],
  { ownership, session }: { readonly ownership: Ownership; readonly session: string | null },
): Promise<{ readonly events: readonly RecordEvent[]; readonly session: string | null }> {
  const none = { events: [], session: null };
  const { cwd } = ownership.owner.place;
  const own: (FileSince & { readonly named: string | null })[] = [];
  for (const file of turns) {
    const header = await headerOf(files, file.candidate.path, file.source.format);
    const named = header?.session ?? file.candidate.session;
    if ((header?.folder ?? cwd) !== cwd) continue;
    own.push({ ...file, named });
  }
  const [only] = own;
  if (only === undefined || own.length > 1) return none;
  if (session === null && sharedInFolder(ownership, only.source)) return none;
  return { events: only.events, session: session ?? only.named };
}

/** Whether another process in the same working directory may have written it. */
function sharedInFolder({ owner }: Ownership, { shared }: Source): boolean {
  return shared && owner.rivals.some(({ cwd }) => cwd === owner.place.cwd);
}

/** What was submitted to this agent for certain. */
function ownHistory(
  history: readonly FileSince[],
  { ownership, session }: { readonly ownership: Ownership; readonly session: string | null },
): readonly RecordEvent[] {
  const { cwd } = ownership.owner.place;
  const written = history.filter(({ events }) => events.length > 0);
  const shared = written.some(({ source }) => source.shared);
  if (written.length > 1) return [];
  const events = written.flatMap((file) => file.events)
    .filter((event) => event.folder === null || event.folder === cwd);
  if (session !== null) {
    return events.filter((event) => event.session === null ? !shared : event.session === session);
  }
  const sessions = new Set(events.map((event) => event.session));
  return shared || sessions.size > 1 ? [] : events;
}
