import type { Chunks, LoopResult, RunMessage } from "../loop.ts";
import { type End, internalError } from "./end.ts";
import { closeUp, endRun, type LoopRun, openRun } from "./loop-run.ts";
import { work } from "./work.ts";

/**
 * Works on one message. Nothing happens before the first chunk is asked for, and the model is read only as fast as the
 * chunks are. Leaving, even while a chunk is waited for, closes the request and stops the tools; the answer of `return`
 * is where the conversation then stands.
 */
export const runMessage: RunMessage = (conversation, message, parts) => {
  let begun: LoopRun | undefined;
  const begin = () => {
    begun ??= openRun(conversation, message, parts);
    return begun;
  };
  const chunks = stream(begin);
  const leave = async (): Promise<IteratorReturnResult<LoopResult>> => {
    const run = begin();
    // A generator that waits for something would hear of its end only afterwards.
    run.interruption.abort();
    await chunks.return(undefined as never);
    await closeUp(run).catch(() => {});
    return { done: true, value: endRun(run) };
  };
  return {
    next: () => chunks.next(),
    return: leave,
    async throw(error) {
      await leave();
      throw error;
    },
    [Symbol.asyncIterator]() {
      return this;
    },
    async [Symbol.asyncDispose]() {
      await leave();
    },
  };
};

/** The history is in order before anybody hears of the end. */
async function* stream(begin: () => LoopRun): Chunks<LoopResult> {
  const run = begin();
  let end: End;
  try {
    end = yield* work(run);
  } catch (error) {
    await closeUp(run).catch(() => {});
    end = internalError(error);
  }
  const result = endRun(run);
  yield [end];
  return result;
}
