import { Failure, type SessionSummary } from "../../ledger/index.ts";

type Cursor = Pick<SessionSummary, "id" | "updatedAt">;

/** Where the next page of sessions starts, as a URL-safe text. */
export function encodeCursor({ id, updatedAt }: Cursor): string {
  return Buffer.from(JSON.stringify([updatedAt, id])).toString("base64url");
}

/** Reads such a text. */
export function decodeCursor(text: string): Cursor {
  try {
    const [updatedAt, id, ...more] = JSON.parse(Buffer.from(text, "base64url").toString()) as unknown[];
    if (typeof updatedAt === "string" && typeof id === "string" && more.length === 0) {
      if (!Number.isNaN(Date.parse(updatedAt))) return { id, updatedAt };
    }
  } catch {
    // Not JSON: refused like JSON of another shape.
  }
  throw new Failure("INVALID_ARGUMENT", {
    problem: "`before` is not a page of sessions. Send the `next` of the previous page, or leave it out.",
  });
}
