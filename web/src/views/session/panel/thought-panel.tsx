import type { ComponentChildren } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { api } from "../../../data/api.ts";
import type { ThoughtDetail } from "../../../data/api-types.ts";
import { useResource } from "../../../data/resource.ts";
import { addressOf, sessionRoute } from "../../../input/route.ts";
import { SafeMarkdown } from "../../../text/safe-markdown.tsx";
import { Visible, visible } from "../../../text/visible-text.tsx";
import { CopyButton } from "../../../ui/copy-button.tsx";
import { LoadError } from "../../../ui/load-error.tsx";
import { CodeLines } from "../../../ui/scroller.tsx";
import { fullTime } from "../clock.ts";
import { Confidence } from "../confidence.tsx";
import { citationOf } from "../model/citation.ts";
import { foldsShowing } from "../model/folds.ts";
import { Critique } from "../outline/thought-text.tsx";
import { WordChanges } from "../outline/word-changes.tsx";
import type { Reading } from "../reading.ts";
import type { SessionRoute } from "../use-reading.ts";
import { ValueList } from "./value-list.tsx";

/** Which thought is told of. */
export interface ThoughtPanelProps {
  readonly route: SessionRoute;
  readonly reading: Reading;
  readonly seq: number;
}

/** Everything about one thought; the record itself comes last. */
export function ThoughtPanel({ route, reading, seq }: ThoughtPanelProps) {
  const { store, marks } = reading;
  const { data, error, reload } = useResource(`thought ${store.id} ${seq}`, (signal) =>
    api.thought(store.id, seq, { signal }),
  );
  // A critique, a revision or a branch may come later; what is there stays until the rest has come.
  const state = `${marks.flags[seq - 1] ?? ""} ${hangingOn(reading, seq)}`;
  const told = useRef(state);
  useEffect(() => {
    if (told.current !== state) reload();
    told.current = state;
  }, [state]);
  const known = data ?? fromContents(reading, seq);
  if (error && !known) return <LoadError error={error} retry={reload} />;
  if (!known)
    return (
      <article class="thought-panel">
        <h2 tabIndex={-1}>Thought {marks.number[seq - 1] ?? ""}</h2>
        <p class="quiet">Loading…</p>
      </article>
    );
  const { thought, revisedBy, forks } = known;
  const toThought = (to: number) =>
    addressOf({
      ...route,
      thought: to,
      folded: foldsShowing(marks, route.folded ?? [], to),
      panel: "thought",
    });
  const link = location.origin + addressOf(sessionRoute(store.id, seq));
  return (
    <article class="thought-panel">
      <h2 tabIndex={-1}>Thought {thought.number}</h2>
      <div class="panel-actions">
        <CopyButton text={link} what="the link" label="Copy link" />
        <CopyButton text={citationOf(thought)} what="the citation" label="Copy citation" />
      </div>
      <SafeMarkdown text={thought.content} />
      {thought.critique && <Critique critique={thought.critique} isOpen />}
      <Revised reading={reading} seq={marks.revises[seq - 1] ?? 0} after={thought.content} to={toThought} />
      <dl class="facts">
        <Fact name="Line">
          {thought.branchId === undefined ? "main line" : <Visible text={thought.branchId} />}
        </Fact>
        <Fact name="Place">
          {thought.number} of {thought.total} expected; {ordinal(thought.seq)} to arrive
        </Fact>
        {(marks.parent[seq - 1] ?? 0) > 0 && (
          <Fact name="Hangs on">
            <ThoughtLink reading={reading} seq={marks.parent[seq - 1]!} to={toThought} />
          </Fact>
        )}
        {revisedBy.length > 0 && (
          <Fact name="Revised by">
            {revisedBy.map((one) => (
              <ThoughtLink key={one} reading={reading} seq={one} to={toThought} />
            ))}
          </Fact>
        )}
        {forks.length > 0 && (
          <Fact name="Branches from it">
            {forks.map(({ branchId, seq: first }) => (
              <a key={branchId} href={toThought(first)}>
                <Visible text={branchId} />
              </a>
            ))}
          </Fact>
        )}
        {thought.confidence !== undefined && (
          <Fact name="Confidence">
            <Confidence value={thought.confidence} />
          </Fact>
        )}
        <Fact name="More to come">{thought.nextThoughtNeeded ? "yes" : "no, this was the end"}</Fact>
        <Fact name="Written">
          {fullTime(Date.parse(thought.createdAt))}, via {thought.source}
          {thought.author !== undefined && (
            <>
              {" by "}
              <Visible text={thought.author} />
            </>
          )}
        </Fact>
      </dl>
      {Object.keys(thought.metadata).length > 0 && (
        <section class="metadata">
          <h3>Metadata</h3>
          <ValueList value={thought.metadata} />
        </section>
      )}
      <details class="raw">
        <summary>Record as JSON</summary>
        <CodeLines label="Record as JSON">{visible(JSON.stringify(thought, undefined, 2))}</CodeLines>
      </details>
    </article>
  );
}

function Fact({ name, children }: { readonly name: string; readonly children: ComponentChildren }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

interface LinkProps {
  readonly reading: Reading;
  readonly seq: number;
  readonly to: (seq: number) => string;
}

function ThoughtLink({ reading: { marks }, seq, to }: LinkProps) {
  return <a href={to(seq)}>thought {marks.number[seq - 1] ?? seq}</a>;
}

interface RevisedProps extends LinkProps {
  readonly after: string;
}

function Revised({ reading, seq, after, to }: RevisedProps) {
  const { data } = useResource(seq > 0 ? `thought ${reading.store.id} ${seq}` : undefined, (signal) =>
    api.thought(reading.store.id, seq, { signal }),
  );
  if (seq === 0) return null;
  return (
    <details class="revised">
      <summary>Changes to thought {reading.marks.number[seq - 1]}</summary>
      <p>
        <ThoughtLink reading={reading} seq={seq} to={to} /> is what it revises.
      </p>
      {data && <WordChanges before={data.thought.content} after={after} />}
    </details>
  );
}

/** How much hangs on a thought: when it is more, the thought is asked for again. */
function hangingOn({ marks, lanes }: Reading, seq: number): number {
  return (
    (lanes.forks.get(seq)?.length ?? 0) + marks.revises.reduce((sum, one) => sum + (one === seq ? 1 : 0), 0)
  );
}

/** What is known of a thought before the server has said all of it. */
function fromContents({ store }: Reading, seq: number): ThoughtDetail | undefined {
  const thought = store.contents.get(seq);
  return thought && { thought, revisedBy: [], forks: [] };
}

function ordinal(number: number): string {
  const endings: Readonly<Record<string, string>> = { one: "st", two: "nd", few: "rd", other: "th" };
  return `${number}${endings[new Intl.PluralRules("en-GB", { type: "ordinal" }).select(number)]}`;
}
