import * as z from "zod";
import { Failure, type SessionSummary } from "../../ledger/index.ts";
import { defineObserving, type Observer } from "./operation.ts";

const STATUSES = ["active", "idle", "all"];
const DEFAULT_LIMIT = 20;
const MAX_LIMIT = 100;
/** How many sessions are searched for active or idle ones. */
const SEARCHED = 1_000;

/** Lists sessions by activity, newest first. */
export const sessions = defineObserving({
  name: "sessions",
  summary: "{status?: active|idle|all, limit?}",
  input: z.object({ status: z.string().optional(), limit: z.int().optional() }),
  example: { limit: 10, status: "active" },
  async run({ status = "active", limit = DEFAULT_LIMIT }, { observer, sessions }) {
    const filter = status.trim().toLowerCase() || "active";
    if (!STATUSES.includes(filter))
      throw new Failure("INVALID_ARGUMENT", {
        problem: `args.status must be one of ${STATUSES.join(", ")}.`,
      });
    const most = Math.max(1, Math.min(limit, MAX_LIMIT));
    const found = await sessions.list(
      filter === "all" ? { limit: most } : { status: "active", limit: SEARCHED },
    );
    const now = Date.now();
    const listed = found
      .map((session) => sessionFacts(session, observer, now))
      .filter((session) => filter === "all" || session.status === filter)
      .slice(0, most);
    return { sessions: listed, count: listed.length, activeWithinSeconds: observer.activeMs / 1000 };
  },
});

/** Returns the state of one session, without its thoughts. */
export const sessionInfo = defineObserving({
  name: "session_info",
  summary: "{sessionId}",
  input: z.object({ sessionId: z.string() }),
  aliases: { sessionId: ["id", "session"] },
  example: { sessionId: "debug-auth-2025-01" },
  async run({ sessionId }, { observer, sessions, caller }) {
    const id = sessionId?.trim() ?? "";
    const author = id === "" ? caller.author() : undefined;
    if (author?.handle.origin === "client") throw await sessions.handleRequired(author, "session_info");
    if (id === "")
      throw new Failure("INVALID_ARGUMENT", {
        problem: "session_info needs args.sessionId. The operation sessions lists the sessions.",
      });
    const session = await sessions.get(id);
    if (!session) throw new Failure("SESSION_NOT_FOUND", { sessionId: id.slice(0, 80) });
    const { thoughts } = await sessions.page(id, Math.max(0, session.thoughtCount - 1));
    const last = thoughts.at(-1);
    return {
      session: {
        ...sessionFacts(session, observer, Date.now()),
        description: session.description,
        task: session.task,
        aspect: session.aspect,
        lastThought: last && {
          thoughtNumber: last.number,
          totalThoughts: last.total,
          nextThoughtNeeded: last.nextThoughtNeeded,
          source: last.source,
          timestamp: last.createdAt,
        },
      },
      resource: `thoughtbox://sessions/${id}`,
    };
  },
});

/** The activity of a session: `idle` means open, but without recent thoughts. */
type Activity = "active" | "idle" | "completed";

/** A session as the observability gateway returns it. */
function sessionFacts(session: SessionSummary, { activeMs }: Observer, now: number) {
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
