import { api } from "../../../data/api.ts";
import type { SessionFigures } from "../../../data/api-types.ts";
import { useResource } from "../../../data/resource.ts";
import { Visible } from "../../../text/visible-text.tsx";
import { LoadError } from "../../../ui/load-error.tsx";
import { spanText } from "../clock.ts";
import { laneClass } from "../outline/lane-gutter.tsx";
import type { Reading } from "../reading.ts";
import { Charts } from "./charts.tsx";
import "./figures.css";

/** Up to here the session itself brings its figures. */
const BROUGHT_ALONG = 20_000;
const MOST_LANES = 12;

/** The session in figures, each with what it means, and in charts. */
export function Figures({ reading }: { readonly reading: Reading }) {
  const { store, marks } = reading;
  const brought = store.detail.value;
  const isLong = marks.length > BROUGHT_ALONG;
  const asked = useResource(isLong ? `figures ${store.id}` : undefined, (signal) =>
    api.figures(store.id, { signal }),
  );
  const figures = isLong ? asked.data : brought;
  return (
    <div class="figures">
      <h2 tabIndex={-1}>Figures</h2>
      {asked.error && <LoadError error={asked.error} retry={asked.reload} />}
      {figures?.analysis ? <Analysis analysis={figures.analysis} /> : <p class="quiet">Counting…</p>}
      {marks.length > 1 && <Charts marks={marks} />}
      {figures?.lanes && figures.lanes.length > 1 && <LaneBars lanes={figures.lanes} />}
    </div>
  );
}

type AnalysisShape = SessionFigures["analysis"];
type Figure = keyof AnalysisShape["definitions"];

const NAMES: readonly (readonly [Figure, string])[] = [
  ["thoughtCount", "Thoughts"],
  ["branchCount", "Branches"],
  ["revisionCount", "Revisions"],
  ["critiqueRequests", "Critiques"],
  ["duration", "Duration"],
  ["thoughtDensity", "Thoughts a minute"],
  ["revisionRate", "Revision rate"],
  ["linearityScore", "Linearity"],
  ["maxDepth", "Depth"],
  ["hasConvergence", "Came together"],
  ["isComplete", "Complete"],
];

function Analysis({ analysis }: { readonly analysis: AnalysisShape }) {
  const values: Readonly<Record<string, unknown>> = {
    ...analysis.metadata,
    ...analysis.structure,
    ...analysis.quality,
  };
  return (
    <dl class="analysis">
      {NAMES.map(([figure, name]) => (
        <div key={figure}>
          <dt>
            <details>
              <summary>{name}</summary>
              <p class="quiet">{analysis.definitions[figure]}</p>
            </details>
          </dt>
          <dd>{shown(figure, values[figure])}</dd>
        </div>
      ))}
    </dl>
  );
}

function shown(figure: Figure, value: unknown): string {
  if (typeof value === "boolean") return value ? "yes" : "no";
  if (typeof value !== "number") return String(value);
  if (figure === "duration") return spanText(value);
  if (figure === "revisionRate") return `${(value * 100).toFixed(1)} %`;
  return value.toLocaleString("en-GB");
}

function LaneBars({ lanes }: { readonly lanes: SessionFigures["lanes"] }) {
  const most = Math.max(...lanes.map(({ thoughts }) => thoughts));
  const shownLanes = lanes
    .map((lane, index) => ({ ...lane, index }))
    .toSorted((one, other) => other.thoughts - one.thoughts)
    .slice(0, MOST_LANES);
  return (
    <section>
      <h3>Thoughts per line</h3>
      <dl class="lane-bars">
        {shownLanes.map(({ branchId, thoughts, index }) => (
          <div key={branchId}>
            <dt>{branchId === "" ? "main line" : <Visible text={branchId} />}</dt>
            <dd>
              <span
                class={`lane-bar ${laneClass(index)}`}
                style={{ width: `${(thoughts / most) * 100}%` }}
                aria-hidden="true"
              />
              {thoughts.toLocaleString("en-GB")}
            </dd>
          </div>
        ))}
      </dl>
      {lanes.length > MOST_LANES && <p class="quiet">and {lanes.length - MOST_LANES} shorter ones</p>}
    </section>
  );
}
