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

/** The session as a graph that can be panned and zoomed: lanes from left to right, arrival from top to bottom. */
export function Graph({ reading }: { readonly reading: Reading }) {
  const { store, entries, count, thought } = reading;
  const colours = useColours(GRAPH_COLOURS);
  // Positions are those of the whole session, whatever the selected moment.
  const lanes = useGrowing(entries.length, [store], (before?: Lanes) =>
    layLanes(entries, entries.length, before),
  );
  const container = useRef<HTMLDivElement>(null);
  const view = useRef<GraphView | undefined>(undefined);
  const latest = useRef(reading);
  latest.current = reading;
  const { fates } = reading;
  const state = { entries, lanes, count, selected: thought, colours, fates };
  useEffect(() => {
    view.current = createGraph(container.current!, state, (seq) =>
      latest.current.moveTo(seq, { open: true }),
    );
    return () => view.current?.kill();
  }, []);
  useEffect(() => {
    view.current?.update(state);
    if (thought !== undefined) view.current?.show(thought);
  }, [entries, lanes, count, thought, colours, fates]);
  const current = route.value;
  const outline = current.name === "session" ? addressOf({ ...current, view: "outline" }) : "/";
  return (
    <div class="graph">
      <div
        ref={container}
        class="graph-place"
        role="img"
        aria-label={`Graph of ${entries.length} thoughts in ${lanes.lanes.length} branches. The outline shows the same as text.`}
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
          Fit
        </button>
      </div>
      <p class="graph-status" role="status">
        {thought === undefined ? (
          <>
            Click a thought or use the arrow keys. The <a href={outline}>outline</a> shows all text.
          </>
        ) : (
          <>
            Thought {entries.number[thought - 1]}:{" "}
            <Visible text={plainLine(entries.beginning[thought - 1] ?? "")} />
          </>
        )}
      </p>
    </div>
  );
}
