export {
  type Cassette,
  type CassettePlayer,
  type CassetteRecorder,
  recordCassette,
  replayCassette,
} from "./cassette.ts";
export type { LoopbackServer } from "./loopback.ts";
export { type ModelServer, type ModelServerOptions, startModelServer } from "./model-server.ts";
export type {
  Block,
  Piece,
  Pieces,
  RecordedRequest,
  RedactedBlock,
  Reply,
  ReplyError,
  ReplyUsage,
  RequestBody,
  RequestMessage,
  Script,
  TextBlock,
  ThinkingBlock,
  ToolCall,
  ToolCallBlock,
} from "./reply.ts";
