import * as z from "zod";
import { Failure } from "../../ledger/index.ts";
import { defineObserving } from "./operation.ts";
import { sessionFacts } from "./session-facts.ts";

const STATUSES = ["active", "idle", "all"];
/** How many are told when nothing is said, and at most. */
const USUAL = 20;
const MOST = 100;
/** How many are looked through for those that are active or idle. */
const LOOKED_AT = 1_000;

/** Lists sessions by what goes on in them, newest activity first. */
export const sessions = defineObserving({
  name: "sessions",
  summary: "{status?: active|idle|all, limit?}",
  input: z.object({ status: z.string().optional(), limit: z.int().optional() }),
  example: { limit: 10, status: "active" },
  async run({ status = "active", limit = USUAL }, { observer, reasoning }) {
    const wanted = status.trim().toLowerCase() || "active";
    if (!STATUSES.includes(wanted))
      throw new Failure("INVALID_ARGUMENT", { problem: `args.status is one of ${STATUSES.join(", ")}.` });
    const most = Math.max(1, Math.min(limit, MOST));
    const found = await reasoning.sessions(
      wanted === "all" ? { limit: most } : { status: "active", limit: LOOKED_AT },
    );
    const now = Date.now();
    const told = found
      .map((session) => sessionFacts(session, observer, now))
      .filter((session) => wanted === "all" || session.status === wanted)
      .slice(0, most);
    return { sessions: told, count: told.length, activeWithinSeconds: observer.activeMs / 1000 };
  },
});
