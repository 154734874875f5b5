import { type ThinkingOrder, textOf, type UserMessage } from "../llm/index.ts";
import type { Store } from "../store/port.ts";
import type { MessageStreamChunk } from "./chunk.ts";
import { keep } from "./keep.ts";
import { recordMessage } from "./ledger-record.ts";
import { answerOpenCalls } from "./loop/answer-open-calls.ts";
import { isThinking, stripThinking } from "./loop/strip-thinking.ts";
import type { HostTool, LoopParts, LoopResult, RunMessage } from "./loop.ts";
import type { Burst } from "./one-by-one.ts";
import { addUsage, type HostSessionState } from "./session-state.ts";

/** What messages are worked on with, the same for all sessions. */
export interface StreamSurroundings {
  readonly store: Store;
  readonly run: RunMessage;
  readonly loop: Pick<LoopParts, "parallel" | "resultLetters" | "toolTimeoutMs" | "hooks">;
  readonly now: () => number;
  readonly tools: (state: HostSessionState) => readonly HostTool[];
}

/** A message that is ready to be worked on; its text is in the history already. */
export interface MessageOrder {
  /** Absent where the last one goes on. */
  readonly message: UserMessage | undefined;
  readonly thinking: { readonly order?: ThinkingOrder; readonly maxTokens?: number };
  readonly stopping: AbortController;
}

/** One message while it is worked on: the loop's chunks, with all that happens kept and recorded on the way. */
export interface MessageRun {
  /** The next chunks; nothing when there are no more but the last one. */
  next(): Promise<Burst<MessageStreamChunk> | undefined>;
  /** Stops the work where it is not done, and makes sure that all of it is kept and recorded. */
  settle(): Promise<void>;
  /** How it ended, once it has. */
  readonly end: MessageStreamChunk | undefined;
  /** Another program has written to the session meanwhile, in its words. */
  readonly conflict: string | undefined;
}

/** Begins to work on a message. */
export function openMessageRun(
  state: HostSessionState,
  { message, thinking, stopping }: MessageOrder,
  around: StreamSurroundings,
): MessageRun {
  const { store } = around;
  const before = state.messages.length - (message ? 1 : 0);
  const history = historyOf(state, before);
  const record = recordMessage(recordOrder(state, store), state.model);
  if (message) record.said(textOf(message));
  let result: LoopResult | undefined;
  let end: MessageStreamChunk | undefined;
  let conflict: string | undefined;

  async function keepNow(): Promise<void> {
    if (conflict !== undefined) return;
    const trouble = await keep(state, store);
    if (!trouble?.conflict) return void (trouble && state.warnings.push(trouble.problem));
    conflict = trouble.problem;
    stopping.abort();
  }

  const { config } = state;
  const loop = around.run({ messages: history, budget: state.budget }, message, {
    ...around.loop,
    engine: state.engine.engine,
    model: state.model,
    ...(config.system_prompt !== undefined && { system: config.system_prompt }),
    ...(thinking.order && { thinking: thinking.order }),
    ...(thinking.maxTokens !== undefined && { maxTokens: thinking.maxTokens }),
    ...(config.temperature !== undefined && { temperature: config.temperature }),
    tools: () => around.tools(state),
    signal: stopping.signal,
    now: around.now,
    thread: state.id,
    onBegin(work) {
      state.work = work;
    },
    async onMessage(said, budget) {
      state.messages.push(said);
      state.budget = budget;
      await keepNow();
    },
  });

  async function next(): Promise<Burst<MessageStreamChunk> | undefined> {
    const step = await loop.next();
    if (!step.done) return noted(step.value);
    result = step.value;
  }

  function* noted(burst: Burst<MessageStreamChunk>): Generator<MessageStreamChunk, void> {
    for (const chunk of burst) {
      record.follow(chunk);
      if (chunk.type === "usage") {
        state.usage = addUsage(state.usage, chunk.usage);
        state.cost += chunk.cost ?? 0;
      }
      if (chunk.type === "done" || (chunk.type === "error" && chunk.fatal)) end = chunk;
      else yield chunk;
    }
  }

  function takeResult({ budget, limited, refused, messages }: LoopResult): void {
    state.budget = budget;
    state.limited = limited ? refused : undefined;
    // The service no longer took the thinking of before, and the loop went on without it.
    if (history.some(hasThinking) && !messages.slice(0, history.length).some(hasThinking))
      state.foreign = before;
  }

  return {
    next,
    async settle() {
      if (result === undefined) {
        stopping.abort();
        for (let burst = await next(); burst !== undefined; burst = await next()) for (const _ of burst);
      }
      state.work = undefined;
      if (result) takeResult(result);
      state.messages.push(...answerOpenCalls(state.messages).slice(state.messages.length));
      await keepNow();
      const lost = await record.flush();
      if (lost !== undefined) state.warnings.push(lost);
      // A thought opens its session again; one that was ended meanwhile stays so.
      if (state.ended) await store.changeSession(state.id, { status: "completed" }).catch(() => {});
    },
    get end() {
      return end;
    },
    get conflict() {
      return conflict;
    },
  };
}

/** What the model gets to see of the messages before this one. */
function historyOf({ messages, foreign }: HostSessionState, before: number) {
  return [...stripThinking(messages.slice(0, foreign)), ...messages.slice(foreign, before)];
}

function hasThinking({ content }: HostSessionState["messages"][number]): boolean {
  return content.some(isThinking);
}

function recordOrder({ id, config, forkedFrom }: HostSessionState, store: Store) {
  const { title, project, tags } = config;
  return {
    store,
    sessionId: id,
    opening: {
      ...(title !== undefined && { title }),
      ...(project !== undefined && { project }),
      ...(tags && { tags }),
      ...(forkedFrom && { metadata: { forkedFrom } }),
    },
  };
}
