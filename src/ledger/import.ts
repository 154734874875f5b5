import { type StoredEvidence, shownEvidence } from "./evidence.ts";
import { type Mark, markLine } from "./facts/marks.ts";
import { MAIN_BRANCH, type Placed } from "./place-draft.ts";
import { REDACTED_BEFORE, REDACTED_CONTENT, type Redaction } from "./redaction.ts";
import type { Session } from "./session.ts";
import type { Thought } from "./thought.ts";

/** A session that is imported from another program. */
export interface ImportedSession
  extends Pick<Session, "id" | "title" | "status" | "createdAt" | "updatedAt"> {
  readonly description?: string;
  readonly project?: string;
  readonly tags?: readonly string[];
  readonly metadata: Readonly<Record<string, unknown>>;
  /** The principal that owns it. */
  readonly owner?: string;
}

/** A thought that is imported from another program, with the time it had there. */
export interface ImportedThought {
  /** Identifies the thought within its session: it is written once. At most 200 characters. */
  readonly key: string;
  readonly content: string;
  readonly createdAt: string;
  readonly branchId?: string;
  /** Key of the thought that its branch forks from. */
  readonly fork?: string;
  /** Key of the thought that it revises. */
  readonly revises?: string;
  readonly nextThoughtNeeded: boolean;
  /** The number in an export of Clew; otherwise thoughts are numbered along their branch. */
  readonly number?: number;
  readonly total?: number;
  readonly branchFrom?: number;
  readonly confidence?: number;
  readonly author?: string;
  readonly critique?: Readonly<Record<string, unknown>>;
  readonly redaction?: Redaction;
  readonly metadata: Readonly<Record<string, unknown>>;
  readonly evidence?: readonly StoredEvidence[];
  /** Facts that it declares: the decision of a person who was asked. */
  readonly marks?: readonly Mark[];
}

/** What an import wrote. */
export interface ImportResult {
  /** Whether the session is new. */
  readonly opened: boolean;
  /** The new thoughts. */
  readonly added: readonly Thought[];
  /** How many existing thoughts changed their branch. */
  readonly moved: number;
  /** Whether title, status, metadata or last activity of the session changed. */
  readonly changed: boolean;
}

/** An imported thought that is in the ledger. */
export interface KnownThought extends Placed {
  readonly key: string;
  readonly seq: number;
}

/** A branch as the store keeps it. */
export interface BranchRow {
  readonly ordinal: number;
  readonly parentBranch?: string | undefined;
  readonly tail: Placed;
}

/** The state of a session that placing imported thoughts needs. */
export interface ImportState {
  readonly lastSeq: number;
  /** The thoughts with the keys that the imported ones have or refer to. */
  readonly known: ReadonlyMap<string, KnownThought>;
  /** The branches that the batch names, with their last thoughts after the moves. */
  readonly branches: ReadonlyMap<string, BranchRow>;
  /** The largest ordinal and total of all branches. */
  readonly lastOrdinal: number;
  readonly lastTotal: number;
}

/** The branches that a batch names; a store reads only these. */
export const importedBranches = (thoughts: readonly ImportedThought[]): string[] => [
  ...new Set(thoughts.map(({ branchId = MAIN_BRANCH }) => branchId)),
];

/** Existing thoughts that now belong to another branch, because the source has abandoned their line. */
export interface Move {
  readonly seq: number;
  readonly branch: string;
  /** Number of the thought that the branch forks from, on its first thought. */
  readonly branchFrom?: number | undefined;
  readonly forkedFrom: string;
}

/** An imported thought with its place in the ledger. */
export interface PlacedImport {
  readonly thought: Thought;
  readonly key: string;
  readonly evidence?: readonly StoredEvidence[] | undefined;
  readonly marks?: readonly Mark[] | undefined;
}

/** Finds the known thoughts whose branch changed. Call it before reading the branches. */
export function movedThoughts(
  thoughts: readonly ImportedThought[],
  known: ReadonlyMap<string, KnownThought>,
): Move[] {
  const begun = new Set<string>();
  return thoughts.flatMap((thought) => {
    const before = known.get(thought.key);
    const branch = thought.branchId ?? MAIN_BRANCH;
    if (!before || before.branchId === branch) return [];
    const fork = thought.fork === undefined ? undefined : known.get(thought.fork);
    const isFirst = !begun.has(branch);
    begun.add(branch);
    return [
      {
        seq: before.seq,
        branch,
        forkedFrom: fork?.branchId ?? MAIN_BRANCH,
        ...(isFirst && fork && { branchFrom: fork.number }),
      },
    ];
  });
}

/** Places new thoughts behind the last one of their branch. Returns them with the branches that changed. */
export function placeImported(
  session: Pick<ImportedSession, "id">,
  thoughts: readonly ImportedThought[],
  state: ImportState,
  newId: (time: number) => string,
): { readonly added: readonly PlacedImport[]; readonly branches: ReadonlyMap<string, BranchRow> } {
  const branches = new Map(state.branches);
  const changed = new Map<string, BranchRow>();
  const placed = new Map<string, Placed>(state.known);
  const added: PlacedImport[] = [];
  let { lastOrdinal: ordinal, lastTotal: total } = state;
  for (const thought of thoughts) {
    if (placed.has(thought.key)) continue;
    const branchId = thought.branchId ?? MAIN_BRANCH;
    const before = branches.get(branchId);
    const fork = before || thought.fork === undefined ? undefined : placed.get(thought.fork);
    const parent = before?.tail ?? fork;
    const revised = thought.revises === undefined ? undefined : placed.get(thought.revises);
    const number = thought.number ?? (parent?.number ?? 0) + 1;
    total = Math.max(total, number);
    const id = newId(Date.parse(thought.createdAt));
    const tail = { id, number, total: thought.total ?? total, branchId };
    const written: Thought = {
      id,
      sessionId: session.id,
      seq: state.lastSeq + added.length + 1,
      number,
      total: tail.total,
      content: thought.content,
      ...(branchId !== MAIN_BRANCH && { branchId }),
      ...branchFromOf(thought, fork),
      isRevision: revised !== undefined,
      ...(revised && { revises: revised.number, revisesId: revised.id }),
      nextThoughtNeeded: thought.nextThoughtNeeded,
      ...(thought.confidence !== undefined && { confidence: thought.confidence }),
      mode: "chain",
      source: "import",
      ...(thought.author !== undefined && { author: thought.author }),
      ...(parent && { parentId: parent.id }),
      ...(thought.critique && { critique: thought.critique }),
      ...(thought.redaction && { redaction: thought.redaction }),
      metadata: thought.metadata,
      ...(thought.marks?.length && { marks: thought.marks.map(markLine) }),
      ...(thought.evidence?.length && { evidence: [...shownEvidence(thought.evidence)] }),
      createdAt: thought.createdAt,
    };
    added.push({ thought: written, key: thought.key, evidence: thought.evidence, marks: thought.marks });
    placed.set(thought.key, tail);
    const row = {
      ordinal: before?.ordinal ?? (branchId === MAIN_BRANCH ? 0 : ++ordinal),
      ...(branchId !== MAIN_BRANCH && {
        parentBranch: before?.parentBranch ?? fork?.branchId ?? MAIN_BRANCH,
      }),
      tail,
    };
    branches.set(branchId, row);
    changed.set(branchId, row);
  }
  return { added, branches: changed };
}

/** An export of Clew states on which thoughts the agent named the fork. */
function branchFromOf(
  { number, branchFrom }: ImportedThought,
  fork: Placed | undefined,
): { readonly branchFrom?: number } {
  const from = number === undefined ? fork?.number : branchFrom;
  return from === undefined ? {} : { branchFrom: from };
}

/** Removes the texts of thoughts that were redacted in this session before. */
export function redactImported(
  added: readonly PlacedImport[],
  redacted: ReadonlySet<number>,
  redactedAt: string,
): readonly PlacedImport[] {
  if (redacted.size === 0) return added;
  const redaction = { redactedAt, by: "clew", reason: REDACTED_BEFORE };
  return added.map((one) => {
    if (!redacted.has(one.thought.seq)) return one;
    const { critique: _, evidence: __, marks: ___, ...thought } = one.thought;
    return { key: one.key, thought: { ...thought, content: REDACTED_CONTENT, metadata: {}, redaction } };
  });
}

/** The keys that a batch has or refers to. */
export function importedKeys(thoughts: readonly ImportedThought[]): string[] {
  return [
    ...new Set(
      thoughts.flatMap(({ key, fork, revises }) => [key, fork, revises].filter((one) => one !== undefined)),
    ),
  ];
}
