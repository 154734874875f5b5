import type { JSONRPCErrorResponse } from "@modelcontextprotocol/client";

/** How much of a message's two ends is kept when it is too long to be read. */
export const END_BYTES = 256;

/** The two ends of a message that was too long to be read. */
export interface LongMessage {
  readonly head: string;
  readonly tail: string;
  readonly bytes: number;
}

/**
 * What stands in for an answer that is too long, so that the one who waits for it learns why: an error with the id that
 * one of the message's ends tells. Undefined when neither does.
 */
export function refuseLong(message: LongMessage, limit: number): JSONRPCErrorResponse | undefined {
  const id = idOf(message);
  return id === undefined ? undefined : longAnswer(id, message.bytes, limit);
}

/** The error that tells a caller that the answer with this id was too long. */
export function longAnswer(id: string | number, bytes: number, limit: number): JSONRPCErrorResponse {
  const message = `The answer has ${bytes} bytes or more; at most ${limit} are read. Ask for less at once.`;
  return { jsonrpc: "2.0", id, error: { code: -32603, message } };
}

/** Members of the message itself stand at its very ends, before or after its long result. */
function idOf({ head, tail }: LongMessage): string | number | undefined {
  const first =
    /^\s{0,9}\{(?:\s{0,9}"jsonrpc"\s{0,9}:\s{0,9}"2\.0"\s{0,9},)?\s{0,9}"id"\s{0,9}:\s{0,9}(\d{1,20}|"[^"\\]{1,100}")\s{0,9},/.exec(
      head,
    );
  const last =
    /,\s{0,9}"id"\s{0,9}:\s{0,9}(\d{1,20}|"[^"\\]{1,100}")\s{0,9}(?:,\s{0,9}"jsonrpc"\s{0,9}:\s{0,9}"2\.0"\s{0,9})?\}\s{0,9}$/.exec(
      tail,
    );
  const found = first?.[1] ?? last?.[1];
  return found === undefined ? undefined : JSON.parse(found);
}
