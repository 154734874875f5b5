import type { Usage } from "../llm/index.ts";
import type { LimitCode, Remaining } from "./limits/index.ts";

/**
 * The events of a message stream. `content` of `thinking` and `content` chunks is a delta; deltas of one block share its
 * `id`. A stream ends in exactly one `done`, or in one `error` with `fatal: true`.
 */
export type MessageStreamChunk =
  | { readonly type: "thinking"; readonly content: string; readonly id: string }
  | { readonly type: "content"; readonly content: string; readonly id: string }
  | {
      readonly type: "tool_start";
      /** The tool's name. */
      readonly content: string;
      /** The call's id; its result has the same one. */
      readonly id: string;
      readonly server?: string;
      readonly input: Readonly<Record<string, unknown>>;
    }
  /** Progress that a tool reports. If it is not read in time, only the newest is kept. */
  | {
      readonly type: "tool_progress";
      /** The tool's message, at most 500 characters. */
      readonly content: string;
      /** The call's id. */
      readonly id: string;
      readonly name: string;
      readonly progress?: number;
      readonly total?: number;
    }
  | {
      readonly type: "tool_result";
      /** The result as text, as the model sees it. */
      readonly content: string;
      readonly id: string;
      readonly name: string;
      readonly is_error: boolean;
      readonly duration_ms: number;
    }
  /** Something that differs from the configuration, such as thinking that was left out. */
  | { readonly type: "warning"; readonly content: string }
  /** The usage of a turn as the service reports it, and what is left of the limits. */
  | {
      readonly type: "usage";
      readonly usage: Usage;
      readonly cost?: number;
      readonly model: string;
      readonly remaining: Remaining;
    }
  | {
      readonly type: "error";
      readonly error: string;
      /** `BUSY`: another message is in progress. `CONFLICT`: another program continued the session. */
      readonly code: LimitCode | "ENGINE" | "ABORTED" | "INTERNAL" | "BUSY" | "CONFLICT";
      /** For a limit: its scope, its value, and how much was used. */
      readonly scope?: string;
      readonly limit?: number;
      readonly used?: number;
      /** Whether the stream ends here. An error that is not fatal is followed by a last turn. */
      readonly fatal: boolean;
    }
  | {
      readonly type: "done";
      readonly stop: "end" | "limit" | "length" | "refusal";
      readonly message_id: string;
    };
