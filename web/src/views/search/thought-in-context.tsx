import { api } from "../../data/api.ts";
import type { SearchResult, Thought } from "../../data/api-types.ts";
import { useResource } from "../../data/resource.ts";
import { AnswerText } from "../../text/answer-text.tsx";
import { excerpt } from "../../text/excerpt.ts";
import { Visible } from "../../text/visible-text.tsx";
import { Redacted } from "../../ui/redacted.tsx";
import { Question, SpeakerName } from "../../ui/speaker.tsx";
import { useDebounced } from "../../ui/use-debounced.ts";

const POINTING_MS = 100;
const BEGINNING = 240;
/** How far before and after a thought its neighbours are searched; branches may be interleaved. */
const NEAR = 12;

/** The selected thought between the beginnings of its neighbours. */
export function ThoughtInContext({ result }: { readonly result: SearchResult }) {
  const { sessionId, seq } = useDebounced(result, POINTING_MS);
  const { data } = useResource(`context ${sessionId} ${seq}`, async (signal) => {
    const after = Math.max(0, seq - NEAR);
    const page = { after: after || undefined, limit: seq - after + NEAR };
    return inBranch((await api.thoughts(sessionId, page, { signal })).thoughts, seq);
  });
  return (
    <section class="context" aria-label="Context">
      {data?.map((thought) =>
        thought.seq === seq ? (
          <div key={thought.seq} class="context-thought">
            <ThoughtNumber thought={thought} />
            <Question thought={thought} />
            {thought.redaction ? (
              <Redacted redaction={thought.redaction} />
            ) : (
              <AnswerText text={thought.content} metadata={thought.metadata} headingLevel={3} />
            )}
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
      Thought {thought.number}
      {thought.branchId !== undefined && (
        <>
          {" in "}
          <Visible text={thought.branchId} />
        </>
      )}{" "}
      <SpeakerName thought={thought} />
    </p>
  );
}

/** A thought between the one that it follows and the next one of its branch. */
function inBranch(thoughts: readonly Thought[], seq: number): readonly Thought[] {
  const own = thoughts.find((thought) => thought.seq === seq);
  if (!own) return [];
  const before = thoughts.find(({ id }) => id === own.parentId);
  const after = thoughts.find(({ parentId, branchId }) => parentId === own.id && branchId === own.branchId);
  return [...(before ? [before] : []), own, ...(after ? [after] : [])];
}
