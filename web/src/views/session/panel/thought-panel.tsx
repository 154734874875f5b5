import type { ComponentChildren } from "preact";
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { api } from "../../../data/api.ts";
import type { ThoughtDetail } from "../../../data/api-types.ts";
import { useResource } from "../../../data/resource.ts";
import { addressOf, sessionRoute } from "../../../input/route.ts";
import { AnswerText } from "../../../text/answer-text.tsx";
import { spentText } from "../../../text/cost-text.ts";
import { SafeMarkdown } from "../../../text/safe-markdown.tsx";
import { toolCallOf } from "../../../text/tool-call.ts";
import { Visible, visible } from "../../../text/visible-text.tsx";
import { CopyButton } from "../../../ui/copy-button.tsx";
import { LoadError } from "../../../ui/load-error.tsx";
import { Redacted } from "../../../ui/redacted.tsx";
import { CodeLines } from "../../../ui/scroller.tsx";
import { Question, SpeakerName } from "../../../ui/speaker.tsx";
import { ValueList } from "../../../ui/value-list.tsx";
import { RedactDialog } from "../../edit/redact-dialog.tsx";
import { fullTime } from "../clock.ts";
import { Confidence } from "../confidence.tsx";
import { FindingList } from "../findings/finding-marks.tsx";
import { citationOf } from "../model/citation.ts";
import { foldsShowing } from "../model/folds.ts";
import { Composer } from "../notes/composer.tsx";
import { NoteList } from "../notes/note-list.tsx";
import { notesOn } from "../notes/notes-on.ts";
import { Critique } from "../outline/thought-text.tsx";
import { similarChanges, WordChanges } from "../outline/word-changes.tsx";
import type { Reading } from "../reading.ts";
import { useThought } from "../thought-contents.ts";
import type { SessionRoute } from "../use-reading.ts";

export interface ThoughtPanelProps {
  readonly route: SessionRoute;
  readonly reading: Reading;
  readonly seq: number;
}

/** Metadata that the panel shows as speaker, question and cost. */
const SHOWN_ELSEWHERE: readonly string[] = ["role", "question", "usage", "cost"];

/** Everything about one thought, with its JSON record last. */
export function ThoughtPanel({ route, reading, seq }: ThoughtPanelProps) {
  const { store, entries } = reading;
  const { data, error, reload } = useResource(`thought ${store.id} ${seq}`, (signal) =>
    api.thought(store.id, seq, { signal }),
  );
  const [isRedacting, setIsRedacting] = useState(false);
  const redactedAt = useThought(store.contents, seq)?.redaction?.redactedAt;
  // Reloads when a critique, a revision or a branch is added, and when it is redacted.
  const state = `${entries.flags[seq - 1] ?? ""} ${redactedAt ?? ""} ${countRelated(reading, seq)}`;
  const loadedState = useRef(state);
  useEffect(() => {
    if (loadedState.current !== state) reload();
    loadedState.current = state;
  }, [state]);
  const known = data ?? fromContents(reading, seq);
  if (error && !known) return <LoadError error={error} retry={reload} />;
  if (!known)
    return (
      <article class="thought-panel">
        <h2 tabIndex={-1}>Thought {entries.number[seq - 1] ?? ""}</h2>
        <p class="quiet">Loading…</p>
      </article>
    );
  const { thought, revisedBy, forks } = known;
  const toThought = (to: number) =>
    addressOf({
      ...route,
      thought: to,
      folded: foldsShowing(entries, route.folded ?? [], to),
      panel: "thought",
    });
  const spent = spentText(thought.metadata);
  const shownElsewhere = toolCallOf(thought.metadata) ? [...SHOWN_ELSEWHERE, "evidence"] : SHOWN_ELSEWHERE;
  const metadata = Object.entries(thought.metadata).filter(([name]) => !shownElsewhere.includes(name));
  const link = location.origin + addressOf(sessionRoute(store.id, seq));
  return (
    <article class="thought-panel">
      <h2 tabIndex={-1}>Thought {thought.number}</h2>
      <div class="panel-actions">
        <CopyButton text={link} what="the link" label="Copy link" />
        <CopyButton text={citationOf(thought)} what="the citation" label="Copy citation" />
        {!thought.redaction && (
          <button type="button" class="button small" onClick={() => setIsRedacting(true)}>
            Redact
          </button>
        )}
      </div>
      <p class="panel-speaker">
        <SpeakerName thought={thought} />
      </p>
      <Question thought={thought} />
      {thought.redaction ? (
        <Redacted redaction={thought.redaction} />
      ) : (
        <AnswerText text={thought.content} metadata={thought.metadata} />
      )}
      {thought.critique && <Critique critique={thought.critique} isOpen />}
      <Revised reading={reading} seq={entries.revises[seq - 1] ?? 0} after={thought.content} to={toThought} />
      <FindingList id={store.id} seq={seq} />
      <NoteList notes={notesOn(reading.notes, entries, seq)} />
      <Composer store={store} on={thought.number} />
      <dl class="facts">
        <Fact name="Branch">
          {thought.branchId === undefined ? "main" : <Visible text={thought.branchId} />}
        </Fact>
        <Position thought={thought} />
        {(entries.parent[seq - 1] ?? 0) > 0 && (
          <Fact name="Follows">
            <ThoughtLink reading={reading} seq={entries.parent[seq - 1]!} to={toThought} />
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
          <Fact name="Branches">
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
        {spent !== undefined && (
          <Fact name="Cost">
            {spent}
            <a href={addressOf({ name: "activity", filter: { session: store.id } })}>Calls</a>
          </Fact>
        )}
        {!thought.nextThoughtNeeded && <Fact name="Next thought">none, this is the end</Fact>}
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
      {metadata.length > 0 && (
        <section class="metadata">
          <h3>Metadata</h3>
          <ValueList value={Object.fromEntries(metadata)} />
        </section>
      )}
      {isRedacting && (
        <RedactDialog
          thought={thought}
          onRedacted={() => {
            reload();
            store.refresh([{ position: 0, kind: "thought", sessionId: store.id, seq }]);
          }}
          onClose={() => setIsRedacting(false)}
        />
      )}
      <details class="raw">
        <summary>JSON record</summary>
        <CodeLines label="JSON record">{visible(JSON.stringify(thought, undefined, 2))}</CodeLines>
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

/** The number among the planned ones, and the order of arrival where numbers do not say it. */
function Position({ thought: { number, total, seq } }: Pick<ThoughtDetail, "thought">) {
  if (total <= number && seq === number) return null;
  return (
    <Fact name="Number">
      {total > number ? `${number} of ${total} planned` : number}
      {seq !== number && `, the ${ordinal(seq)} of the session`}
    </Fact>
  );
}

interface LinkProps {
  readonly reading: Reading;
  readonly seq: number;
  readonly to: (seq: number) => string;
}

function ThoughtLink({ reading: { entries }, seq, to }: LinkProps) {
  return <a href={to(seq)}>thought {entries.number[seq - 1] ?? seq}</a>;
}

interface RevisedProps extends LinkProps {
  readonly after: string;
}

function Revised({ reading, seq, after, to }: RevisedProps) {
  const { data } = useResource(seq > 0 ? `thought ${reading.store.id} ${seq}` : undefined, (signal) =>
    api.thought(reading.store.id, seq, { signal }),
  );
  const changes = useMemo(
    () => (data ? similarChanges(data.thought.content, after) : undefined),
    [data, after],
  );
  if (seq === 0) return null;
  return (
    <details class="revised">
      <summary>
        {changes ? "Changes to" : "Replaces"} thought {reading.entries.number[seq - 1]}
      </summary>
      <p>
        Revises <ThoughtLink reading={reading} seq={seq} to={to} />
      </p>
      {changes ? (
        <WordChanges changes={changes} />
      ) : (
        data && <SafeMarkdown text={data.thought.content} headingLevel={4} />
      )}
    </details>
  );
}

/** The number of branches and revisions of a thought. */
function countRelated({ entries, lanes }: Reading, seq: number): number {
  return (
    (lanes.forks.get(seq)?.length ?? 0) + entries.revises.reduce((sum, one) => sum + (one === seq ? 1 : 0), 0)
  );
}

/** The thought from the outline, until its details are loaded. */
function fromContents({ store }: Reading, seq: number): ThoughtDetail | undefined {
  const thought = store.contents.get(seq);
  return thought && { thought, revisedBy: [], forks: [] };
}

function ordinal(number: number): string {
  const endings: Readonly<Record<string, string>> = { one: "st", two: "nd", few: "rd", other: "th" };
  return `${number}${endings[new Intl.PluralRules("en-GB", { type: "ordinal" }).select(number)]}`;
}
