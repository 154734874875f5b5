import type { Usage } from "../llm/index.ts";
import type { LimitCode, Remaining } from "./limits/index.ts";

/**
 * What happens while a message is worked on, as it happens. `content` of `thinking` and `content` chunks are deltas;
 * those of one block share its `id`. A stream ends in exactly one `done`, or in one `error` that is `fatal`.
 */
export type MessageStreamChunk =
  | { readonly type: "thinking"; readonly content: string; readonly id: string }
  | { readonly type: "content"; readonly content: string; readonly id: string }
  | {
      readonly type: "tool_start";
      /** The tool's name. */
      readonly content: string;
      /** The call's id, which its result has as well. */
      readonly id: string;
      readonly server?: string;
      readonly input: Readonly<Record<string, unknown>>;
    }
  /** How far a call is, as its tool says. Of many that are not read in time only the last are kept. */
  | {
      readonly type: "tool_progress";
      /** What the tool says, at most 500 characters. */
      readonly content: string;
      /** The call's id. */
      readonly id: string;
      readonly name: string;
      readonly progress?: number;
      readonly total?: number;
    }
  | {
      readonly type: "tool_result";
      /** The result as text, cut to what is kept. */
      readonly content: string;
      readonly id: string;
      readonly name: string;
      readonly is_error: boolean;
      readonly duration_ms: number;
    }
  /** Something that the host did otherwise than configured, such as leaving thinking out. */
  | { readonly type: "warning"; readonly content: string }
  /** What a turn used, as the service reports it, and what is left of the limits. */
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
      /** `BUSY`: another message is under way. `CONFLICT`: another program has gone on with the session. */
      readonly code: LimitCode | "ENGINE" | "ABORTED" | "INTERNAL" | "BUSY" | "CONFLICT";
      /** For a limit: which, how much, and how much was used. */
      readonly scope?: string;
      readonly limit?: number;
      readonly used?: number;
      /** The stream ends here; one that is not fatal is followed by a last turn. */
      readonly fatal: boolean;
    }
  | {
      readonly type: "done";
      readonly stop: "end" | "limit" | "length" | "refusal";
      readonly message_id: string;
    };
