import {
  type AppendResult,
  Failure,
  type Mark,
  oneLine,
  sessionIdFor,
  type Thought,
  timeOrderedId,
  titleFrom,
} from "../../ledger/index.ts";
import { type Engine, type Turn, userText } from "../../llm/index.ts";
import { clientKey, isChosen } from "../../sessions/handle-key.ts";
import type { Author } from "../../sessions/record.ts";
import type { Store } from "../../store/port.ts";
import { ask, type Journal, type ModelAnswer, type ReasoningObserver, spentOf } from "../ask.ts";
import { fitThought } from "../fit-thought.ts";
import { thoughtsUpTo } from "../linear.ts";

/** A question to the model. */
export interface ModelQuestion<T> {
  /** The progress message meanwhile. */
  readonly says: string;
  readonly turn: Pick<Turn, "system" | "messages">;
  /** What the answer must contain, for the second question and the refusal: "three approaches". */
  readonly wants: string;
  /** Undefined if the answer cannot be used; the last answer may be read more leniently. */
  readonly read: (text: string, isLast: boolean) => T | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** A thought before it is recorded. */
export interface Step {
  readonly content: string;
  /** The model's answer that it comes from, if any. */
  readonly asked?: ModelAnswer;
  readonly confidence?: number | undefined;
  readonly given?: number | undefined;
  /** Its branch, and the thought from which the branch forks. */
  readonly branch?: { readonly branchId: string; readonly from: Thought };
  readonly revises?: number;
  /** Whether it is the last thought of the run, which completes the session. */
  readonly closes?: boolean;
  readonly metadata?: Readonly<Record<string, unknown>>;
  /** The facts that it states. */
  readonly marks?: readonly Mark[];
}

/** A run of a mode: a session, a model to ask and a ledger to record in. */
export interface ModeRun {
  readonly store: Store;
  readonly sessionId: string;
  readonly question: string;
  /** Earlier thoughts of the session, newest last. */
  readonly earlier: readonly Thought[];
  readonly signal: AbortSignal | undefined;
  ask<T>(wish: ModelQuestion<T>): Promise<{ readonly said: T; readonly asked: ModelAnswer }>;
  record(step: Step): Promise<AppendResult>;
}

/** The input of a mode. */
export interface ModeRequest {
  readonly store: Store;
  readonly engine: Engine | undefined;
  readonly author: Author;
  readonly operation: string;
  readonly question: string;
  readonly observer: ReasoningObserver;
}

/**
 * Runs a mode and returns all recorded thoughts, the closing one last. Thoughts recorded before a failure stay, and the
 * failure names their session.
 */
export async function runMode(
  call: ModeRequest,
  mode: (run: ModeRun) => Promise<AppendResult>,
): Promise<readonly Thought[]> {
  const { store, observer } = call;
  const { sessionId, count } = await remembered(observer.journal, "begin", () => begin(call));
  const steps: number[] = [];
  try {
    const closing = await mode({
      store,
      sessionId,
      question: call.question,
      earlier: await thoughtsUpTo(store, sessionId, count),
      signal: observer.signal,
      ...asking(call, sessionId),
      ...recording(call, sessionId, steps),
    });
    return thoughtsOf(store, closing.thought);
  } catch (error) {
    throw steps.length > 0 ? located(error, sessionId) : error;
  }
}

/** The session, and how many thoughts it had before this run. */
async function begin({
  store,
  author,
}: ModeRequest): Promise<{ readonly sessionId: string; readonly count: number }> {
  const sessionId = isChosen(author.handle) ? sessionIdFor(author.handle.text) : timeOrderedId(Date.now());
  return { sessionId, count: (await store.session(sessionId))?.thoughtCount ?? 0 };
}

function remembered<T>(journal: Journal | undefined, name: string, step: () => Promise<T>): Promise<T> {
  return journal ? journal.remember(name, step) : step();
}

/** Asks a second time if the answer cannot be used, then gives up. */
function asking({ engine, observer, operation }: ModeRequest, sessionId: string): Pick<ModeRun, "ask"> {
  let reports = 0;
  const report = (message: string) => observer.progress?.(message, ++reports);
  const about = { thread: sessionId, purpose: operation };
  const { journal } = observer;
  return {
    async ask({ says, turn, wants, read, signal = observer.signal }) {
      const listen: ReasoningObserver = {
        ...(signal && { signal }),
        progress: (beat) => report(`${says} (${beat})`),
      };
      report(says);
      const asked = await remembered(journal, says, () => ask(engine, { ...turn, ...about }, listen));
      const said = read(asked.text, false);
      if (said !== undefined) return { said, asked };
      report(`${says}, once more: the answer could not be used`);
      const again = await remembered(journal, `${says}, once more`, () =>
        ask(engine, { ...corrected(turn, asked.text, wants), ...about }, listen),
      );
      const better = read(again.text, true);
      if (better !== undefined) return { said: better, asked: again };
      throw new Failure("ENGINE_REFUSED", {
        reason: `${again.model} was asked twice for ${wants} and answered something else: ${JSON.stringify(oneLine(again.text, 120))}.`,
      });
    },
  };
}

function corrected(
  turn: ModelQuestion<unknown>["turn"],
  text: string,
  wants: string,
): ModelQuestion<unknown>["turn"] {
  const again = `That cannot be used. Answer with JSON only, one object in the form that was asked for and nothing around it. It must give ${wants}.`;
  return {
    ...turn,
    messages: [...turn.messages, { role: "assistant", content: [{ type: "text", text }] }, userText(again)],
  };
}

function recording(
  { store, author, operation, question, observer: { journal } }: ModeRequest,
  sessionId: string,
  steps: number[],
): Pick<ModeRun, "record"> {
  const counts = new Map<string, number>();
  const client = clientKey(author.handle);
  /** Thoughts of one branch are sequential, so their numbers identify them in any process. */
  function keyOf(branchId = ""): Author["idempotency"] {
    const number = (counts.get(branchId) ?? 0) + 1;
    counts.set(branchId, number);
    return journal && { scope: journal.key, key: `${number} ${branchId}` };
  }
  return {
    async record({ content, asked, confidence, given, branch, revises, closes = false, metadata, marks }) {
      const writer = asked?.model ?? author.name;
      const own = keyOf(branch?.branchId);
      const idempotency = (closes ? author.idempotency : undefined) ?? own;
      const result = await store.append({
        target: {
          sessionId,
          create: () => ({
            id: sessionId,
            title: titleFrom(question),
            mode: "linear",
            ...(author.project !== undefined && { project: author.project }),
            ...(client !== undefined && { client }),
          }),
        },
        content: fitThought(content),
        confidence,
        branchId: branch?.branchId,
        branchFrom: branch?.from.number,
        branchFromId: branch?.from.id,
        ...(revises !== undefined && { isRevision: true, revises }),
        nextThoughtNeeded: !closes,
        mode: "linear",
        source: "reasoning",
        ...(marks && { marks }),
        author: writer,
        idempotency,
        metadata: {
          operation,
          ...(asked && { engine: asked.engine, model: asked.model }),
          ...(asked && spentOf(asked)),
          ...(given !== undefined && { confidenceGiven: given }),
          ...metadata,
          ...(closes && { steps: [...steps] }),
        },
      });
      steps.push(result.thought.seq);
      return result;
    },
  };
}

/** The recorded thoughts of a finished run. */
export async function thoughtsOf(store: Store, closing: Thought): Promise<readonly Thought[]> {
  const { sessionId } = closing;
  const steps = closing.metadata.steps as readonly number[];
  const pages = await Promise.all(
    steps.map((seq) => store.thoughts(sessionId, { after: seq - 1, limit: 1 })),
  );
  return [...pages.flat(), closing];
}

/** An engine failure that also names the session with the thoughts recorded before it. */
function located(error: unknown, sessionId: string): unknown {
  if (!(error instanceof Failure) || !isEngineTrouble(error)) return error;
  const { reason, ...data } = error.data;
  return new Failure(error.code, {
    ...data,
    reason: `${reason} Session ${sessionId} contains what was recorded before.`,
  });
}

type EngineTrouble = Failure<"ENGINE_UNAVAILABLE" | "ENGINE_TIMEOUT" | "ENGINE_REFUSED">;

/** Whether the model was unavailable or did not answer usably. */
export function isEngineTrouble(failure: Failure): failure is EngineTrouble {
  return ["ENGINE_UNAVAILABLE", "ENGINE_TIMEOUT", "ENGINE_REFUSED"].includes(failure.code);
}
