import { sessionState } from "../../../../src/ledger/session-state.ts";
import type { SessionRow } from "../../data/api-types.ts";
import { present } from "../../ui/time.tsx";

/** The state of a session in one word, the same in lists and filters. */
export function StateWord({ session }: { readonly session: Pick<SessionRow, "status" | "updatedAt"> }) {
  const state = sessionState(session, present());
  return (
    <span class={`state is-${state}`}>
      <span class="state-dot" aria-hidden="true" />
      {state}
    </span>
  );
}
