import { textOf, type UserMessage } from "../llm/index.ts";
import type { Store } from "../store/port.ts";
import type { MessageStreamChunk } from "./chunk.ts";
import { keep } from "./keep.ts";
import { type LedgerRecord, recordMessage } from "./ledger-record.ts";
import { type Grant, grant } from "./limits/index.ts";
import { stripThinking } from "./loop/strip-thinking.ts";
import type { HostTool, LoopParts, LoopResult, RunMessage } from "./loop.ts";
import { addUsage, type Limited, type SessionState } from "./session-state.ts";

/** What messages are worked on with, the same for all sessions. */
export interface StreamSurroundings {
  readonly store: Store;
  readonly run: RunMessage;
  readonly loop: Pick<LoopParts, "parallel" | "resultLetters" | "toolTimeoutMs" | "hooks">;
  readonly now: () => number;
  readonly tools: (state: SessionState) => readonly HostTool[];
}

/** What is to be done: a message to work on, or a grant with which the last one goes on. */
export type StreamOrder = { readonly message: UserMessage } | { readonly more: Grant };

type Fatal = Extract<MessageStreamChunk, { type: "error" }>;

/**
 * Works on a message of a session. All that was shown is in the store and in the ledger before the stream ends; leaving
 * it in the middle stops the work and keeps what there is.
 */
export async function* streamMessage(
  state: SessionState,
  order: StreamOrder,
  around: StreamSurroundings,
  signal?: AbortSignal,
): AsyncGenerator<MessageStreamChunk, void> {
  if (state.stop)
    return yield fatal("BUSY", "Another message is under way in this session: wait for its end.");
  const stopping = new AbortController();
  const stop = () => stopping.abort();
  state.stop = stop;
  if (signal?.aborted) stop();
  signal?.addEventListener("abort", stop, { once: true });
  try {
    yield* work(state, order, around, stopping);
  } finally {
    signal?.removeEventListener("abort", stop);
    state.stop = undefined;
    state.lastActivity = around.now();
  }
}

async function* work(
  state: SessionState,
  order: StreamOrder,
  around: StreamSurroundings,
  stopping: AbortController,
): AsyncGenerator<MessageStreamChunk, void> {
  const { store, now } = around;
  const message = "message" in order ? order.message : undefined;
  const before = state.messages.length;
  state.lastActivity = now();
  if ("more" in order) state.budget = grant(state.budget, order.more);
  const history = [
    ...stripThinking(state.messages.slice(0, state.foreign)),
    ...state.messages.slice(state.foreign),
  ];
  if (message) state.messages.push(message);
  const refused = await keep(state, store);
  if (refused?.conflict) {
    state.messages.length = before;
    return yield fatal("CONFLICT", refused.problem);
  }
  if (refused) state.warnings.push(refused.problem);
  state.limited = undefined;

  const record = recordMessage(recordOrder(state, store), state.model);
  if (message) record.said(textOf(message));
  const { order: thinking, maxTokens, warning } = await state.thinking.order();
  if (warning !== undefined) state.warnings.push(warning);

  let conflict: string | undefined;
  const loop = around.run({ messages: history, budget: state.budget }, message, {
    ...around.loop,
    engine: state.engine.engine,
    model: state.model,
    ...(state.config.system_prompt !== undefined && { system: state.config.system_prompt }),
    ...(thinking && { thinking }),
    ...(maxTokens !== undefined && { maxTokens }),
    ...(state.config.temperature !== undefined && { temperature: state.config.temperature }),
    tools: () => around.tools(state),
    signal: stopping.signal,
    now,
    thread: state.id,
    async onMessage(said, budget) {
      state.messages.push(said);
      state.budget = budget;
      const trouble = await keep(state, store);
      if (trouble?.conflict) {
        conflict = trouble.problem;
        stopping.abort();
      } else if (trouble) state.warnings.push(trouble.problem);
    },
  });
  let end: MessageStreamChunk | undefined;
  let reached: Limited | undefined;
  let result: LoopResult | undefined;

  /** Takes the loop's next step; its end is held back until all is kept. */
  async function next(): Promise<MessageStreamChunk | undefined> {
    for (;;) {
      const step = await loop.next();
      if (step.done) {
        result = step.value;
        return;
      }
      const chunk = step.value;
      record.follow(chunk);
      if (chunk.type === "usage") {
        state.usage = addUsage(state.usage, chunk.usage);
        state.cost += chunk.cost ?? 0;
      }
      if (chunk.type === "error" && !chunk.fatal) reached = limitOf(chunk);
      if (chunk.type !== "done" && !(chunk.type === "error" && chunk.fatal)) return chunk;
      end = chunk;
    }
  }

  async function settle(): Promise<void> {
    if (result) {
      state.budget = result.budget;
      // What an interruption left behind is known to the loop alone.
      const known = state.messages.length - before;
      state.messages.push(...result.messages.slice(history.length + known));
      if (result.limited) state.limited = reached;
    }
    const trouble = conflict === undefined ? await keep(state, store) : undefined;
    if (trouble?.conflict) conflict = trouble.problem;
    else if (trouble) state.warnings.push(trouble.problem);
    await flush(record, state, store);
  }

  try {
    yield* warnings(state);
    for (let chunk = await next(); chunk !== undefined; chunk = await next()) {
      yield chunk;
      yield* warnings(state);
    }
  } finally {
    // Whoever left the stream gets no more of it; the loop is led to its end, so that the history can go on.
    if (result === undefined) {
      stopping.abort();
      while ((await next()) !== undefined);
    }
    await settle();
  }
  yield* warnings(state);
  if (conflict !== undefined) yield fatal("CONFLICT", conflict);
  else yield end ?? fatal("INTERNAL", "The message ended without an end.");
}

async function flush(record: LedgerRecord, state: SessionState, store: Store): Promise<void> {
  const lost = await record.flush();
  if (lost !== undefined) state.warnings.push(lost);
  // A thought opens its session again; one that was ended meanwhile stays so.
  if (state.ended) await store.changeSession(state.id, { status: "completed" }).catch(() => {});
}

/** Each warning once in a session. */
function* warnings(state: SessionState): Generator<MessageStreamChunk, void> {
  for (const content of state.warnings.splice(0)) {
    if (state.told.has(content)) continue;
    state.told.add(content);
    yield { type: "warning", content };
  }
}

function recordOrder(state: SessionState, store: Store) {
  const { title, project, tags } = state.config;
  return {
    store,
    sessionId: state.id,
    opening: {
      ...(title !== undefined && { title }),
      ...(project !== undefined && { project }),
      ...(tags && { tags }),
      metadata: { door: "host", ...(state.forkedFrom && { forkedFrom: state.forkedFrom }) },
    },
  };
}

function limitOf({ code, scope }: Fatal): Limited | undefined {
  if (!code.endsWith("_LIMIT") || scope === undefined) return;
  return { code, scope } as Limited;
}

function fatal(code: Fatal["code"], error: string): Fatal {
  return { type: "error", error, code, fatal: true };
}
