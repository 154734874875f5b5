import { api } from "../../data/api.ts";
import type { SearchResult, Thought } from "../../data/api-types.ts";
import { useResource } from "../../data/resource.ts";
import { AnswerText } from "../../text/answer-text.tsx";
import { excerpt } from "../../text/excerpt.ts";
import { Visible } from "../../text/visible-text.tsx";
import { Question, SpeakerName } from "../../ui/speaker.tsx";
import { useDebounced } from "../../ui/use-debounced.ts";

const POINTING_MS = 100;
const BEGINNING = 240;

/** The selected thought between the beginnings of its neighbours. */
export function ThoughtInContext({ result }: { readonly result: SearchResult }) {
  const { sessionId, seq } = useDebounced(result, POINTING_MS);
  const { data } = useResource(`context ${sessionId} ${seq}`, async (signal) => {
    const after = Math.max(0, seq - 2);
    const page = { after: after || undefined, limit: seq - after + 1 };
    return (await api.thoughts(sessionId, page, { signal })).thoughts;
  });
  return (
    <section class="context" aria-label="Context">
      {data?.map((thought) =>
        thought.seq === seq ? (
          <div key={thought.seq} class="context-thought">
            <ThoughtNumber thought={thought} />
            <Question thought={thought} />
            <AnswerText text={thought.content} headingLevel={3} />
          </div>
        ) : (
          <div key={thought.seq} class="context-neighbour quiet">
            <ThoughtNumber thought={thought} />
            <p dir="auto">
              <Visible text={excerpt(thought.content.slice(0, BEGINNING).toWellFormed(), BEGINNING)} />
            </p>
          </div>
        ),
      )}
    </section>
  );
}

function ThoughtNumber({ thought }: { readonly thought: Thought }) {
  return (
    <p class="context-number">
      Thought {thought.number} <SpeakerName thought={thought} />
      {thought.branchId !== undefined && (
        <>
          {" in "}
          <Visible text={thought.branchId} />
        </>
      )}
    </p>
  );
}
