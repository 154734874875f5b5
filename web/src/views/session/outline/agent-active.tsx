import { sessionState } from "../../../../../src/ledger/session-state.ts";
import { Ago, present } from "../../../ui/time.tsx";
import type { Reading } from "../reading.ts";

/** Marks the end of a session that an agent is writing now. */
export function AgentActive({ reading: { store, isLive } }: { readonly reading: Reading }) {
  const session = store.detail.value?.session;
  if (!isLive || !session || sessionState(session, present()) !== "active") return null;
  return (
    <p class="agent-active">
      <span class="state-dot" aria-hidden="true" />
      <strong>The agent is active.</strong> Last thought <Ago at={session.updatedAt} />
    </p>
  );
}
