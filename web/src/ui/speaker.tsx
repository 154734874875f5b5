import { questionOf, speakerOf } from "../../../src/ledger/speaker.ts";
import { Visible } from "../text/visible-text.tsx";

/** What is recorded about the author of a thought. */
export interface Spoken {
  readonly author?: string | undefined;
  readonly metadata?: Readonly<Record<string, unknown>> | undefined;
}

/** Who wrote a thought: "You", a model or agent, or a tool. Nothing if it is not recorded. */
export function SpeakerName({ thought }: { readonly thought: Spoken }) {
  const speaker = speakerOf(thought);
  if (!speaker) return null;
  return (
    <span class={`speaker is-${speaker.kind}`}>
      <span class="visually-hidden">by </span>
      <Visible text={speaker.name} />
      {speaker.note !== undefined && <span class="quiet">, {speaker.note}</span>}
    </span>
  );
}

/** The question that a thought answers. */
export function Question({ thought }: { readonly thought: Spoken }) {
  const question = questionOf(thought);
  if (question === undefined) return null;
  return (
    <p class="question" dir="auto">
      <span class="question-by">You asked</span> <Visible text={question} />
    </p>
  );
}
