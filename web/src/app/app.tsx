import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import type { Thought } from "../data/api-types.ts";
import { Gutter, gutterWidth } from "../offline/gutter.tsx";
import { AnswerParts } from "../text/answer-parts.tsx";
import { briefText, sectionLines } from "../text/brief-sections.ts";
import { countText } from "../text/count-text.ts";
import { plainText } from "../text/plain-text.ts";
import { Visible } from "../text/visible-text.tsx";
import { Question, SpeakerName } from "../ui/speaker.tsx";
import { Snippet } from "../views/search/snippet.tsx";
import type { Host, ToolResult } from "./host.ts";
import { lanesOf } from "./lanes.ts";
import { answerOf, type Hit, hitsIn, type ShownSession, sessionIn, shownIn } from "./read-result.ts";

const SECTIONS: readonly (readonly [string, string])[] = [
  ["goal", "Goal"],
  ["outcome", "Outcome"],
  ["decided", "Decided"],
  ["dropped", "Dropped"],
  ["open", "Open"],
  ["answered", "Answered"],
  ["branches", "Branches"],
  ["next", "Next"],
];

/** The input of the view: the result of the call that it belongs to, or a message why there is none. */
export type Given = { readonly result: ToolResult } | { readonly says: string };

/** A session inside of a client: its brief, its notes and its outline. */
export function App({ host, given }: { readonly host: Host; readonly given: Given }) {
  const value = useMemo(() => ("result" in given ? answerOf(given.result) : {}), [given]);
  const hits = hitsIn(value);
  const [chosen, setChosen] = useState<{ readonly id: string; readonly thought: number }>();
  useEffect(() => setChosen(undefined), [given]);
  const id = chosen?.id ?? (hits ? undefined : sessionIn(value));
  const thought = chosen?.thought ?? Number(value.thoughtNumber ?? 0);
  if ("says" in given) return <p class="quiet">{given.says}</p>;
  return (
    <main>
      {hits && (
        <Hits
          hits={hits}
          chosen={chosen}
          onChoose={(hit) => setChosen({ id: hit.sessionId, thought: hit.thoughtNumber })}
        />
      )}
      {id !== undefined && <Session key={id} host={host} id={id} thought={thought} />}
      {id === undefined && !hits && <p class="quiet">This answer is not about a session.</p>}
    </main>
  );
}

function Hits({
  hits,
  chosen,
  onChoose,
}: {
  readonly hits: readonly Hit[];
  readonly chosen: { readonly id: string; readonly thought: number } | undefined;
  onChoose(hit: Hit): void;
}) {
  if (hits.length === 0) return <p class="quiet">Nothing was found.</p>;
  return (
    <section aria-label="Found thoughts">
      <h2>{countText(hits.length, "thought")} found</h2>
      <ul class="hits">
        {hits.map((hit) => (
          <li key={`${hit.sessionId} ${hit.thoughtNumber} ${hit.snippet}`}>
            <button
              type="button"
              aria-pressed={hit.sessionId === chosen?.id && hit.thoughtNumber === chosen.thought}
              onClick={() => onChoose(hit)}
            >
              <strong>
                <Visible text={hit.title} />
                {hit.thoughtNumber > 0 && ` #${hit.thoughtNumber}`}
              </strong>
              <span>
                <Snippet snippet={hit.snippet} query="" />
              </span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Session({
  host,
  id,
  thought,
}: {
  readonly host: Host;
  readonly id: string;
  readonly thought: number;
}) {
  const [shown, setShown] = useState<ShownSession>();
  const [problem, setProblem] = useState<string>();
  const load = async () => {
    try {
      const args = { operation: "get_state", args: { sessionId: id, view: true } };
      const result = await host.callTool("thoughtbox_gateway", args);
      const found = shownIn(answerOf(result));
      setShown(found);
      setProblem(found ? undefined : "This session cannot be shown here. Its page in Clew shows it.");
    } catch (error) {
      setProblem(`This session cannot be shown here: ${(error as Error).message}`);
    }
  };
  useEffect(() => void load(), [id]);
  if (problem !== undefined) return <p role="alert">{problem}</p>;
  if (!shown) return <p class="quiet">Loading…</p>;
  const { session, notes } = shown;
  return (
    <article class="app-session">
      <header class="app-head">
        <h1>
          <Visible text={session.title} />
        </h1>
        <p class="quiet">
          {session.status === "completed" ? "complete" : "unfinished"} ·{" "}
          {countText(session.thoughtCount, "thought")}
          {session.project !== "_default" && (
            <>
              {" · "}
              <Visible text={session.project} />
            </>
          )}
        </p>
        <button type="button" class="button small" onClick={load}>
          Refresh
        </button>
      </header>
      <Brief shown={shown} />
      {notes.length > 0 && (
        <section aria-label="Notes">
          <h2>Notes</h2>
          <ul class="notes">
            {notes.map((note) => (
              <li key={note.id}>
                <strong>
                  <Visible text={note.author} />
                </strong>
                {note.on !== null && ` on #${note.on}`} <span class="quiet">{note.state}</span>
                <p>
                  <Visible text={note.text} />
                </p>
              </li>
            ))}
          </ul>
        </section>
      )}
      <Outline thoughts={shown.thoughts} total={session.thoughtCount} selected={thought} />
    </article>
  );
}

function Brief({ shown: { brief } }: { readonly shown: ShownSession }) {
  if (brief.length === 0) return null;
  return (
    <section aria-label="Brief">
      <h2>Brief</h2>
      <dl class="brief">
        {SECTIONS.map(([section, title]) => {
          const { shown } = sectionLines(brief, section);
          if (shown.length === 0) return null;
          return (
            <div key={section}>
              <dt>{title}</dt>
              {shown.map((line) => (
                <dd key={`${line.seq} ${line.text}`} dir="auto">
                  <Visible text={briefText(line.text)} /> <span class="quiet">#{line.thoughtNumber}</span>
                </dd>
              ))}
            </div>
          );
        })}
      </dl>
    </section>
  );
}

/** Markdown without its markup: a parser would not fit into the view. */
function PlainMarkdown({ text }: { readonly text: string }) {
  return (
    <p class="thought-text" dir="auto">
      <Visible text={plainText(text)} />
    </p>
  );
}

function Outline({
  thoughts,
  total,
  selected,
}: {
  readonly thoughts: readonly Thought[];
  readonly total: number;
  readonly selected: number;
}) {
  const { columns, lines, width } = useMemo(() => lanesOf(thoughts), [thoughts]);
  const marked = useRef<HTMLLIElement>(null);
  const last = thoughts.findLast(({ number }) => number === selected)?.seq;
  return (
    <section aria-label="Outline">
      <h2>Thoughts</h2>
      {thoughts.length < total && (
        <p class="quiet">
          The newest {thoughts.length} of {total}.
        </p>
      )}
      <ol class="thoughts" style={{ "--gutter": `${gutterWidth(width)}px` }}>
        {thoughts.map((one, row) => (
          <li
            key={one.seq}
            class={`thought${one.seq === last ? " is-hit" : ""}`}
            ref={one.seq === last ? marked : null}
          >
            <Gutter
              lines={lines[row]!}
              column={columns[row]!}
              kind={one.isRevision ? "revision" : "thought"}
              isLast={!one.nextThoughtNeeded}
            />
            <div class="thought-body">
              <h3>
                {one.number}
                {one.branchId !== undefined && (
                  <span class="lane-name">
                    <Visible text={one.branchId} />
                  </span>
                )}
                {one.isRevision && <span class="quiet">revises {one.revises}</span>}
                <SpeakerName thought={one} />
              </h3>
              <Question thought={one} />
              <AnswerParts text={one.content} metadata={one.metadata} as={PlainMarkdown} />
            </div>
          </li>
        ))}
      </ol>
    </section>
  );
}
