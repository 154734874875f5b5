import { addUsage, type Message, type ThinkingPlan, textOf, type UserMessage } from "../llm/index.ts";
import type { Store } from "../store/port.ts";
import type { MessageStreamChunk } from "./chunk.ts";
import { carryNotes, recordMessage } from "./ledger-record.ts";
import { type Grant, grant } from "./limits/index.ts";
import { answerOpenCalls, isThinking, stripThinking } from "./loop/history.ts";
import type { HostTool, LoopOptions, LoopResult, RunMessage } from "./loop.ts";
import { type HostSessionState, saveSession } from "./session-state.ts";

/** A message to work on, or a grant with which the last one continues. */
export type StreamRequest = { readonly message: UserMessage } | { readonly more: Grant };

/** The events of a message. */
export type MessageStream = AsyncGenerator<MessageStreamChunk, void>;

/** What all message streams of a manager share. */
export interface StreamOptions {
  readonly store: Store;
  readonly run: RunMessage;
  readonly loop: Pick<LoopOptions, "parallel" | "resultCharacters" | "toolTimeoutMs" | "hooks">;
  readonly now: () => number;
  readonly tools: (state: HostSessionState) => readonly HostTool[];
}

/**
 * Works on a message of a session. Nothing happens before the first chunk is requested. Everything that was shown is in
 * the store and in the ledger before the stream ends. Leaving the stream, even while a chunk is pending, stops the work
 * and keeps what exists.
 */
export function streamMessage(
  state: HostSessionState,
  request: StreamRequest,
  options: StreamOptions,
  signal?: AbortSignal,
): MessageStream {
  const stopping = new AbortController();
  const stop = () => stopping.abort();
  const chunks = work(state, request, options, { stopping, signal });
  return {
    next: () => chunks.next(),
    return(value) {
      // A waiting generator would not notice `return` until later.
      stop();
      return chunks.return(value);
    },
    throw(error) {
      stop();
      return chunks.throw(error);
    },
    [Symbol.asyncIterator]() {
      return this;
    },
    async [Symbol.asyncDispose]() {
      await this.return();
    },
  };
}

interface Stops {
  readonly stopping: AbortController;
  readonly signal: AbortSignal | undefined;
}

async function* work(
  state: HostSessionState,
  request: StreamRequest,
  options: StreamOptions,
  stops: Stops,
): MessageStream {
  if (state.stop)
    return yield fatal("BUSY", "Another message is in progress in this session: wait for its end.");
  const release = occupy(state, options, stops);
  try {
    const conflict = await begin(state, request, options);
    if (conflict !== undefined) return yield fatal("CONFLICT", conflict);
    const { warning, ...thinking } = await state.planThinking();
    if (warning !== undefined) state.warnings.push(warning);
    const run = openMessageRun(state, request, thinking, options, stops.stopping);
    let problem: MessageStreamChunk | undefined;
    try {
      yield* newWarnings(state);
      for (let chunk = await run.next(); chunk !== undefined; chunk = await run.next()) {
        yield chunk;
        if (state.warnings.length > 0) yield* newWarnings(state);
      }
    } catch (error) {
      problem = fatal("INTERNAL", error instanceof Error ? error.message : String(error));
    } finally {
      await run.settle();
    }
    yield* newWarnings(state);
    yield problem ?? run.end();
  } finally {
    release();
  }
}

/** Reserves the session for this message; returns how to release it. */
function occupy(state: HostSessionState, { now }: StreamOptions, { stopping, signal }: Stops): () => void {
  const stop = () => stopping.abort();
  state.stop = stop;
  if (signal?.aborted) stop();
  signal?.addEventListener("abort", stop, { once: true });
  state.lastActivity = now();
  return () => {
    signal?.removeEventListener("abort", stop);
    state.stop = undefined;
    state.lastActivity = now();
  };
}

/** Adds the message to the history, or the grant to the budget, and saves. Returns a conflict. */
async function begin(
  state: HostSessionState,
  request: StreamRequest,
  { store }: StreamOptions,
): Promise<string | undefined> {
  const { budget, limited } = state;
  const count = state.messages.length;
  if ("message" in request) state.messages.push(request.message);
  else state.budget = grant(budget, request.more);
  state.limited = undefined;
  const problem = await saveSession(state, store);
  if (problem?.isConflict) {
    state.messages.length = count;
    Object.assign(state, { budget, limited });
    return problem.message;
  }
  if (problem) state.warnings.push(problem.message);
}

/** Runs the loop on a message that is already in the history; saves and records everything on the way. */
function openMessageRun(
  state: HostSessionState,
  request: StreamRequest,
  thinking: Omit<ThinkingPlan, "warning">,
  options: StreamOptions,
  stopping: AbortController,
) {
  const { store } = options;
  const { config } = state;
  const message = "message" in request ? request.message : undefined;
  const before = state.messages.length - (message ? 1 : 0);
  const history = [
    ...stripThinking(state.messages.slice(0, state.foreign)),
    ...state.messages.slice(state.foreign, before),
  ];
  const record = recordMessage(recordTarget(state, store), state.model);
  if (message) record.addUserText(textOf(message));
  let result: LoopResult | undefined;
  let end: MessageStreamChunk | undefined;
  let conflict: string | undefined;

  async function save(): Promise<void> {
    if (conflict !== undefined) return;
    const problem = await saveSession(state, store);
    if (!problem?.isConflict) return void (problem && state.warnings.push(problem.message));
    conflict = problem.message;
    stopping.abort();
  }

  const loop = options.run({ messages: history, budget: state.budget }, message, {
    ...options.loop,
    hooks: carryNotes(store, state.id, options.loop.hooks),
    engine: state.engine.engine,
    model: state.model,
    system: config.system_prompt,
    thinking: thinking.request,
    maxTokens: thinking.maxTokens,
    temperature: config.temperature,
    tools: () => options.tools(state),
    signal: stopping.signal,
    now: options.now,
    thread: state.id,
    onBegin(handle) {
      state.work = handle;
    },
    async onMessage(added, budget) {
      state.messages.push(added);
      state.budget = budget;
      await save();
    },
  });

  /** The next chunk; undefined when only the end is left. */
  async function next(): Promise<MessageStreamChunk | undefined> {
    for (;;) {
      const step = await loop.next();
      if (step.done) {
        result = step.value;
        return;
      }
      const chunk = step.value;
      record.addChunk(chunk);
      if (chunk.type === "usage") {
        state.usage = addUsage(state.usage, chunk.usage);
        state.cost += chunk.cost ?? 0;
      }
      if (chunk.type !== "done" && !(chunk.type === "error" && chunk.fatal)) return chunk;
      end = chunk;
    }
  }

  function applyResult({ budget, refused, messages }: LoopResult): void {
    state.budget = budget;
    state.limited = refused;
    // The service no longer accepted the earlier thinking, and the loop continued without it.
    if (history.some(hasThinking) && !messages.slice(0, history.length).some(hasThinking))
      state.foreign = before;
  }

  return {
    next,
    /** Stops unfinished work, and saves and records everything. */
    async settle(): Promise<void> {
      if (result === undefined) {
        stopping.abort();
        while ((await next()) !== undefined);
      }
      state.work = undefined;
      if (result) applyResult(result);
      state.messages.push(...answerOpenCalls(state.messages).slice(state.messages.length));
      await save();
      const lost = await record.flush();
      if (lost !== undefined) state.warnings.push(lost);
      // A thought reopens its ledger session; one that was ended meanwhile stays completed.
      if (state.ended) await store.changeSession(state.id, { status: "completed" }).catch(() => {});
    },
    end(): MessageStreamChunk {
      if (conflict !== undefined) return fatal("CONFLICT", conflict);
      return end ?? fatal("INTERNAL", "The message stream ended without an end.");
    },
  };
}

function hasThinking({ content }: Message): boolean {
  return content.some(isThinking);
}

function recordTarget({ id, config, forkedFrom }: HostSessionState, store: Store) {
  const { title, project, tags } = config;
  const opening = { title, project, tags, ...(forkedFrom && { metadata: { forkedFrom } }) };
  return { store, sessionId: id, opening };
}

/** Each warning is shown once per session. */
function* newWarnings(state: HostSessionState): Generator<MessageStreamChunk, void> {
  for (const content of state.warnings.splice(0)) {
    if (state.shownWarnings.has(content)) continue;
    state.shownWarnings.add(content);
    yield { type: "warning", content };
  }
}

type ErrorChunk = Extract<MessageStreamChunk, { type: "error" }>;

function fatal(code: ErrorChunk["code"], error: string): ErrorChunk {
  return { type: "error", error, code, fatal: true };
}
