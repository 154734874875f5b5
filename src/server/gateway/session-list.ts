import type { SessionSummary } from "../../ledger/index.ts";

/** A session as the gateway lists it. */
export function listed(session: SessionSummary) {
  const { id, title, tags, thoughtCount, branchCount, createdAt, updatedAt } = session;
  return { id, title, tags, thoughtCount, branchCount, createdAt, updatedAt };
}
