import { useEffect, useRef } from "preact/hooks";
import { route } from "../../../input/history.ts";
import { addressOf } from "../../../input/route.ts";
import { plainLine } from "../../../text/plain-line.ts";
import { Visible } from "../../../text/visible-text.tsx";
import { useColours } from "../../../ui/use-colours.ts";
import { type Lanes, layLanes } from "../model/lane-layout.ts";
import type { Reading } from "../reading.ts";
import { useGrowing } from "../use-growing.ts";
import { createGraph, GRAPH_COLOURS, type GraphView } from "./create-graph.ts";

/** The session as a graph: lanes from left to right, arrival from top to bottom. It can be moved and zoomed. */
export function Graph({ reading }: { readonly reading: Reading }) {
  const { store, marks, count, thought } = reading;
  const colours = useColours(GRAPH_COLOURS);
  // Places are those of the whole session, whatever moment is looked at.
  const lanes = useGrowing(marks.length, [store], (before?: Lanes) => layLanes(marks, marks.length, before));
  const place = useRef<HTMLDivElement>(null);
  const view = useRef<GraphView | undefined>(undefined);
  const latest = useRef(reading);
  latest.current = reading;
  const state = { marks, lanes, count, chosen: thought, colours };
  useEffect(() => {
    view.current = createGraph(place.current!, state, (seq) => latest.current.moveTo(seq, { open: true }));
    return () => view.current?.kill();
  }, []);
  useEffect(() => {
    view.current?.update(state);
    if (thought !== undefined) view.current?.show(thought);
  }, [marks, lanes, count, thought, colours]);
  const current = route.value;
  const outline = current.name === "session" ? addressOf({ ...current, view: "outline" }) : "/";
  return (
    <div class="graph">
      <div
        ref={place}
        class="graph-place"
        role="img"
        aria-label={`Graph of ${marks.length} thoughts in ${lanes.lanes.length} lines. The outline has the same as text.`}
      />
      <div class="graph-tools">
        <button
          type="button"
          class="button small"
          onClick={() => view.current?.zoom(1.5)}
          aria-label="Zoom in"
        >
          +
        </button>
        <button
          type="button"
          class="button small"
          onClick={() => view.current?.zoom(1 / 1.5)}
          aria-label="Zoom out"
        >
          −
        </button>
        <button type="button" class="button small" onClick={() => view.current?.fit()}>
          Whole
        </button>
      </div>
      <p class="graph-told" role="status">
        {thought === undefined ? (
          <>
            Keys and clicks choose a thought. Read it all in the <a href={outline}>outline</a>.
          </>
        ) : (
          <>
            Thought {marks.number[thought - 1]}:{" "}
            <Visible text={plainLine(marks.beginning[thought - 1] ?? "")} />
          </>
        )}
      </p>
    </div>
  );
}
