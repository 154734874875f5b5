import { type AppendResult, sessionIdFor, type Thought, timeOrderedId, titleFrom } from "../ledger/index.ts";
import type { Engine } from "../llm/index.ts";
import { clientKey, isChosen } from "../sessions/handle-key.ts";
import { type Author, checkContent } from "../sessions/record.ts";
import type { Store } from "../store/port.ts";
import { ask, type ReasoningObserver } from "./ask.ts";
import { fitted } from "./fitted.ts";
import { readLinearAnswer } from "./linear-answer.ts";
import { HISTORY_THOUGHTS, linearTurn } from "./linear-prompt.ts";

/** One step of linear reasoning, as it is asked for. */
export interface LinearOrder {
  readonly content?: string | undefined;
  /** Below this the answer says so. */
  readonly confidence?: number | undefined;
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

/** Has a model carry a session's reasoning one step further, and records the step. */
export async function linear(
  store: Store,
  engine: Engine | undefined,
  author: Author,
  order: LinearOrder,
  watch: ReasoningObserver = {},
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
    watch,
  );
  const { thought, confidence, given, metadata } = readLinearAnswer(asked.text);
  const result = await store.append({
    target: {
      sessionId,
      create: () => ({
        id: sessionId,
        title: titleFrom(content),
        mode: "linear",
        ...(client !== undefined && { client }),
      }),
    },
    content: fitted(thought),
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
      ...(asked.usage && { usage: asked.usage }),
      ...(metadata && { answered: metadata }),
    },
  });
  return toResult(result, order.confidence);
}

/** The last thoughts of a session, read from its end. */
export async function newestThoughts(store: Store, sessionId: string): Promise<readonly Thought[]> {
  const session = await store.session(sessionId);
  return session ? thoughtsUpTo(store, sessionId, session.thoughtCount) : [];
}

/** The last thoughts of a session as they were when it had so many. */
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
