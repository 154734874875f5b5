import { SdkError, SdkErrorCode, SdkHttpError } from "@modelcontextprotocol/client";
import { redactText } from "../../ledger/index.ts";

const MAX_LETTERS = 500;

/** Something went wrong with a server; the message is one line for people. */
export class ServerError extends Error {
  override readonly name = "ServerError";
}

/** An error in one line, short, and without secrets. */
export function explain(error: unknown): string {
  if (error instanceof ServerError) return error.message;
  if (error instanceof SdkHttpError) {
    const { status, statusText, text } = error.data;
    return oneLine(`HTTP ${status}: ${text || statusText || "no explanation"}`);
  }
  const message = error instanceof Error ? error.message : String(error);
  // `fetch failed` says nothing; what it was is the cause, or the cause's.
  const cause = error instanceof Error ? reason(error.cause) : undefined;
  const plain = message.replace(/^Version negotiation (probe )?failed: /, "");
  return oneLine(cause && !plain.includes(cause) ? `${plain} (${cause})` : plain);
}

/** A text as one line of bounded length without secrets; of a longer one the end is kept, which says what happened. */
export function oneLine(text: string): string {
  const line = redactText(text)
    .replaceAll(/[\s\p{Cc}]+/gu, " ")
    .trim()
    .toWellFormed();
  return line.length <= MAX_LETTERS ? line : `…${line.slice(1 - MAX_LETTERS)}`;
}

/** Whether the connection is gone, so that the next call needs a new one. */
export function isLost(error: unknown): boolean {
  if (error instanceof SdkHttpError) return error.status === 404 || (error.status ?? 0) >= 502;
  if (error instanceof SdkError)
    return error.code === SdkErrorCode.ConnectionClosed || error.code === SdkErrorCode.NotConnected;
  return error instanceof TypeError && error.message === "fetch failed";
}

/** Whether a server of the handshake era has forgotten the session; nothing of the request was done. */
export function isForgotten(error: unknown): boolean {
  return error instanceof SdkHttpError && error.status === 404;
}

function reason(cause: unknown): string | undefined {
  if (!(cause instanceof Error)) return undefined;
  return reason(cause.cause) ?? (cause.message || ("code" in cause ? String(cause.code) : undefined));
}
