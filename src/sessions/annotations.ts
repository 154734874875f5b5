import { citedNotes, type Draft, MAX_MARKS, parseEvidence, readMarks } from "../ledger/index.ts";
import type { Store } from "../store/port.ts";
import type { HashEvidence } from "./evidence.ts";
import type { Author } from "./record.ts";

/** What a thought may carry besides its text. */
export interface Annotations {
  /** Facts that the author declares: `decision: …`, `dead end: … because …`. */
  readonly marks?: readonly unknown[] | string | undefined;
  /** What supports the thought: files, commands, URLs. */
  readonly evidence?: readonly string[] | undefined;
  /** A question that a person has to answer. */
  readonly needsInput?: string | undefined;
  /** The id of the note that the thought answers. */
  readonly answersNote?: string | undefined;
  /** From 0 to 1. */
  readonly confidence?: number | undefined;
  /** The project of the session, if the thought opens one. */
  readonly project?: string | undefined;
}

/** Annotations as the ledger stores them. */
export interface ReadAnnotations {
  readonly draft: Pick<Draft, "marks" | "evidence" | "needsInput" | "answersNote" | "confidence">;
  readonly metadata: Readonly<Record<string, unknown>>;
  readonly warnings: readonly string[];
}

const NONE: ReadAnnotations = { draft: {}, metadata: {}, warnings: [] };
const NAMES = ["marks", "evidence", "needsInput", "answersNote", "confidence"] as const;

/** Reads annotations. What cannot be read becomes a warning, never a refusal. */
export function readAnnotations(given: Annotations): ReadAnnotations {
  if (NAMES.every((name) => given[name] === undefined)) return NONE;
  const { marks, unknown, warnings } = readMarks(given.marks);
  const { evidence, warnings: cut } = parseEvidence(given.evidence ?? []);
  const needsInput = given.needsInput?.trim();
  const answersNote = given.answersNote?.trim();
  const confidence = readConfidence(given.confidence);
  return {
    draft: {
      ...(marks.length > 0 && { marks }),
      ...(evidence.length > 0 && { evidence }),
      ...(needsInput && { needsInput }),
      ...(answersNote && { answersNote }),
      confidence,
    },
    metadata: {
      ...(unknown.length > 0 && { marks: unknown }),
      ...(needsInput && { needsInput }),
      ...(answersNote && { answersNote }),
    },
    warnings: [
      ...warnings,
      ...cut,
      ...(given.confidence !== undefined && confidence === undefined
        ? [`confidence was ignored: expected a number from 0 to 1, got ${given.confidence}.`]
        : []),
    ],
  };
}

/**
 * The same with the evidence hashed, as far as it can be found. A thought that cites cells and declares no outcome of its own
 * gets the outcomes of their last runs.
 */
export async function annotate(
  author: Author,
  given: Annotations,
  hash: HashEvidence | undefined,
): Promise<ReadAnnotations> {
  const read = readAnnotations(given);
  if (!hash || !read.draft.evidence) return read;
  const { evidence, outcomes, warnings } = await hash(author, read.draft.evidence);
  const own = read.draft.marks ?? [];
  const marks = own.some(({ kind }) => kind === "outcome") ? own : [...own, ...outcomes].slice(0, MAX_MARKS);
  return {
    ...read,
    draft: { ...read.draft, evidence, ...(marks.length > 0 && { marks }) },
    warnings: [...read.warnings, ...warnings],
  };
}

/** How many notes a warning names. */
const MAX_NAMED_NOTES = 5;

/** A warning if a thought answers a note that its session does not have; usually none. */
export async function unknownNote(
  store: Store,
  sessionId: string,
  answersNote: string | undefined,
): Promise<readonly string[]> {
  const [id] = citedNotes({ content: "", answersNote });
  if (id === undefined || (await store.notes(sessionId, { id, limit: 1 })).length > 0) return [];
  const open = await store.notes(sessionId, { open: true, limit: MAX_NAMED_NOTES });
  const known = open.length === 0 ? "none" : open.map((note) => note.id).join(", ");
  return [
    `answersNote answers nothing: the session has no note ${JSON.stringify(id.slice(0, 40).toWellFormed())}. Unanswered notes: ${known}.`,
  ];
}

/** A share of one; a number of percent is read as such. */
function readConfidence(given: number | undefined): number | undefined {
  if (given === undefined || !(given >= 0 && given <= 100)) return undefined;
  return given > 1 ? given / 100 : given;
}

/** The project of a new session: the one that is named, else the one in a tag `project:x`. */
export function projectOf(
  project: string | undefined,
  tags: readonly string[] | undefined,
): string | undefined {
  const named = project?.trim();
  if (named) return named;
  for (const tag of tags ?? []) {
    const found = /^project\s?[:：=]\s?(\S.*)$/i.exec(tag.trim());
    if (found) return found[1]!.trim();
  }
  return undefined;
}
