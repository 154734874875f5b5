import type { SessionRow } from "../../../data/api-types.ts";
import { SafeMarkdown } from "../../../text/safe-markdown.tsx";
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
      <h2>The agent asks</h2>
      <SafeMarkdown text={needsInput} headingLevel={3} />
      <Composer
        store={store}
        {...(needsInputOn !== undefined && { on: needsInputOn })}
        label="Reply to the agent"
      />
    </section>
  );
}
