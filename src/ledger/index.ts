/** Types of the ledger (sessions, thoughts, branches) and pure functions on them. */
export { Analysis, analyse, followAnalysis } from "./analyse.ts";
export { asFailure } from "./as-failure.ts";
export { BRIEF_TOKENS, Brief, BriefLine, BriefSection, brief } from "./brief.ts";
export {
  type Change,
  type NotebookChange,
  SESSION_ACTIONS,
  type SessionAction,
  type SessionActions,
  type SessionChange,
} from "./change.ts";
export { byCloseness, closest, normalizedName } from "./closest.ts";
export { type ComparedFacts, compareFacts, FactComparison } from "./compare-facts.ts";
export { countsDown, fitsAfter, referredNumbers } from "./continuation.ts";
export {
  type Criterion,
  type Decision,
  type DecisionTable,
  decide,
  type Ranked,
  type Sensitivity,
} from "./decision.ts";
export { type AppendResult, boundHandle, continuesClosed, type Draft, type Target } from "./draft.ts";
export {
  Evidence,
  EvidenceKind,
  EvidenceState,
  parseEvidence,
  parseReference,
  type StoredEvidence,
  shownEvidence,
  worstState,
} from "./evidence.ts";
export {
  type ExportedSession,
  type ExportFormat,
  exportChain,
  exportJson,
  type ReadThoughts,
} from "./export.ts";
export {
  DOCUMENT_FORMATS,
  type DocumentFormat,
  type DocumentKind,
  documents,
  type WriteDocument,
} from "./export-document.ts";
export { type HtmlSession, type HtmlThought, htmlInto } from "./export-html.ts";
export { exportMarkdown } from "./export-markdown.ts";
export { exportMermaid } from "./export-mermaid.ts";
export { exportSvg } from "./export-svg.ts";
export type { BranchEnd, Statement } from "./facts/branch-ends.ts";
export {
  type Declaration,
  type DeclaredFact,
  declareFacts,
  MAX_STANDING,
  type StandingFact,
} from "./facts/declare.ts";
export { BranchFate, Fact, FactKind, FactOrigin } from "./facts/fact.ts";
export { type Facts, factsOf } from "./facts/facts-of.ts";
export { followBranchEnds } from "./facts/follow-facts.ts";
export { factKind } from "./facts/mark-kinds.ts";
export { MAX_MARKS, type Mark, markLine, markOf, readMarks } from "./facts/marks.ts";
export { topicOf } from "./facts/words.ts";
export { concernsOperator, Failure, type FailureCode, failures } from "./failure.ts";
export { findSession, type SessionLookups } from "./find-session.ts";
export { findHandle, type Handle, type HandleOrigin, type HandlePlaces } from "./handle.ts";
export {
  isSafeId,
  numbered,
  oneLine,
  sessionIdFor,
  slug,
  slugFor,
  timeOrderedId,
  titleFrom,
  untitledId,
} from "./id.ts";
export {
  type BranchRow,
  type ImportedSession,
  type ImportedThought,
  type ImportResult,
  type ImportState,
  importedBranches,
  importedKeys,
  type KnownThought,
  type Move,
  movedThoughts,
  type PlacedImport,
  placeImported,
  redactImported,
} from "./import.ts";
export { Invocation, type InvocationFilter, type InvocationStats } from "./invocation.ts";
export type { LaneLayout, LaneSpan, PlacedLanes } from "./lanes.ts";
export { Finding, type LintLevels, type LintResult, lintSession } from "./lint/lint.ts";
export { RULES as LINT_RULES } from "./lint/rules.ts";
export { MOMENTS, type Moment, readMoment } from "./moment.ts";
export {
  citedNotes,
  MAX_CARRIED,
  MAX_DELIVERIES,
  MAX_HOLD_SECONDS,
  MAX_NOTE_BYTES,
  type NewNote,
  Note,
  NoteState,
  noteAuthor,
  noteId,
  noteState,
  noteText,
  withoutCitations,
} from "./note.ts";
export { type CarriedNote, carriedNote, noteBlock, quoted } from "./note-block.ts";
export { pace } from "./pace.ts";
export {
  MAIN_BRANCH,
  MAX_NAMED_BRANCHES,
  type Placed,
  type PlaceLookups,
  type Placement,
  placeDraft,
  placedThought,
  seqNotFound,
  thoughtNotFound,
} from "./place-draft.ts";
export { createPhrases, type PhraseOptions, type Phrases, wordsIn } from "./quotes.ts";
export { readChain, SessionExport } from "./read-chain.ts";
export { REDACTED, type RedactLimits, redact, redactText } from "./redact.ts";
export { REDACTED_BEFORE, REDACTED_CONTENT, Redaction } from "./redaction.ts";
export { isSecretField, SECRET_WORDS } from "./secret-names.ts";
export { DEFAULT_PROJECT, Mode, type NewSession, Session, SessionSummary } from "./session.ts";
export { ACTIVE_MS, SESSION_STATES, type SessionState, sessionState } from "./session-state.ts";
export { questionOf, type Speaker, speakerOf } from "./speaker.ts";
export { MAX_THOUGHT_BYTES, Source, Thought } from "./thought.ts";
export { ThoughtNode } from "./thought-node.ts";
export { readTime } from "./time.ts";
export { estimateTokens } from "./tokens.ts";
export { type Aliases, type ArgumentSchema, type Tolerated, tolerate } from "./tolerate.ts";
export { formatWindow, type WindowEntry, windowEntry, windowSize } from "./window.ts";
export { withoutSecrets } from "./without-secrets.ts";
