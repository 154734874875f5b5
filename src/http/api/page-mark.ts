import { Failure, type SessionSummary } from "../../ledger/index.ts";

type Mark = Pick<SessionSummary, "id" | "updatedAt">;

/** Where the next page of sessions begins, as a word for an address. */
export function encodeMark({ id, updatedAt }: Mark): string {
  return Buffer.from(JSON.stringify([updatedAt, id])).toString("base64url");
}

/** What such a word stands for. */
export function decodeMark(word: string): Mark {
  try {
    const [updatedAt, id, ...more] = JSON.parse(Buffer.from(word, "base64url").toString()) as unknown[];
    if (typeof updatedAt === "string" && typeof id === "string" && more.length === 0) {
      if (!Number.isNaN(Date.parse(updatedAt))) return { id, updatedAt };
    }
  } catch {
    // Not JSON: the same refusal as for JSON of another kind.
  }
  throw new Failure("INVALID_ARGUMENT", {
    problem: "before: this is no page of sessions. Send the next of the page before, or leave it out.",
  });
}
