import { sessionIdFor } from "../ledger/index.ts";
import type { Store } from "../store/port.ts";
import { CommandFailure } from "./command.ts";
import { line } from "./table.ts";

type ReadsSessions = Pick<Store, "session" | "sessions" | "isDeleted">;

/** How many ids an ambiguous beginning lists. */
const MOST_LISTED = 8;

/** The id of the session that a person means: an id, or the beginning of exactly one. Throws a `CommandFailure`. */
export async function findSessionId(
  store: ReadsSessions,
  given: string,
  exitCode: 1 | 2 = 1,
): Promise<string> {
  const id = await matchSessionId(store, given, exitCode);
  if (id !== undefined) return id;
  throw new CommandFailure(
    `no session '${line(given, 80)}'. Run \`clew sessions list\` to see the sessions.`,
    exitCode,
  );
}

/** The same, but undefined if no session has such an id. */
export async function matchSessionId(
  store: ReadsSessions,
  given: string,
  exitCode: 1 | 2 = 1,
): Promise<string | undefined> {
  const id = sessionIdFor(given);
  // The commands themselves report that a session was deleted.
  if ((await store.session(id)) || (await store.isDeleted(id))) return id;
  const idPrefix = given.trim();
  if (idPrefix === "") return undefined;
  const found = await store.sessions({ idPrefix, archived: "all", limit: MOST_LISTED + 1 });
  if (found.length <= 1) return found[0]?.id;
  const listed = found.slice(0, MOST_LISTED).map((one) => `\n  ${line(one.id)}`);
  const more = found.length > MOST_LISTED ? "\n  …" : "";
  throw new CommandFailure(
    `several sessions begin with '${line(given, 80)}'; type more of the id:${listed.join("")}${more}`,
    exitCode,
  );
}
