import { useMemo } from "preact/hooks";
import type { MetricsSnapshot } from "../../data/api-types.ts";
import { LineChart } from "../../ui/line-chart.tsx";
import { CHARTS, type MetricChart } from "./metric-charts.ts";
import { snapshots } from "./poll-metrics.ts";

/** The server's main metrics since this page was opened. */
export function Charts() {
  return (
    <section aria-labelledby="charts-title">
      <h2 id="charts-title">Now</h2>
      <p class="quiet">
        This server process, updated every 5 seconds. Prometheus metrics: <a href="/metrics">/metrics</a>
      </p>
      <div class="charts">
        {CHARTS.map((chart) => (
          <Chart key={chart.title} chart={chart} snapshots={snapshots.value} />
        ))}
      </div>
    </section>
  );
}

interface ChartProps {
  readonly chart: MetricChart;
  readonly snapshots: readonly MetricsSnapshot[];
}

function Chart({ chart, snapshots }: ChartProps) {
  const series = useMemo(() => chart.series(snapshots), [chart, snapshots]);
  const last = series.values.at(-1);
  return (
    <figure class="activity-chart">
      <figcaption>
        <h3>{chart.title}</h3>
        <strong>{last === undefined ? "…" : `${formatValue(last)}${chart.unit}`}</strong>
      </figcaption>
      <LineChart series={series} colour={chart.colour} unit={chart.axisUnit} class="activity-chart-place">
        <p class="quiet">Collecting data…</p>
      </LineChart>
    </figure>
  );
}

const formatValue = (value: number): string =>
  value.toLocaleString("en-GB", { maximumFractionDigits: value < 10 ? 1 : 0 });
