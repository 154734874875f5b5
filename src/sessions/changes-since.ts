import type { SessionAction } from "../ledger/change.ts";
import type { Store } from "../store/port.ts";

/** What has happened to a session: nothing, new thoughts only, or anything else. */
export type ChangesSince = "none" | "appended" | "other";

/** After more changes of the whole ledger the answer is `other`, because reading them costs more than it saves. */
const MOST_PAGES = 4;
const PAGE = 500;
/** Erasing a text may change other sessions too. */
const ERASING: ReadonlySet<SessionAction> = new Set(["redact", "delete"]);

/** What has happened to a session after one position of the feed and up to another. */
export async function changesSince(
  store: Store,
  sessionId: string,
  from: number,
  newest: number,
): Promise<ChangesSince> {
  let result: ChangesSince = "none";
  let after = from;
  for (let page = 0; after < newest; page++) {
    if (page === MOST_PAGES) return "other";
    const changes = await store.changes(after, PAGE);
    for (const change of changes) {
      if (change.kind === "notebook") continue;
      if (change.actions?.some((action) => ERASING.has(action))) return "other";
      if (change.sessionId !== sessionId) continue;
      if (change.kind !== "thought") return "other";
      result = "appended";
    }
    if (changes.length === 0) break;
    after = changes.at(-1)!.position;
  }
  return result;
}
