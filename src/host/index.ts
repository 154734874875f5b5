import { type SessionManagerOptions, SessionManager as Sessions } from "./session-manager.ts";

export { type Engine, type Message, supportsThinking, type Usage } from "../llm/index.ts";
export {
  type Answered,
  authorizeOnLoopback,
  createOAuth,
  fileOAuthStore,
  memoryOAuthStore,
  type Question,
  type SamplingRequest,
  type ServerAuth,
  type ServerEntries,
} from "../mcp/connect/index.ts";
export type { AgentSession, ChatMessage, SendOptions, SessionData } from "./agent-session.ts";
export type { MessageStreamChunk } from "./chunk.ts";
export type { AiSdkModel, LLMConfig, ThinkingConfig } from "./config.ts";
export type { Grant, MaxToolCalls, Remaining, ResourceLimits } from "./limits/index.ts";
export type { Approval, HostTool, HostToolResult, PendingCall, ToolHooks, ToolOrigin } from "./loop.ts";
export { type AnsweredCall, type MessageAnswer, MessageFailure } from "./message-answer.ts";
export type { MessageStream } from "./message-stream.ts";
export type { SamplingOptions } from "./sampling.ts";
export type { MessageContent, SessionManagerOptions } from "./session-manager.ts";

/** Runs agents with limits. `env` defaults to the variables of this process. */
export class SessionManager extends Sessions {
  constructor(options: SessionManagerOptions = {}) {
    super({ env: process.env, ...options });
  }
}
