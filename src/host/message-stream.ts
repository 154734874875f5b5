import type { UserMessage } from "../llm/index.ts";
import type { MessageStreamChunk } from "./chunk.ts";
import { keep } from "./keep.ts";
import { type Grant, grant } from "./limits/index.ts";
import type { Chunks } from "./loop.ts";
import { type MessageRun, openMessageRun, type StreamSurroundings } from "./message-run.ts";
import { oneByOne } from "./one-by-one.ts";
import type { HostSessionState } from "./session-state.ts";

/** What is to be done: a message to work on, or a grant with which the last one goes on. */
export type StreamOrder = { readonly message: UserMessage } | { readonly more: Grant };

/** A stream of what happens. */
export type MessageStream = AsyncGenerator<MessageStreamChunk, void>;

/**
 * Works on a message of a session. Nothing happens before the first chunk is asked for. All that was shown is in the
 * store and in the ledger before the stream ends; leaving it stops the work, even while a chunk is waited for, and keeps
 * what there is.
 */
export function streamMessage(
  state: HostSessionState,
  order: StreamOrder,
  around: StreamSurroundings,
  signal?: AbortSignal,
): MessageStream {
  const stopping = new AbortController();
  const stop = () => stopping.abort();
  const chunks = oneByOne(work(state, order, around, { stopping, signal }));
  return {
    next: () => chunks.next(),
    return(value) {
      // A generator that waits for something would hear of its end only afterwards.
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
  order: StreamOrder,
  around: StreamSurroundings,
  stops: Stops,
): Chunks<void> {
  if (state.stop)
    return yield [fatal("BUSY", "Another message is under way in this session: wait for its end.")];
  const leave = occupy(state, around, stops);
  try {
    const conflict = await begin(state, order, around);
    if (conflict !== undefined) return yield [fatal("CONFLICT", conflict)];
    const run = await open(state, order, around, stops.stopping);
    let fault: MessageStreamChunk | undefined;
    try {
      yield warnings(state);
      for (let burst = await run.next(); burst !== undefined; burst = await run.next()) {
        yield burst;
        if (state.warnings.length > 0) yield warnings(state);
      }
    } catch (error) {
      fault = fatal("INTERNAL", error instanceof Error ? error.message : String(error));
    } finally {
      await run.settle();
    }
    yield warnings(state);
    yield [fault ?? endOf(run)];
  } finally {
    leave();
  }
}

/** Nobody else may work on the session meanwhile; answers how it is left. */
function occupy(
  state: HostSessionState,
  { now }: StreamSurroundings,
  { stopping, signal }: Stops,
): () => void {
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

async function open(
  state: HostSessionState,
  order: StreamOrder,
  around: StreamSurroundings,
  stopping: AbortController,
): Promise<MessageRun> {
  const message = "message" in order ? order.message : undefined;
  const { warning, ...thinking } = await state.thinking.order();
  if (warning !== undefined) state.warnings.push(warning);
  return openMessageRun(state, { message, thinking, stopping }, around);
}

/** Puts the message into the history, or the grant into the budget, and keeps that; tells of a conflict. */
async function begin(
  state: HostSessionState,
  order: StreamOrder,
  { store }: StreamSurroundings,
): Promise<string | undefined> {
  const { budget, limited } = state;
  const count = state.messages.length;
  if ("message" in order) state.messages.push(order.message);
  else state.budget = grant(budget, order.more);
  state.limited = undefined;
  const trouble = await keep(state, store);
  if (trouble?.conflict) {
    state.messages.length = count;
    Object.assign(state, { budget, limited });
    return trouble.problem;
  }
  if (trouble) state.warnings.push(trouble.problem);
}

/** Each warning once in a session. */
function* warnings(state: HostSessionState): Generator<MessageStreamChunk, void> {
  for (const content of state.warnings.splice(0)) {
    if (state.told.has(content)) continue;
    state.told.add(content);
    yield { type: "warning", content };
  }
}

function endOf({ end, conflict }: MessageRun): MessageStreamChunk {
  if (conflict !== undefined) return fatal("CONFLICT", conflict);
  return end ?? fatal("INTERNAL", "The message ended without an end.");
}

type ErrorChunk = Extract<MessageStreamChunk, { type: "error" }>;

function fatal(code: ErrorChunk["code"], error: string): ErrorChunk {
  return { type: "error", error, code, fatal: true };
}
