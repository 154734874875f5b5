import { type Eventual, type Steps, wait } from "../primitives/steps.ts";
import type { Draft } from "./draft.ts";
import { shownEvidence } from "./evidence.ts";
import { markLine } from "./facts/marks.ts";
import { Failure } from "./failure.ts";
import type { Thought } from "./thought.ts";

/** The branch id of thoughts that are in no branch. */
export const MAIN_BRANCH = "";
/** An append result names this many branches at most, the newest. */
export const MAX_NAMED_BRANCHES = 200;
/** A refusal names this many thought numbers at most. */
const MAX_NAMED_NUMBERS = 200;

/** The part of an earlier thought that placing another one needs. */
export interface Placed {
  readonly id: string;
  readonly number: number;
  readonly total: number;
  readonly branchId: string;
}

/** The lookups in a session that placing a draft needs. A backend answers each with one indexed query. */
export interface PlaceLookups {
  branchCount(): Eventual<number>;
  hasBranch(name: string): Eventual<boolean>;
  /** The last thought of a branch. Not called for the branch of the session's last thought. */
  tail(branch: string): Eventual<Placed | undefined>;
  byId(id: string): Eventual<Placed | undefined>;
  /** The newest thought with a number: in the branch, else in the nearest branch it forked from, else in any. */
  byNumber(number: number, branch: string): Eventual<Placed | undefined>;
  hasNumber(number: number, branch: string): Eventual<boolean>;
  /** The first `limit` different thought numbers. */
  numbers(limit: number): Eventual<readonly number[]>;
}

/** A draft with its position in the session. `warnings` list the decisions made for the author. */
export interface Placement {
  readonly branch: string;
  /** The branch that this one forked from; absent unless the thought begins a branch other than the main one. */
  readonly forkedFrom?: string;
  /** The thought is the first of its branch, or of the main branch. */
  readonly isFirst: boolean;
  readonly number: number;
  readonly total: number;
  readonly parentId?: string;
  readonly isRevision: boolean;
  readonly revises?: number;
  readonly revisesId?: string;
  readonly warnings: readonly string[];
}

/** Decides branch, number, total, parent and revised thought of a draft. `latest` is the session's last thought. */
export function* placeDraft(
  draft: Draft,
  latest: Placed | undefined,
  lookUp: PlaceLookups,
): Steps<Placement> {
  const warnings: string[] = [];
  const isNamed = draft.branchId !== undefined && draft.branchId !== "";
  const branch = isNamed
    ? draft.branchId!
    : draft.branchFrom === undefined
      ? MAIN_BRANCH
      : yield* freeBranchName(lookUp);
  if (!isNamed && draft.branchFrom !== undefined)
    warnings.push(
      `This branch was named '${branch}'. Send branchId: ${JSON.stringify(branch)} to continue it.`,
    );

  const current = latest?.branchId ?? MAIN_BRANCH;
  const tail = latest && (current === branch ? latest : yield* wait(lookUp.tail(branch)));
  const fork =
    draft.branchFrom === undefined
      ? undefined
      : ((draft.branchFromId === undefined ? undefined : yield* wait(lookUp.byId(draft.branchFromId))) ??
        (yield* byNumber(lookUp, "branchFromThought", draft.branchFrom, current)));
  const parent = tail ?? (branch === MAIN_BRANCH ? undefined : (fork ?? latest));
  const number = draft.number ?? (parent?.number ?? 0) + 1;

  let revised: Placed | undefined;
  if (draft.revises !== undefined)
    revised = yield* byNumber(lookUp, "revisesThought", draft.revises, tail ? branch : current);
  else if (draft.isRevision) {
    revised = tail;
    warnings.push(
      revised
        ? `No revisesThought was given: taken as a revision of thought ${revised.number}. Send revisesThought to name another.`
        : "No revisesThought was given and there is no earlier thought to revise: recorded as a plain thought.",
    );
  }
  if (!revised && tail && (yield* wait(lookUp.hasNumber(number, branch))))
    warnings.push(
      `Thought ${number} was recorded before and both are kept. To change an earlier thought, send isRevision: true and revisesThought: ${number}.`,
    );
  return {
    branch,
    ...(!tail && branch !== MAIN_BRANCH && { forkedFrom: (fork ?? latest)?.branchId ?? MAIN_BRANCH }),
    isFirst: !tail,
    number,
    total: Math.max(draft.total ?? latest?.total ?? number, number),
    ...(parent && { parentId: parent.id }),
    isRevision: revised !== undefined,
    ...(revised && { revises: revised.number, revisesId: revised.id }),
    warnings,
  };
}

/** A fork without a name is called `branch-3` if it is the session's third branch, or the next number that is free. */
function* freeBranchName(lookUp: PlaceLookups): Steps<string> {
  let ordinal = (yield* wait(lookUp.branchCount())) + 1;
  while (yield* wait(lookUp.hasBranch(`branch-${ordinal}`))) ordinal++;
  return `branch-${ordinal}`;
}

function* byNumber(lookUp: PlaceLookups, field: string, number: number, branch: string): Steps<Placed> {
  const found = yield* wait(lookUp.byNumber(number, branch));
  if (found) return found;
  throw thoughtNotFound(field, number, yield* wait(lookUp.numbers(MAX_NAMED_NUMBERS + 1)));
}

/** The refusal for a reference to a thought that does not exist. */
export function thoughtNotFound(field: string, number: number, numbers: readonly number[]): Failure {
  const existing = ranges(numbers.slice(0, MAX_NAMED_NUMBERS));
  const isCut = numbers.length > MAX_NAMED_NUMBERS;
  return new Failure("THOUGHT_NOT_FOUND", { field, number, existing: existing + (isCut ? ", …" : "") });
}

/** The refusal for a `seq` that does not exist. Thoughts are never removed, so those of a session are 1 to `last`. */
export function seqNotFound(seq: number, last: number): Failure {
  const length = Math.min(last, MAX_NAMED_NUMBERS + 1);
  return thoughtNotFound(
    "seq",
    seq,
    Array.from({ length }, (_, index) => index + 1),
  );
}

/** `1-3, 5` for 1, 2, 3 and 5. */
function ranges(numbers: readonly number[]): string {
  const parts: string[] = [];
  for (let i = 0; i < numbers.length; ) {
    let end = i;
    while (end + 1 < numbers.length && numbers[end + 1] === numbers[end]! + 1) end++;
    parts.push(end === i ? `${numbers[i]}` : `${numbers[i]}-${numbers[end]}`);
    i = end + 1;
  }
  return parts.join(", ");
}

/** The thought that a placed draft becomes. */
export function placedThought(
  draft: Draft,
  sessionId: string,
  placement: Placement,
  { id, seq, now }: { readonly id: string; readonly seq: number; readonly now: number },
): Thought {
  return {
    id,
    sessionId,
    seq,
    number: placement.number,
    total: placement.total,
    content: draft.content,
    ...(placement.branch !== MAIN_BRANCH && { branchId: placement.branch }),
    ...(draft.branchFrom !== undefined && { branchFrom: draft.branchFrom }),
    isRevision: placement.isRevision,
    ...(placement.revises !== undefined && { revises: placement.revises }),
    ...(placement.revisesId !== undefined && { revisesId: placement.revisesId }),
    nextThoughtNeeded: draft.nextThoughtNeeded,
    ...(draft.confidence !== undefined && { confidence: draft.confidence }),
    mode: draft.mode,
    source: draft.source,
    ...(draft.author !== undefined && { author: draft.author }),
    ...(placement.parentId !== undefined && { parentId: placement.parentId }),
    ...(draft.evidence?.length && { evidence: [...shownEvidence(draft.evidence)] }),
    metadata: metadataOf(draft),
    ...(draft.marks?.length && { marks: draft.marks.map(markLine) }),
    createdAt: new Date(now).toISOString(),
  };
}

function metadataOf({ metadata = {}, answersNote, needsInput }: Draft): Thought["metadata"] {
  if (answersNote === undefined && needsInput === undefined) return metadata;
  return {
    ...metadata,
    ...(answersNote !== undefined && { answersNote }),
    ...(needsInput !== undefined && { needsInput }),
  };
}
