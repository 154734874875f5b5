import { isAbsolute, relative } from "node:path";
import {
  type ImportedSession,
  type ImportedThought,
  MAX_THOUGHT_BYTES,
  oneLine,
  parseReference,
  redactText,
  type StoredEvidence,
  titleFrom,
  withoutSecrets,
} from "../ledger/index.ts";
import { decisionMark } from "./decision.ts";
import type { Transcript, TranscriptFacts, TranscriptThought } from "./transcript.ts";

const LONGEST_DESCRIPTION = 2000;
const LONGEST_QUESTION = 500;
const LONGEST_BRANCH = 200;

/**
 * The session that a transcript becomes; without `state`, it counts as not imported completely. Without a title and a
 * prompt, the first thought names it.
 */
export function sessionOf(
  { program, nativeId, file, modifiedAt }: Transcript,
  facts: TranscriptFacts,
  id: string,
  project: string | undefined,
  state: string | undefined,
  firstThought = "",
): ImportedSession {
  const endedAt = facts.endedAt ?? modifiedAt;
  const prompt = facts.prompt === undefined ? undefined : clean(facts.prompt);
  const title = facts.title === undefined ? "" : oneLine(clean(facts.title));
  const shown = title || titleFrom(prompt ?? firstThought);
  return {
    id,
    title: shown,
    ...(prompt !== undefined && { description: prompt.slice(0, LONGEST_DESCRIPTION).toWellFormed() }),
    ...(project !== undefined && { project }),
    ...(facts.tags && { tags: facts.tags.map(clean) }),
    status: state !== undefined && facts.isFinished ? "completed" : "active",
    createdAt: isoOf(facts.startedAt ?? endedAt),
    updatedAt: isoOf(endedAt),
    metadata: {
      importedFrom: { program, nativeId: shortened(nativeId), file },
      importTitle: shown,
      ...(state !== undefined && { importState: state }),
      ...(facts.cwd !== undefined && { cwd: shortened(facts.cwd) }),
      ...(facts.gitBranch !== undefined && { gitBranch: shortened(facts.gitBranch) }),
      ...(facts.models.length > 0 && { models: facts.models.map(shortened) }),
      ...(facts.tokens && { tokens: facts.tokens }),
      ...(facts.cost !== undefined && { cost: facts.cost }),
      ...(facts.toolCalls.size > 0 && { toolCalls: countsOf(facts.toolCalls) }),
      ...(facts.compactions.length > 0 && { compactions: facts.compactions }),
      ...(facts.hidden > 0 && { hiddenReasoning: facts.hidden }),
    },
  };
}

/** The thought that a part of a transcript becomes; `question` is what the person asked before it. Secrets are redacted. */
export function thoughtOf(
  thought: TranscriptThought,
  { program, file }: Transcript,
  cwd: string | undefined,
  fallback: number,
  question?: string,
): ImportedThought {
  const { branchId, fork, revises, model, tools, decision, exact } = thought;
  const evidence = exact?.evidence ?? (thought.evidence ?? []).map((reference) => evidenceOf(reference, cwd));
  const confidence = thought.confidence ?? exact?.confidence;
  const author = model ?? exact?.author;
  return {
    key: thought.key,
    content: fitted(clean(thought.content)),
    createdAt: isoOf(thought.at ?? fallback),
    ...(branchId !== undefined && { branchId: clean(branchId.slice(0, LONGEST_BRANCH)) }),
    ...(fork !== undefined && { fork }),
    ...(revises !== undefined && { revises }),
    nextThoughtNeeded: exact?.nextThoughtNeeded ?? true,
    ...(exact && { number: exact.number, total: exact.total }),
    ...(exact?.branchFrom !== undefined && { branchFrom: exact.branchFrom }),
    ...(exact?.critique && { critique: withoutSecrets(exact.critique) }),
    ...(exact?.redaction && { redaction: exact.redaction }),
    ...(confidence !== undefined && { confidence }),
    ...(author !== undefined && { author: shortened(author) }),
    metadata: {
      importedFrom: { program, nativeId: shortened(thought.nativeId), file },
      kind: thought.kind,
      ...(question !== undefined && {
        question: clean(question.slice(0, LONGEST_DESCRIPTION)).slice(0, LONGEST_QUESTION).toWellFormed(),
      }),
      ...(tools && tools.size > 0 && { tools: countsOf(tools) }),
      ...(decision && {
        decision: {
          question: clean(decision.question),
          options: decision.options.map(clean),
          chosen: clean(decision.chosen),
        },
      }),
    },
    ...(evidence.length > 0 && { evidence }),
    ...(exact?.marks && { marks: withoutSecrets(exact.marks) }),
    ...(decision && { marks: [decisionMark({ ...decision, chosen: clean(decision.chosen) })] }),
  };
}

/** A file in the session's folder is named relative to it, as live sessions name files. */
function evidenceOf(reference: string, cwd: string | undefined): StoredEvidence {
  const evidence = parseReference(reference);
  if (evidence.kind !== "file" || evidence.path === undefined || cwd === undefined) return evidence;
  const path = isAbsolute(evidence.path) ? relative(cwd, evidence.path) : evidence.path;
  return path.startsWith("..") || path === "" ? evidence : { ...evidence, path, root: cwd };
}

const clean = (text: string): string => redactText(text.toWellFormed());
const shortened = (text: string): string => oneLine(clean(text.slice(0, 4000)), 400);
const isoOf = (time: number): string => new Date(time).toISOString();
const countsOf = (counts: ReadonlyMap<string, number>) =>
  Object.fromEntries([...counts].map(([name, count]) => [clean(name), count]));

/** Cuts a text to the size that a thought may have. */
function fitted(text: string): string {
  if (text.length * 3 <= MAX_THOUGHT_BYTES || Buffer.byteLength(text) <= MAX_THOUGHT_BYTES) return text;
  const note = "\n\n[cut: the original is longer than a thought may be]";
  const bytes = Buffer.from(text).subarray(0, MAX_THOUGHT_BYTES - note.length - 4);
  return bytes.toString("utf8").replace(/\ufffd{1,4}$/, "") + note;
}
