import { isAbsolute, join, relative, resolve } from "node:path";
import { findLines, hashLines } from "../files/cited-lines.ts";
import { type CitedFile, readCited } from "../files/read-cited.ts";
import {
  type Evidence,
  type EvidenceState,
  pace,
  type StoredEvidence,
  type Thought,
  worstState,
} from "../ledger/index.ts";
import { BoundedMap } from "../primitives/bounded-map.ts";
import type { CitingThought, EvidenceFilter, OutlineEntry, Store } from "../store/port.ts";
import { citableRoot, runHash } from "./evidence.ts";

/** A reference of a thought, compared with the current state of its target. */
export interface CheckedReference {
  readonly sessionId: string;
  readonly thoughtNumber: number;
  readonly seq: number;
  readonly ref: string;
  readonly state: EvidenceState;
}

/** A thought that cites lines of a file. */
export interface CitedPlace extends CheckedReference {
  readonly text: string;
}

/** The state of evidence and, for lines of a file, their current line numbers. */
interface Comparison {
  readonly state: EvidenceState;
  readonly from?: number;
  readonly to?: number;
}

/** How many files are held in memory while evidence is checked. */
const CACHED_FILES = 32;

/** Compares evidence with files and cells. A checker reads each file once, so it must not be reused later. */
function createChecker(store: Store | undefined, home: string) {
  const files = new BoundedMap<string, CitedFile>(CACHED_FILES, "use");
  const roots = new Map<string, boolean>();

  async function read(root: string, path: string): Promise<CitedFile> {
    const key = `${root}\0${path}`;
    const file = files.get(key) ?? (await readCited(root, path));
    files.set(key, file);
    return file;
  }

  /** Whether a root still exists and may be read. */
  async function isRoot(root: string): Promise<boolean> {
    const known = roots.get(root) ?? (await citableRoot(root, home)) === root;
    roots.set(root, known);
    return known;
  }

  async function compareFile({ root, path, sha256, rolling, from, to }: StoredEvidence): Promise<Comparison> {
    if (root === undefined || sha256 === undefined || !(await isRoot(root))) return { state: "unchecked" };
    const file = await read(root, path!);
    if (typeof file === "string") return { state: file === "missing" ? "missing" : "unchecked" };
    const { lines } = file;
    if (from === undefined || to === undefined)
      return { state: hashLines(lines) === sha256 ? "fresh" : "stale" };
    if (to <= lines.length && hashLines(lines.slice(from - 1, to)) === sha256)
      return { state: "fresh", from, to };
    const now = rolling === undefined ? undefined : findLines(lines, to - from + 1, { rolling, sha256 });
    return now === undefined
      ? { state: "stale", from, to }
      : { state: "moved", from: now, to: now + to - from };
  }

  return async (evidence: StoredEvidence): Promise<Comparison> => {
    if (evidence.kind === "file") return compareFile(evidence);
    if (evidence.kind !== "cell" || evidence.sha256 === undefined || !store) return { state: "unchecked" };
    const hash = await runHash(store, evidence);
    if (hash === undefined) return { state: "missing" };
    return { state: hash === evidence.sha256 ? "fresh" : "stale" };
  };
}

/** The state of every reference of a session, in order of its thoughts. */
export async function checkEvidence(
  store: Store,
  home: string,
  sessionId: string,
): Promise<readonly CheckedReference[]> {
  const citing = (await Array.fromAsync(allCiting(store, { sessionId }))).reverse();
  if (citing.length === 0) return [];
  const compare = createChecker(store, home);
  const own = new Map<number, readonly EvidenceState[]>();
  for (const { thought, evidence } of citing) {
    const states: EvidenceState[] = [];
    for (const one of evidence) states.push((await compare(one)).state);
    own.set(thought.seq, states);
    await pace();
  }
  const outline = await wholeOutline(store, sessionId);
  const states = inheritStates(citing, own, outline);
  return citing.flatMap(({ thought, evidence }) =>
    evidence.map(({ ref }, index) => ({
      sessionId: thought.sessionId,
      thoughtNumber: thought.number,
      seq: thought.seq,
      ref,
      state: states.get(thought.seq)![index]!,
    })),
  );
}

type Place = Pick<Thought, "id" | "seq" | "number" | "branchId" | "revisesId">;

/**
 * The states of all references. A citation of a thought (`#12`) has the worst state of what that thought cites; it is
 * stale if the thought was revised later, and missing if there is no such thought before it.
 */
function inheritStates(
  citing: readonly { readonly thought: Place; readonly evidence: readonly Evidence[] }[],
  own: ReadonlyMap<number, readonly EvidenceState[]>,
  outline: readonly Place[],
): ReadonlyMap<number, readonly EvidenceState[]> {
  const revised = new Set(outline.flatMap(({ revisesId }) => revisesId ?? []));
  const byNumber = Map.groupBy(outline, ({ number }) => number);
  const done = new Map<number, readonly EvidenceState[]>();
  // In order of arrival: a thought cites only earlier ones, so their states are known.
  for (const { thought, evidence } of citing) {
    const states = evidence.map(({ kind, number }, index) => {
      if (kind !== "thought") return own.get(thought.seq)![index]!;
      const before = (byNumber.get(number!) ?? []).filter(({ seq }) => seq < thought.seq);
      const cited = before.findLast(({ branchId }) => branchId === thought.branchId) ?? before.at(-1);
      if (!cited) return "missing";
      const inherited = done.get(cited.seq) ?? [];
      return worstState([...inherited, revised.has(cited.id) ? "stale" : "fresh"]);
    });
    done.set(thought.seq, states);
  }
  return done;
}

async function wholeOutline(store: Store, sessionId: string): Promise<readonly OutlineEntry[]> {
  const all: OutlineEntry[] = [];
  for (;;) {
    const page = await store.outline(sessionId, { after: all.at(-1)?.seq ?? 0 });
    if (page.length === 0) return all;
    for (const entry of page) all.push(entry);
  }
}

/** The states of an export's evidence, relative to a folder. Cells are not in an export, so they stay unchecked. */
export async function checkExported(
  root: string,
  home: string,
  thoughts: readonly Thought[],
): Promise<ReadonlyMap<number, readonly { readonly ref: string; readonly state: EvidenceState }[]>> {
  const compare = createChecker(undefined, home);
  const citing = thoughts.flatMap((thought) =>
    thought.evidence ? [{ thought, evidence: thought.evidence }] : [],
  );
  const own = new Map<number, readonly EvidenceState[]>();
  for (const { thought, evidence } of citing) {
    const states: EvidenceState[] = [];
    for (const one of evidence) states.push((await compare({ ...one, root })).state);
    own.set(thought.seq, states);
  }
  const states = inheritStates(citing, own, thoughts);
  return new Map(
    citing.map(({ thought: { seq }, evidence }) => [
      seq,
      evidence.map(({ ref }, index) => ({ ref, state: states.get(seq)![index]! })),
    ]),
  );
}

/** Ids of the sessions with evidence, newest evidence first. */
export async function sessionsWithEvidence(store: Store): Promise<readonly string[]> {
  const ids = new Set<string>();
  for await (const { thought } of allCiting(store, {})) ids.add(thought.sessionId);
  return [...ids];
}

/** All thoughts with evidence that match a filter, newest first. */
export async function* allCiting(store: Store, filter: EvidenceFilter): AsyncGenerator<CitingThought> {
  for (let behind = filter.behind; ; ) {
    const page = await store.citingThoughts({ ...filter, ...(behind !== undefined && { behind }) });
    yield* page;
    const last = page.at(-1);
    if (!last) return;
    behind = last.position;
    await pace();
  }
}

/** Thoughts that cite a file or a line in its current version, newest first. `file` is an absolute path. */
export async function citationsOf(
  store: Store,
  home: string,
  file: string,
  line: number | undefined,
  workingFolder: string,
): Promise<readonly CitedPlace[]> {
  const compare = createChecker(store, home);
  const found: CitedPlace[] = [];
  const name = file.split(/[\\/]/).at(-1)!;
  for await (const { thought, evidence } of allCiting(store, { text: name }))
    for (const one of evidence) {
      if (one.kind !== "file" || !isSameFile(one, file, workingFolder)) continue;
      const { state, from = one.from, to = one.to } = await compare(one);
      if (line !== undefined && from !== undefined && to !== undefined && (line < from || line > to))
        continue;
      const { sessionId, number: thoughtNumber, seq, content: text } = thought;
      found.push({ sessionId, thoughtNumber, seq, text, ref: one.ref, state });
    }
  return found;
}

/** Evidence that was not hashed names a file by text only: it is compared as a path below the working folder. */
function isSameFile({ root, path }: StoredEvidence, file: string, workingFolder: string): boolean {
  if (root !== undefined) return join(root, path!) === file;
  return isAbsolute(path!) ? path === file : relative(resolve(workingFolder, path!), file) === "";
}
