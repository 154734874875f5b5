import type { SessionSummary } from "../../ledger/index.ts";
import type { Store } from "../../store/port.ts";
import type { SessionRow } from "./schemas.ts";

/** A session as a list shows it: its first and last thought are looked at, without their contents. */
export async function sessionRow(
  store: Pick<Store, "outline">,
  session: SessionSummary,
): Promise<SessionRow> {
  const { id, thoughtCount, mode } = session;
  const [first] = thoughtCount === 0 ? [] : await store.outline(id, { limit: 1 });
  const [last] = thoughtCount <= 1 ? [first] : await store.outline(id, { after: thoughtCount - 1, limit: 1 });
  return {
    ...session,
    ...(first && { source: first.source }),
    unfinished: mode !== "think" && last?.nextThoughtNeeded === true,
    lastWords: last?.beginning ?? "",
  };
}
