import type { EngineFailure } from "../../llm/index.ts";
import type { MessageStreamChunk } from "../chunk.ts";
import type { LoopRun } from "./loop-run.ts";
import { problemOf } from "./run-tool.ts";

type DoneChunk = Extract<MessageStreamChunk, { readonly type: "done" }>;
type ErrorChunk = Extract<MessageStreamChunk, { readonly type: "error" }>;

/** The last chunk of a stream. */
export type End = DoneChunk | ErrorChunk;

/** The end of a message that its caller does not want any more. */
export const ABORTED: End = {
  type: "error",
  error: "The message was aborted.",
  code: "ABORTED",
  fatal: true,
};

/** The end of a message that went well, or stopped at a limit. */
export function doneChunk(run: LoopRun, stop: DoneChunk["stop"]): End {
  return { type: "done", stop, message_id: run.turnId };
}

/** The end of a message whose turn failed, in the failure's own line. */
export function engineFailed({ message }: EngineFailure): End {
  return { type: "error", error: message, code: "ENGINE", fatal: true };
}

/** The end of a message that something unforeseen befell. */
export function internalError(thrown: unknown): End {
  return { type: "error", error: problemOf(thrown), code: "INTERNAL", fatal: true };
}
