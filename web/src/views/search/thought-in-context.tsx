import { api } from "../../api.ts";
import type { SearchResult, Thought } from "../../api-types.ts";
import { useDebounced } from "../../debounced.ts";
import { SafeMarkdown } from "../../parts/safe-markdown.tsx";
import { plainLine } from "../../plain-line.ts";
import { useResource } from "../../resource.ts";
import { Visible } from "../../visible-text.tsx";

const POINTING_MS = 100;
const BEGINNING = 240;

/** The chosen thought as it reads, between the beginnings of the one before and the one after. */
export function ThoughtInContext({ result }: { readonly result: SearchResult }) {
  const { sessionId, seq } = useDebounced(result, POINTING_MS);
  const { data } = useResource(`context ${sessionId} ${seq}`, async (signal) => {
    const after = Math.max(0, seq - 2);
    const { thoughts } = await api.thoughts(
      sessionId,
      { ...(after > 0 && { after }), limit: seq - after + 1 },
      { signal },
    );
    return thoughts;
  });
  return (
    <section class="context" aria-label="The thought in its context">
      {data?.map((thought) =>
        thought.seq === seq ? (
          <div key={thought.seq} class="context-thought">
            <Numbered thought={thought} />
            <SafeMarkdown text={thought.content} headingLevel={3} />
          </div>
        ) : (
          <div key={thought.seq} class="context-neighbour quiet">
            <Numbered thought={thought} />
            <p dir="auto">
              <Visible text={beginningOf(thought.content)} />
            </p>
          </div>
        ),
      )}
    </section>
  );
}

function Numbered({ thought }: { readonly thought: Thought }) {
  return (
    <p class="context-number">
      Thought {thought.number}
      {thought.branchId !== undefined && (
        <>
          {" in "}
          <Visible text={thought.branchId} />
        </>
      )}
    </p>
  );
}

function beginningOf(content: string): string {
  const line = plainLine(content.slice(0, BEGINNING).toWellFormed());
  return content.length > BEGINNING ? `${line}…` : line;
}
