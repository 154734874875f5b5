import type { Answer } from "./answer.ts";
import type { RecordedRequest, Reply, ReplyError } from "./reply.ts";

/** Why a service turns a request away. */
export interface Refusal extends ReplyError {
  readonly status: number;
  readonly message: string;
  readonly param?: string;
}

/** What the server is told of the world it plays. */
export interface World {
  /** The only key that is right; any key is when absent, and none is needed when `false`. */
  readonly key: string | false | undefined;
  /** The models, and the pipes, that exist; all do when absent. */
  readonly models: readonly string[] | undefined;
}

/** One service's way to say no, to answer and to fail. */
export interface WireFormat {
  refuse(request: RecordedRequest, world: World): Refusal | undefined;
  answer(reply: Reply, request: RecordedRequest): Answer;
  fail(status: number, error: ReplyError | undefined): Answer;
}

/** Whether the key is missing or wrong. */
export function keyTrouble(request: RecordedRequest, world: World): "missing" | "wrong" | undefined {
  if (world.key === false) return;
  const key = keyOf(request);
  if (key === undefined || key === "") return "missing";
  if (world.key !== undefined && key !== world.key) return "wrong";
}

/** The key that a request carries: `x-api-key` where there is one, and the bearer token otherwise. */
function keyOf(request: RecordedRequest): string | undefined {
  return request.headers["x-api-key"] ?? request.headers.authorization?.match(/^Bearer\s+(\S+)$/i)?.[1];
}
