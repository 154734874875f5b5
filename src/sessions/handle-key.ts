import { createHash } from "node:crypto";
import { Failure, type Handle, sessionIdFor } from "../ledger/index.ts";
import type { Store } from "../store/port.ts";
import type { Author } from "./record.ts";

/** Longer client names are shortened in keys. */
const LONGEST_NAME = 100;
/** How many ids an error suggests. */
const OFFERED = 10;

type ReadsOpenings = Pick<Store, "clientOpenings">;

/** Whether the caller chose the handle itself; only then may it name a session. */
export function isChosen({ origin }: Handle): boolean {
  return origin === "argument" || origin === "meta" || origin === "header";
}

/** The key of a handle's state; undefined for a caller without a handle, which has no stored state. */
export function handleKey(handle: Handle): string | undefined {
  if (handle.origin === "client") return undefined;
  return isChosen(handle) ? sessionIdFor(handle.text) : `${handle.origin}:${handle.text}`;
}

/** Identifies a client without a handle. The views of principals keep clients of different principals apart. */
export function clientKey({ origin, text }: Handle): string | undefined {
  if (origin !== "client") return undefined;
  if (text.length <= LONGEST_NAME) return `client:${text}`;
  const hash = createHash("sha256").update(text.toWellFormed()).digest("hex").slice(0, 16);
  return `client:${text.slice(0, LONGEST_NAME).toWellFormed()}:${hash}`;
}

/** A caller without a handle acts in the session that it names; any other caller in the one of its handle. */
export function actingIn(author: Author, sessionId: string | undefined): Author {
  const named = sessionId?.trim();
  if (author.handle.origin !== "client" || !named) return author;
  return { ...author, handle: { text: named, origin: "argument" } };
}

/** The ids that a caller without a handle may choose from, newest first: only those that it opened itself. */
export function offeredIds(store: ReadsOpenings, client: string): Promise<readonly string[]> {
  return store.clientOpenings(client, "session", OFFERED);
}

/** The error for an operation that needs a handle, for a caller without one. */
export async function handleRequired(
  store: ReadsOpenings,
  handle: Handle,
  operation: string,
): Promise<Failure> {
  const ids = await offeredIds(store, clientKey(handle) ?? "");
  return new Failure("HANDLE_REQUIRED", { operation, argument: "sessionId", ids: ids.join(", ") });
}
