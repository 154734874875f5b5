import * as z from "zod";
import { Failure } from "../../ledger/index.ts";
import { defineObserving } from "./operation.ts";
import { sessionFacts } from "./session-facts.ts";

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
