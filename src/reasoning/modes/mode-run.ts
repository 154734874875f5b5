import {
  type AppendResult,
  Failure,
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
import { ask, type Journal, type ModelAnswer, type ReasoningObserver } from "../ask.ts";
import { fitted } from "../fitted.ts";
import { thoughtsUpTo } from "../linear.ts";

/** What one model turn is to give. */
export interface ModelQuestion<T> {
  /** What the caller hears while it is asked for. */
  readonly says: string;
  readonly turn: Pick<Turn, "system" | "messages">;
  /** What is wanted, for the second question and for the refusal: "three approaches". */
  readonly wants: string;
  /** Undefined when the answer cannot be used; the last answer may be read with more patience. */
  readonly read: (text: string, isLast: boolean) => T | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** A thought of a run, before it is recorded. */
export interface Step {
  readonly content: string;
  /** The model's turn that it comes from, where one does. */
  readonly asked?: ModelAnswer;
  readonly confidence?: number | undefined;
  readonly given?: number | undefined;
  /** The branch that it stands in, and the thought that the branch forks from. */
  readonly lane?: { readonly branchId: string; readonly from: Thought };
  readonly revises?: number;
  /** The last thought of the run, which completes the session. */
  readonly closes?: boolean;
  readonly metadata?: Readonly<Record<string, unknown>>;
}

/** One call of a mode: a session, a model to ask and a ledger to record in. */
export interface ModeRun {
  readonly store: Store;
  readonly sessionId: string;
  readonly question: string;
  /** What the session held before, newest last. */
  readonly earlier: readonly Thought[];
  readonly signal: AbortSignal | undefined;
  ask<T>(wish: ModelQuestion<T>): Promise<{ readonly said: T; readonly asked: ModelAnswer }>;
  record(step: Step): Promise<AppendResult>;
}

/** What a mode is called with. */
export interface ModeRequest {
  readonly store: Store;
  readonly engine: Engine | undefined;
  readonly author: Author;
  readonly operation: string;
  readonly question: string;
  readonly watch: ReasoningObserver;
}

/**
 * Runs a mode and answers all thoughts of the run as the ledger has them, the closing one last. What was recorded
 * before a failure stays, and the failure says where.
 */
export async function runMode(
  call: ModeRequest,
  mode: (run: ModeRun) => Promise<AppendResult>,
): Promise<readonly Thought[]> {
  const { store, watch } = call;
  const { sessionId, count } = await remembered(watch.journal, "begin", () => begin(call));
  const steps: number[] = [];
  try {
    const closing = await mode({
      store,
      sessionId,
      question: call.question,
      earlier: await thoughtsUpTo(store, sessionId, count),
      signal: call.watch.signal,
      ...asking(call, sessionId),
      ...recording(call, sessionId, steps),
    });
    return thoughtsOf(store, closing.thought);
  } catch (error) {
    throw steps.length > 0 ? located(error, sessionId) : error;
  }
}

/** The session, and how many thoughts it has before the first of this run. */
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

/** Asks once more when the answer cannot be used, and then gives up. */
function asking({ engine, watch, operation }: ModeRequest, sessionId: string): Pick<ModeRun, "ask"> {
  let told = 0;
  const tell = (says: string) => watch.progress?.(says, ++told);
  const about = { thread: sessionId, purpose: operation };
  const { journal } = watch;
  return {
    async ask({ says, turn, wants, read, signal = watch.signal }) {
      const listen: ReasoningObserver = {
        ...(signal && { signal }),
        progress: (beat) => tell(`${says} (${beat})`),
      };
      tell(says);
      const asked = await remembered(journal, says, () => ask(engine, { ...turn, ...about }, listen));
      const said = read(asked.text, false);
      if (said !== undefined) return { said, asked };
      tell(`${says}, once more: the answer could not be used`);
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
  { store, author, operation, question, watch: { journal } }: ModeRequest,
  sessionId: string,
  steps: number[],
): Pick<ModeRun, "record"> {
  const inLane = new Map<string, number>();
  const client = clientKey(author.handle);
  /** The thoughts of one lane come one after another: their numbers name them, whoever records them. */
  function keyOf(lane = ""): Author["idempotency"] {
    const number = (inLane.get(lane) ?? 0) + 1;
    inLane.set(lane, number);
    return journal && { scope: journal.key, key: `${number} ${lane}` };
  }
  return {
    async record({ content, asked, confidence, given, lane, revises, closes = false, metadata }) {
      const writer = asked?.model ?? author.name;
      const own = keyOf(lane?.branchId);
      const idempotency = (closes ? author.idempotency : undefined) ?? own;
      const result = await store.append({
        target: {
          sessionId,
          create: () => ({
            id: sessionId,
            title: titleFrom(question),
            mode: "linear",
            ...(client !== undefined && { client }),
          }),
        },
        content: fitted(content),
        ...(confidence !== undefined && { confidence }),
        ...(lane && { branchId: lane.branchId, branchFrom: lane.from.number, branchFromId: lane.from.id }),
        ...(revises !== undefined && { isRevision: true, revises }),
        nextThoughtNeeded: !closes,
        mode: "linear",
        source: "reasoning",
        ...(writer !== undefined && { author: writer }),
        ...(idempotency && { idempotency }),
        metadata: {
          operation,
          ...(asked && { engine: asked.engine, model: asked.model }),
          ...(asked?.usage && { usage: asked.usage }),
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

/** The thoughts of a run that is over, as they stand in the ledger now. */
export async function thoughtsOf(store: Store, closing: Thought): Promise<readonly Thought[]> {
  const { sessionId } = closing;
  const steps = closing.metadata.steps as readonly number[];
  const pages = await Promise.all(
    steps.map((seq) => store.thoughts(sessionId, { after: seq - 1, limit: 1 })),
  );
  return [...pages.flat(), closing];
}

/** An engine's failure that also says where to find what was recorded before it. */
function located(error: unknown, sessionId: string): unknown {
  if (!(error instanceof Failure) || !isEngineTrouble(error)) return error;
  const { reason, ...data } = error.data;
  return new Failure(error.code, {
    ...data,
    reason: `${reason} Session ${sessionId} keeps what was recorded before.`,
  });
}

type EngineTrouble = Failure<"ENGINE_UNAVAILABLE" | "ENGINE_TIMEOUT" | "ENGINE_REFUSED">;

/** Whether a model could not be had, or did not give what was asked for. */
export function isEngineTrouble(failure: Failure): failure is EngineTrouble {
  return ["ENGINE_UNAVAILABLE", "ENGINE_TIMEOUT", "ENGINE_REFUSED"].includes(failure.code);
}
