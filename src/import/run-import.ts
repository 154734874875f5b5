import { basename, resolve } from "node:path";
import {
  DEFAULT_PROJECT,
  type ImportedThought,
  oneLine,
  REDACTED_BEFORE,
  REDACTED_CONTENT,
  type SessionSummary,
  sessionIdFor,
} from "../ledger/index.ts";
import type { ErasureStore, LedgerStore } from "../store/port.ts";
import { suffixedProject } from "../store/project-suffix.ts";
import { sessionOf, thoughtOf } from "./import-session.ts";
import type { OpenTranscript, Program, Skips, Transcript, TranscriptThought } from "./transcript.ts";

/** The part of a store that an import uses. */
export type ImportStore = Pick<
  LedgerStore,
  "importThoughts" | "assignProject" | "folderProject" | "session"
> &
  Pick<ErasureStore, "isDeleted" | "redactedSeqs">;

/** What to import. */
export interface ImportOptions {
  /** Leaves out sessions whose last activity is older. */
  readonly since?: number | undefined;
  /** Only sessions of this project: its name, or the path or name of its folder. */
  readonly project?: string | undefined;
  /** Reads everything and writes nothing. */
  readonly isDryRun?: boolean | undefined;
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: ((progress: ImportProgress) => void) | undefined;
}

/** The progress of an import. */
export interface ImportProgress {
  readonly done: number;
  readonly total: number;
  readonly bytesDone: number;
  readonly bytesTotal: number;
  readonly thoughts: number;
}

/** What an import did. */
export interface ImportReport {
  readonly found: number;
  readonly imported: {
    readonly sessions: number;
    readonly thoughts: number;
    readonly branches: number;
    readonly decisions: number;
    /** Reasoning blocks without readable text. */
    readonly hidden: number;
  };
  /** Existing sessions that got new thoughts. */
  readonly updated: number;
  readonly unchanged: number;
  readonly skipped: Readonly<Record<string, number>>;
  readonly sessions: readonly ImportedSummary[];
}

/** A session in the report. */
export interface ImportedSummary {
  readonly id: string;
  readonly source: Program;
  readonly nativeId: string;
  readonly title: string;
  readonly project: string;
  readonly thoughts: number;
}

/** One transaction writes at most this many thoughts, and characters. */
const MOST_THOUGHTS = 200;
const MOST_CHARACTERS = 500_000;

/** Counts what is skipped, by reason. */
export function createSkips(): Skips & { readonly counts: ReadonlyMap<string, number> } {
  const counts = new Map<string, number>();
  return { counts, add: (reason, count = 1) => void counts.set(reason, (counts.get(reason) ?? 0) + count) };
}

/** An import in progress: takes one transcript after another. */
export function createImport(
  store: ImportStore,
  skips: Skips & { readonly counts: ReadonlyMap<string, number> },
  options: ImportOptions,
) {
  const sessions: ImportedSummary[] = [];
  const imported = { sessions: 0, thoughts: 0, branches: 0, decisions: 0, hidden: 0 };
  let [found, updated, unchanged, read] = [0, 0, 0, 0];
  /** Folders of the projects that a dry run would create. */
  const claimed = new Map<string, string>();

  /** The project that a folder has or would get. */
  async function expectedProject(folder: string, name: string): Promise<string> {
    const project = await store.folderProject(folder, name);
    const other = claimed.get(name) ?? folder;
    const isTaken = project === undefined || (project === name && other !== folder);
    return isTaken ? suffixedProject(name, folder) : project;
  }

  async function take(transcript: Transcript): Promise<void> {
    const id = sessionIdFor(
      [transcript.program, transcript.nativeId, transcript.place].filter(Boolean).join("-"),
    );
    const before = await store.session(id);
    // An export of Clew has the id of the session that it was made from.
    const original = sessionIdFor(transcript.nativeId);
    if (!before && ((await store.isDeleted(id)) || (await store.isDeleted(original)))) {
      read++;
      found++;
      return skips.add("deleted session");
    }
    const state = `2 ${transcript.fingerprint}`;
    if (before?.metadata.importState === state) {
      read++;
      if (!isWanted(options, before.project, before.metadata.cwd, Date.parse(before.updatedAt), skips))
        return;
      found++;
      unchanged++;
      sessions.push(summaryOf(transcript, id, before.title, before.project, before.thoughtCount));
      return;
    }
    let source: OpenTranscript;
    try {
      source = await transcript.open(skips);
    } catch {
      found++;
      return skips.add("unreadable file");
    }
    read++;
    const { facts } = source;
    const { name, folder } = projectOf(facts.cwd, facts.project);
    // The name is checked before the project is assigned, so that a filtered-out session reserves no name.
    const known = folder === undefined ? name : await expectedProject(folder, name!);
    const assigned = folder === undefined || options.isDryRun ? known : undefined;
    const lastActivity = facts.endedAt ?? transcript.modifiedAt;
    if (!isWanted(options, known, facts.cwd, lastActivity, skips)) return;
    found++;
    if (options.isDryRun && folder !== undefined && known === name) claimed.set(name!, folder);
    const counts = { thoughts: 0, decisions: 0, moved: 0, changed: false, opened: false };
    // A title that a person gave stays.
    const renamed = before && before.title !== before.metadata.importTitle ? { title: before.title } : {};
    const branches = new Set<string>();
    let project = assigned;
    let isEmpty = true;
    const redacted = new Set(await store.redactedSeqs(original));
    let first: string | undefined;
    const write = async (batch: readonly ImportedThought[], isLast: boolean) => {
      if (options.isDryRun) {
        counts.thoughts += batch.length;
        for (const { branchId } of batch) if (branchId !== undefined) branches.add(branchId);
        counts.decisions += batch.filter(({ metadata }) => metadata.kind === "decision").length;
        counts.opened ||= before === undefined;
        return;
      }
      if (folder !== undefined) project ??= await store.assignProject(folder, name!);
      const session = {
        ...sessionOf(transcript, facts, id, project, isLast ? state : undefined, first),
        ...renamed,
      };
      // Until the last batch is written, the session keeps its previous state.
      const done = await store.importThoughts(session, batch);
      counts.thoughts += done.added.length;
      counts.decisions += done.added.filter(({ metadata }) => metadata.kind === "decision").length;
      counts.moved += done.moved;
      counts.opened ||= done.opened;
      imported.thoughts += done.added.length;
      options.onProgress?.({ ...progress, thoughts: imported.thoughts });
    };
    try {
      for await (const { batch, isLast } of batchesOf(withoutRedacted(source, redacted), transcript, skips)) {
        options.signal?.throwIfAborted();
        if (batch.length === 0) break;
        isEmpty = false;
        first ??= batch[0]!.content;
        await write(batch, isLast);
      }
    } catch (error) {
      if (!(error instanceof SourceError)) throw error;
      skips.add("unreadable file");
    }
    const hiddenBefore = Number(before?.metadata.hiddenReasoning ?? 0);
    imported.hidden += Math.max(0, facts.hidden - (Number.isFinite(hiddenBefore) ? hiddenBefore : 0));
    if (isEmpty) return skips.add("session without thoughts");
    const after = options.isDryRun ? before : await store.session(id);
    const added = options.isDryRun
      ? Math.max(0, counts.thoughts - (before?.thoughtCount ?? 0))
      : counts.thoughts;
    if (options.isDryRun) imported.thoughts += added;
    // Another import that runs at the same time may have opened it.
    if (counts.opened) imported.sessions++;
    else if (added > 0 || counts.moved > 0 || (before && isRenamed(before, after))) updated++;
    else unchanged++;
    const branchCount = options.isDryRun ? branches.size : (after?.branchCount ?? 0);
    imported.branches += Math.max(0, branchCount - (before?.branchCount ?? 0));
    if (!before || !options.isDryRun) imported.decisions += counts.decisions;
    const title = after?.title ?? sessionOf(transcript, facts, id, project, state, first).title;
    sessions.push(
      summaryOf(
        transcript,
        id,
        title,
        after?.project ?? project ?? known ?? DEFAULT_PROJECT,
        after?.thoughtCount ?? added,
      ),
    );
  }

  const progress = { done: 0, total: 0, bytesDone: 0, bytesTotal: 0 };
  return {
    /** Imports transcripts, oldest first, so that the ledger's order is that of the sessions. */
    async run(transcripts: readonly Transcript[]): Promise<void> {
      progress.total += transcripts.length;
      progress.bytesTotal += transcripts.reduce((sum, { bytes }) => sum + bytes, 0);
      for (const transcript of transcripts.toSorted((one, other) => one.modifiedAt - other.modifiedAt)) {
        options.signal?.throwIfAborted();
        if (options.since === undefined || transcript.modifiedAt >= options.since) await take(transcript);
        else read++;
        progress.done++;
        progress.bytesDone += transcript.bytes;
        options.onProgress?.({ ...progress, thoughts: imported.thoughts });
      }
    },
    /** Whether anything could be read at all. */
    hasRead: () => read > 0,
    report: (): ImportReport => ({
      found,
      imported,
      updated,
      unchanged,
      skipped: Object.fromEntries(skips.counts),
      sessions,
    }),
  };
}

/** Whether the source has another title for a session, or now says whether it is finished. */
function isRenamed(before: SessionSummary, after: SessionSummary | undefined): boolean {
  return after !== undefined && (before.title !== after.title || before.status !== after.status);
}

/** Thrown when the source cannot be read any further; failures of the store are not wrapped. */
class SourceError extends Error {}

/**
 * Yields the thoughts of a transcript in batches and marks the last batch. The last thought of the main line states
 * whether more are needed, and comes last unless another one refers to it.
 */
async function* batchesOf(
  source: OpenTranscript,
  transcript: Transcript,
  skips: Skips,
): AsyncGenerator<{ readonly batch: readonly ImportedThought[]; readonly isLast: boolean }> {
  const { cwd, startedAt, prompt, isFinished } = source.facts;
  /** The first thought of the main line answers the first prompt. */
  let question = prompt;
  let batch: ImportedThought[] = [];
  let characters = 0;
  /** The newest thought of the main line, and the thoughts of branches since then. */
  let held: ImportedThought | undefined;
  let since: ImportedThought[] = [];
  const isNeeded = () => since.some(({ fork, revises }) => fork === held?.key || revises === held?.key);
  const release = () => {
    if (held) batch.push(held);
    batch.push(...since);
    held = undefined;
    since = [];
  };
  const iterator = source.thoughts()[Symbol.asyncIterator]();
  const next = async (): Promise<IteratorResult<TranscriptThought>> => {
    try {
      return await iterator.next();
    } catch (error) {
      throw new SourceError("The source cannot be read.", { cause: error });
    }
  };
  for (let step = await next(); !step.done; step = await next()) {
    const { branchId, exact } = step.value;
    const asked = branchId === undefined && !exact ? question : undefined;
    let thought: ImportedThought;
    try {
      thought = thoughtOf(step.value, transcript, cwd, startedAt ?? transcript.modifiedAt, asked);
    } catch {
      // For example, a value that is nested too deeply.
      skips.add("unreadable record");
      continue;
    }
    if (asked !== undefined) question = undefined;
    const isMain = branchId === undefined && exact?.nextThoughtNeeded === undefined;
    if (isMain) {
      release();
      held = thought;
    } else since.push(thought);
    characters += thought.content.length;
    if (batch.length + since.length < MOST_THOUGHTS && characters < MOST_CHARACTERS) continue;
    if (!held || isNeeded()) release();
    else {
      batch.push(...since);
      since = [];
    }
    // The only thought so far may be a long one that is held back.
    if (batch.length === 0) continue;
    yield { batch, isLast: false };
    batch = [];
    characters = 0;
  }
  if (held) held = { ...held, nextThoughtNeeded: !isFinished };
  if (isNeeded()) release();
  else batch.push(...since, ...(held ? [held] : []));
  yield { batch, isLast: true };
}

/** The thoughts of an export without the texts of those that were redacted in its session since. */
function withoutRedacted(source: OpenTranscript, redacted: ReadonlySet<number>): OpenTranscript {
  async function* thoughts(): AsyncGenerator<TranscriptThought> {
    for await (const thought of source.thoughts()) {
      const { exact } = thought;
      if (!exact || exact.redaction || !redacted.has(exact.seq)) yield thought;
      else {
        const { critique: _, marks: __, evidence: ___, ...rest } = exact;
        const redaction = { redactedAt: new Date().toISOString(), by: "clew", reason: REDACTED_BEFORE };
        yield { ...thought, content: REDACTED_CONTENT, exact: { ...rest, redaction } };
      }
    }
  }
  return redacted.size === 0 ? source : { ...source, thoughts };
}

/** The name of a session's project and the folder it belongs to, if there is one. */
function projectOf(
  cwd: string | undefined,
  named: string | undefined,
): { readonly name?: string; readonly folder?: string } {
  if (cwd === undefined) return named === undefined ? {} : { name: oneLine(named, 100) };
  const folder = /^[A-Za-z]:[\\/]/.test(cwd) ? cwd : resolve(cwd);
  const name = oneLine(basename(folder.replaceAll("\\", "/")), 100);
  return { name: name || "root", folder };
}

function isWanted(
  { since, project }: ImportOptions,
  name: string | undefined,
  cwd: unknown,
  lastActivity: number,
  skips: Skips,
): boolean {
  if (since !== undefined && lastActivity < since) return false;
  if (project === undefined || name === project) return true;
  if (cwd === undefined) {
    skips.add("session without a folder");
    return false;
  }
  const folder = String(cwd);
  return resolve(project) === resolve(folder) || basename(folder) === project;
}

function summaryOf(
  { program, nativeId }: Transcript,
  id: string,
  title: string,
  project: string,
  thoughts: number,
): ImportedSummary {
  return { id, source: program, nativeId, title, project, thoughts };
}
