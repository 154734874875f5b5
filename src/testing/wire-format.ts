import type { Answer } from "./answer.ts";
import type { RecordedRequest, Reply, ReplyError } from "./reply.ts";

/** Why a service refuses a request. */
export interface Refusal extends ReplyError {
  readonly status: number;
  readonly message: string;
  readonly param?: string;
}

/** The account that the server simulates. */
export interface Account {
  /** The only valid key. By default any key is valid; `false` means that none is needed. */
  readonly key: string | false | undefined;
  /** The models and pipes that exist; by default, all. */
  readonly models: readonly string[] | undefined;
}

/** The wire format of one service. */
export interface WireFormat {
  refuse(request: RecordedRequest, account: Account): Refusal | undefined;
  answer(reply: Reply, request: RecordedRequest): Answer;
  fail(status: number, error: ReplyError | undefined): Answer;
}

/** Whether the API key is missing or wrong. */
export function keyProblem(request: RecordedRequest, account: Account): "missing" | "wrong" | undefined {
  if (account.key === false) return;
  const key = keyOf(request);
  if (key === undefined || key === "") return "missing";
  if (account.key !== undefined && key !== account.key) return "wrong";
}

/** The API key of a request: `x-api-key`, else the bearer token. */
function keyOf(request: RecordedRequest): string | undefined {
  return request.headers["x-api-key"] ?? request.headers.authorization?.match(/^Bearer\s+(\S+)$/i)?.[1];
}
