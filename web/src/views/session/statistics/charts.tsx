import { useMemo } from "preact/hooks";
import type { Series } from "../../../ui/draw-line-chart.ts";
import { LineChart, type LineChartProps } from "../../../ui/line-chart.tsx";
import type { OutlineEntries } from "../model/outline-entries.ts";
import { countOverTime, revisionShare } from "../model/series.ts";

/** How a session grew and how much of it was revised, over time. */
export function Charts({ entries, count }: { readonly entries: OutlineEntries; readonly count: number }) {
  const growth = useMemo(() => countOverTime(entries, count), [entries, count]);
  const revisions = useMemo(() => revisionShare(entries, count), [entries, count]);
  return (
    <>
      <Chart
        title="Thoughts over time"
        summary={`0 to ${count.toLocaleString("en-GB")}`}
        series={growth}
        colour="lane-1"
        unit=""
      />
      {revisions.values.some((share) => share > 0) && (
        <Chart
          title="Revisions over time"
          summary={`${Math.round(revisions.values.at(-1) ?? 0)}% of all thoughts at the end`}
          series={revisions}
          colour="accent"
          unit="%"
        />
      )}
    </>
  );
}

interface ChartProps extends Pick<LineChartProps, "colour" | "unit"> {
  readonly title: string;
  readonly summary: string;
  readonly series: Series;
}

function Chart({ title, summary, ...chart }: ChartProps) {
  return (
    <figure class="chart">
      <figcaption>
        <h3>{title}</h3>
        <p class="quiet">{summary}</p>
      </figcaption>
      <LineChart {...chart} class="chart-place" />
    </figure>
  );
}
