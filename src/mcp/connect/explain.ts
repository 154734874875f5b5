import { SdkError, SdkErrorCode, SdkHttpError } from "@modelcontextprotocol/client";
import { redactText } from "../../ledger/index.ts";

const MAX_CHARACTERS = 500;

/** A problem with a server. The message is one line for people. */
export class ServerError extends Error {
  override readonly name = "ServerError";
}

/** An error as one short line without secrets. */
export function explain(error: unknown): string {
  if (error instanceof ServerError) return error.message;
  if (error instanceof SdkHttpError) {
    const { status, statusText, text } = error.data;
    return oneLine(`HTTP ${status}: ${text || statusText || "no explanation"}`);
  }
  const message = error instanceof Error ? error.message : String(error);
  // `fetch failed` says nothing; the reason is in the innermost cause.
  const cause = error instanceof Error ? reason(error.cause) : undefined;
  const plain = message.replace(/^Version negotiation (probe )?failed: /, "");
  return oneLine(cause && !plain.includes(cause) ? `${plain} (${cause})` : plain);
}

/** A text as one line of limited length without secrets. The end is kept, because it says what happened. */
export function oneLine(text: string): string {
  const line = redactText(text)
    .replaceAll(/[\s\p{Cc}]+/gu, " ")
    .trim()
    .toWellFormed();
  return line.length <= MAX_CHARACTERS ? line : `…${line.slice(1 - MAX_CHARACTERS)}`;
}

/** Whether the connection is lost, so that the next call needs a new one. */
export function isLost(error: unknown): boolean {
  if (error instanceof SdkHttpError) return error.status === 404 || (error.status ?? 0) >= 502;
  if (error instanceof SdkError)
    return error.code === SdkErrorCode.ConnectionClosed || error.code === SdkErrorCode.NotConnected;
  return error instanceof TypeError && error.message === "fetch failed";
}

/** Whether a handshake-era server has forgotten the session. The request was not run. */
export function isForgotten(error: unknown): boolean {
  return error instanceof SdkHttpError && error.status === 404;
}

function reason(cause: unknown): string | undefined {
  if (!(cause instanceof Error)) return undefined;
  return reason(cause.cause) ?? (cause.message || ("code" in cause ? String(cause.code) : undefined));
}
