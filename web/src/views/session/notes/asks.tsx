import type { SessionRow } from "../../../data/api-types.ts";
import { Visible } from "../../../text/visible-text.tsx";
import type { SessionStore } from "../session-store.ts";
import { Composer } from "./composer.tsx";

export interface AsksProps {
  readonly session: SessionRow;
  readonly store: SessionStore;
}

/** The question of an agent that waits for a person, with a field for the reply. */
export function Asks({ session: { needsInput, needsInputOn }, store }: AsksProps) {
  if (needsInput === undefined) return null;
  return (
    <section class="asks" aria-label="The agent asks">
      <p dir="auto">
        <strong>The agent asks:</strong> <Visible text={needsInput} />
      </p>
      <Composer
        store={store}
        {...(needsInputOn !== undefined && { on: needsInputOn })}
        label="Reply to the agent"
      />
    </section>
  );
}
