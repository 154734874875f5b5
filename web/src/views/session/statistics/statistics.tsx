import { api } from "../../../data/api.ts";
import type { SessionStatistics } from "../../../data/api-types.ts";
import { useResource } from "../../../data/resource.ts";
import { Visible } from "../../../text/visible-text.tsx";
import { LoadError } from "../../../ui/load-error.tsx";
import { type Analysis, statisticsOf } from "../model/statistics.ts";
import { laneClass } from "../outline/lane-gutter.tsx";
import type { Reading } from "../reading.ts";
import { MOST_ANALYSED } from "../session-store.ts";
import { Charts } from "./charts.tsx";
import { ModelCalls } from "./model-calls.tsx";
import "./statistics.css";

const MOST_BRANCHES = 12;

/** The statistics of a session with their definitions, and charts. */
export function Statistics({ reading }: { readonly reading: Reading }) {
  const { store, entries, count, asOf } = reading;
  const isLong = count > MOST_ANALYSED;
  const loaded = useResource(isLong ? `statistics ${store.id} ${asOf ?? ""}` : undefined, (signal) =>
    api.statistics(store.id, asOf, { signal }),
  );
  const statistics = isLong ? loaded.data : reading.detail;
  return (
    <div class="statistics">
      <h2 tabIndex={-1}>Statistics</h2>
      {loaded.error && <LoadError error={loaded.error} retry={loaded.reload} />}
      {statistics?.analysis ? <AnalysisList analysis={statistics.analysis} /> : <p class="quiet">Loading…</p>}
      {count > 1 && <Charts entries={entries} count={count} />}
      <ModelCalls id={store.id} />
      {statistics?.branches && statistics.branches.length > 1 && (
        <BranchBars branches={statistics.branches} />
      )}
    </div>
  );
}

function AnalysisList({ analysis }: { readonly analysis: Analysis }) {
  return (
    <dl class="analysis">
      {statisticsOf(analysis).map(({ name, value, definition }) => (
        <div key={name}>
          <dt>
            <details>
              <summary>{name}</summary>
              <p class="quiet">{definition}</p>
            </details>
          </dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

function BranchBars({ branches }: { readonly branches: SessionStatistics["branches"] }) {
  const most = Math.max(...branches.map(({ thoughts }) => thoughts));
  const longest = branches
    .map((branch, index) => ({ ...branch, index }))
    .toSorted((one, other) => other.thoughts - one.thoughts)
    .slice(0, MOST_BRANCHES);
  return (
    <section>
      <h3>Thoughts per branch</h3>
      <dl class="lane-bars">
        {longest.map(({ branchId, thoughts, index }) => (
          <div key={branchId}>
            <dt>{branchId === "" ? "main" : <Visible text={branchId} />}</dt>
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
      {branches.length > MOST_BRANCHES && (
        <p class="quiet">{branches.length - MOST_BRANCHES} shorter branches</p>
      )}
    </section>
  );
}
