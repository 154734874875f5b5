import type { SessionSummary } from "../../ledger/index.ts";
import type { Observer } from "./observer.ts";

/** The activity of a session: `idle` means open, but without recent thoughts. */
export type Activity = "active" | "idle" | "completed";

/** A session as the observability gateway returns it. */
export function sessionFacts(session: SessionSummary, { activeMs }: Observer, now: number) {
  const { id, title, project, tags, mode, stage, thoughtCount, branchCount, createdAt, updatedAt } = session;
  const idleMs = Math.max(0, now - Date.parse(updatedAt));
  const activity: Activity =
    session.status === "completed" ? "completed" : idleMs < activeMs ? "active" : "idle";
  return {
    id,
    title,
    status: activity,
    project,
    tags,
    mode,
    stage,
    thoughtCount,
    branchCount,
    createdAt,
    updatedAt,
    idleSeconds: Math.round(idleMs / 1000),
  };
}
