import { useEffect, useMemo, useRef } from "preact/hooks";
import { api } from "../../../data/api.ts";
import type { SessionBrief } from "../../../data/api-types.ts";
import { useResource } from "../../../data/resource.ts";
import { throttle } from "../../../data/throttle.ts";
import { addressOf } from "../../../input/route.ts";
import { BRIEF_SECTIONS, briefText, sectionLines } from "../../../text/brief-sections.ts";
import { Visible } from "../../../text/visible-text.tsx";
import { LoadError } from "../../../ui/load-error.tsx";
import { foldsShowing } from "../model/folds.ts";
import { branchOf } from "../model/outline-entries.ts";
import { Composer } from "../notes/composer.tsx";
import { NoteList } from "../notes/note-list.tsx";
import type { Reading } from "../reading.ts";
import type { SessionRoute } from "../use-reading.ts";
import "./brief.css";

type Line = SessionBrief["lines"][number];

/** Folded below, because they repeat or detail the others. */
const DETAILS: readonly (readonly [Line["section"], string])[] = [
  ["answered", "Answered"],
  ["branches", "Branches"],
  ["noted", "Also noted"],
];

const RELOAD_MS = 2_000;

/** The session in a few lines, each a link to its thought, and the notes on the session. */
export function Brief({ route, reading }: { readonly route: SessionRoute; readonly reading: Reading }) {
  const { store, entries, asOf } = reading;
  const {
    data: loaded,
    error,
    reload,
  } = useResource(`brief ${store.id} ${asOf ?? ""}`, (signal) => api.brief(store.id, asOf, { signal }));
  // While another moment loads, the brief before stays.
  const last = useRef<SessionBrief | undefined>(undefined);
  last.current = loaded ?? last.current;
  const data = last.current;
  const reloadSoon = useMemo(() => throttle(reload, RELOAD_MS), [reload]);
  // An outline that loads in parts also grows, but without new thoughts.
  const count = store.isWhole.value ? entries.length : 0;
  const countBefore = useRef(count);
  useEffect(() => {
    if (countBefore.current > 0 && count > countBefore.current) reloadSoon();
    countBefore.current = count;
  }, [count]);
  const notes = reading.notes.filter(({ on }) => on === null);
  return (
    <div class="brief">
      <h2 tabIndex={-1}>Brief</h2>
      {error && !data && <LoadError error={error} retry={reload} />}
      {!data && !error && <p class="quiet">Loading…</p>}
      {data?.lines.length === 0 && <p class="quiet">Nothing to summarize yet.</p>}
      {BRIEF_SECTIONS.map(([section, title]) => {
        const { shown, folded, more } = sectionLines(data?.lines ?? [], section);
        if (shown.length === 0) return null;
        return (
          <section key={section} class={`brief-section is-${section}`}>
            <h3>{title}</h3>
            <BriefLines lines={shown} route={route} reading={reading} />
            {folded.length > 0 && (
              <details>
                <summary>{more}</summary>
                <BriefLines lines={folded} route={route} reading={reading} />
              </details>
            )}
          </section>
        );
      })}
      {DETAILS.map(([section, title]) => {
        const lines = detailLines(data, section);
        if (lines.length === 0) return null;
        return (
          <details key={section} class="brief-section is-folded">
            <summary>
              {title} <span class="quiet">{lines.length}</span>
            </summary>
            <BriefLines lines={lines} route={route} reading={reading} />
          </details>
        );
      })}
      <NoteList notes={notes} />
      <Composer store={store} />
    </div>
  );
}

/** The lines of a folded section. A last thought that is shown as the next step is not also a note. */
function detailLines(brief: SessionBrief | undefined, section: Line["section"]): readonly Line[] {
  const lines = brief?.lines ?? [];
  const next = section === "noted" ? lines.filter((line) => line.section === "next") : [];
  return lines.filter(
    (line) =>
      line.section === section && !next.some(({ seq, text }) => seq === line.seq && text === line.text),
  );
}

interface LinesProps {
  readonly lines: readonly Line[];
  readonly route: SessionRoute;
  readonly reading: Reading;
}

function BriefLines({ lines, ...rest }: LinesProps) {
  return (
    <ul>
      {lines.map((line) => (
        <BriefLine key={`${line.seq} ${line.text}`} line={line} {...rest} />
      ))}
    </ul>
  );
}

interface LineProps extends Omit<LinesProps, "lines"> {
  readonly line: Line;
}

function BriefLine({ line: { text, seq, thoughtNumber }, route, reading }: LineProps) {
  const to = addressOf({
    ...route,
    view: "outline",
    panel: undefined,
    thought: seq,
    folded: foldsShowing(reading.entries, route.folded ?? [], seq),
  });
  const branch = branchOf(reading.entries, seq);
  return (
    <li dir="auto">
      <a href={to}>
        <Visible text={briefText(text)} /> <span class="brief-number">#{thoughtNumber}</span>
        {branch !== "" && (
          <>
            {" "}
            <span class="brief-branch">
              <Visible text={branch} />
            </span>
          </>
        )}
      </a>
    </li>
  );
}
