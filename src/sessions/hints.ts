import { factsOf } from "../ledger/facts/facts-of.ts";
import { lintSession, type Thought } from "../ledger/index.ts";
import type { Store } from "../store/port.ts";

/** Rules that judge a thought as soon as it is written; the others wait for the end of a branch or a session. */
const LIVE = ["CL002", "CL003", "CL004", "CL005", "CL008", "CL010", "CL012"];
/** How many thoughts are read for a hint; contradicted or repeated thoughts are seldom further back. */
const READ = 200;

/** What the linter finds in a thought that was just recorded: the most important finding, or nothing. */
export async function hintFor(
  store: Store,
  thought: Pick<Thought, "sessionId" | "seq">,
): Promise<readonly string[]> {
  const session = await store.session(thought.sessionId);
  if (!session) return [];
  const thoughts: Thought[] = [];
  for (let after = Math.max(0, thought.seq - READ); after < thought.seq; ) {
    const page = await store.thoughts(session.id, { after, limit: READ });
    for (const one of page) if (one.seq <= thought.seq) thoughts.push(one);
    if (page.length === 0) break;
    after = page.at(-1)!.seq;
  }
  const { findings } = await lintSession(
    { session: { ...session, status: "active" }, thoughts, facts: await factsOf(thoughts) },
    { only: LIVE },
  );
  const own = findings.filter(({ seq }) => seq === thought.seq);
  const worst = own.find(({ level }) => level === "error") ?? own[0];
  return worst ? [`${worst.rule}: ${worst.message}`] : [];
}
