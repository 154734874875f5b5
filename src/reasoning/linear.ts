import { type AppendResult, sessionIdFor, type Thought, timeOrderedId, titleFrom } from "../ledger/index.ts";
import type { Engine } from "../llm/index.ts";
import { type Annotations, readAnnotations } from "../sessions/annotations.ts";
import { clientKey, isChosen } from "../sessions/handle-key.ts";
import { type Author, checkContent, shortName } from "../sessions/record.ts";
import type { Store } from "../store/port.ts";
import { ask, type ReasoningObserver, spentOf } from "./ask.ts";
import { fitThought } from "./fit-thought.ts";
import { HISTORY_THOUGHTS, linearTurn } from "./linear-prompt.ts";
import { isRecord, jsonIn } from "./parse-answer.ts";

/** The request for one step of linear reasoning. */
export interface LinearRequest {
  readonly content?: string | undefined;
  /** The answer is marked if its confidence is below this. */
  readonly confidence?: number | undefined;
  /** What the recorded step carries besides its text. */
  readonly annotations?: Omit<Annotations, "confidence">;
}

/** The seed's answer. */
export interface LinearResult {
  readonly thought_id: string;
  readonly session_id: string;
  readonly content: string;
  readonly confidence: number;
  readonly previous_thought: string | null;
  readonly below_threshold?: true;
}

/** Lets a model add one step to a session's reasoning and records it. */
export async function linear(
  store: Store,
  engine: Engine | undefined,
  author: Author,
  order: LinearRequest,
  observer: ReasoningObserver = {},
): Promise<LinearResult> {
  const refusal = checkContent(order.content);
  if (refusal) throw refusal;
  const repeated = author.idempotency && (await store.appendResult(author.idempotency));
  if (repeated) return toResult(repeated, order.confidence);
  const content = order.content!;
  const sessionId = isChosen(author.handle) ? sessionIdFor(author.handle.text) : timeOrderedId(Date.now());
  const client = clientKey(author.handle);
  const earlier = await newestThoughts(store, sessionId);
  const asked = await ask(
    engine,
    { ...linearTurn(content, earlier), thread: sessionId, purpose: "linear" },
    observer,
  );
  const { thought, confidence, given, metadata } = readLinearAnswer(asked.text);
  const { project = author.project, ...annotations } = order.annotations ?? {};
  const annotated = readAnnotations(annotations);
  const result = await store.append({
    target: {
      sessionId,
      create: () => ({
        id: sessionId,
        title: titleFrom(content),
        mode: "linear",
        ...(project?.trim() && { project: shortName(project.trim()) }),
        ...(client !== undefined && { client }),
      }),
    },
    content: fitThought(thought),
    ...annotated.draft,
    confidence,
    nextThoughtNeeded: true,
    mode: "linear",
    source: "reasoning",
    author: asked.model,
    ...(author.idempotency && { idempotency: author.idempotency }),
    metadata: {
      question: content,
      engine: asked.engine,
      ...(given !== undefined && { confidenceGiven: given }),
      ...spentOf(asked),
      ...(metadata && { answered: metadata }),
      ...annotated.metadata,
    },
  });
  return toResult(result, order.confidence);
}

/** The newest thoughts of a session. */
async function newestThoughts(store: Store, sessionId: string): Promise<readonly Thought[]> {
  const session = await store.session(sessionId);
  return session ? thoughtsUpTo(store, sessionId, session.thoughtCount) : [];
}

/** The newest thoughts of a session when it had `count` thoughts. */
export async function thoughtsUpTo(
  store: Store,
  sessionId: string,
  count: number,
): Promise<readonly Thought[]> {
  const after = Math.max(0, count - HISTORY_THOUGHTS);
  return count === 0 ? [] : store.thoughts(sessionId, { after, limit: count - after });
}

function toResult({ thought }: AppendResult, threshold: number | undefined): LinearResult {
  const confidence = thought.confidence ?? 0;
  return {
    thought_id: thought.id,
    session_id: thought.sessionId,
    content: thought.content,
    confidence,
    previous_thought: thought.parentId ?? null,
    ...(threshold !== undefined && confidence < threshold && { below_threshold: true }),
  };
}

/** A model's answer to one step of linear reasoning. */
interface LinearAnswer {
  readonly thought: string;
  /** Between 0 and 1. */
  readonly confidence: number;
  /** The model's own value, if it was outside that range. */
  readonly given?: number;
  readonly metadata?: Readonly<Record<string, unknown>>;
}

/** The confidence of an answer without one. */
const DEFAULT_CONFIDENCE = 0.8;

/** Reads a model's answer: JSON with `thought` and `confidence`, fenced or not. Any other text is the thought itself. */
export function readLinearAnswer(text: string): LinearAnswer {
  const json = jsonIn(text);
  const thought = typeof json?.thought === "string" ? json.thought.trim() : "";
  if (!json || thought === "") return { thought: text.trim(), confidence: DEFAULT_CONFIDENCE };
  const { metadata } = json;
  return {
    thought,
    ...readConfidence(json.confidence),
    ...(isRecord(metadata) && Object.keys(metadata).length > 0 && { metadata }),
  };
}

function readConfidence(value: unknown): Pick<LinearAnswer, "confidence" | "given"> {
  const given = typeof value === "string" && value.trim() !== "" ? Number(value) : value;
  if (typeof given !== "number" || !Number.isFinite(given)) return { confidence: DEFAULT_CONFIDENCE };
  const confidence = Math.min(1, Math.max(0, given));
  return confidence === given ? { confidence } : { confidence, given };
}
