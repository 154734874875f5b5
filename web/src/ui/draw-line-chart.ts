import uPlot from "uplot";
import "uplot/dist/uPlot.min.css";

/** A line of a chart: a value for each time, in seconds since 1970. */
export interface Series {
  readonly times: readonly number[];
  readonly values: readonly number[];
}

/** Colours, and the unit of the values. */
export interface LineChartLook {
  readonly line: string;
  readonly axis: string;
  readonly grid: string;
  readonly unit: string;
}

const HEIGHT = 130;

/** Draws a chart that follows the width of its container; call the result to remove it. */
export function drawLineChart(
  container: HTMLElement,
  { times, values }: Series,
  look: LineChartLook,
): () => void {
  const axis = {
    stroke: look.axis,
    grid: { stroke: look.grid, width: 1 },
    ticks: { show: false },
    font: "11px system-ui, sans-serif",
  };
  const chart = new uPlot(
    {
      width: Math.max(100, container.clientWidth),
      height: HEIGHT,
      legend: { show: false },
      cursor: { show: false },
      scales: { y: { range: (_, __, most) => [0, Math.max(1, most * 1.05)] } },
      axes: [
        { ...axis, space: 80, size: 26, values: (_, ticks) => ticks.map(tickTime(times)) },
        { ...axis, size: 44, space: 30, values: (_, ticks) => ticks.map((tick) => `${tick}${look.unit}`) },
      ],
      series: [{}, { stroke: look.line, width: 1.5, points: { show: false } }],
    },
    [times as number[], values as number[]],
    container,
  );
  const watch = new ResizeObserver(() => {
    const width = Math.max(100, container.clientWidth);
    if (width !== chart.width) chart.setSize({ width, height: HEIGHT });
  });
  watch.observe(container);
  return () => {
    watch.disconnect();
    chart.destroy();
  };
}

/** Times on the axis are more precise for shorter spans; those of a few seconds count from the beginning. */
function tickTime(times: readonly number[]): (seconds: number) => string {
  const [begin = 0] = times;
  const span = (times.at(-1) ?? 0) - begin;
  if (span < 5) return (seconds) => `${(seconds - begin).toFixed(span < 0.5 ? 2 : 1)} s`;
  const fine: Intl.DateTimeFormatOptions =
    span < 3_600
      ? { hour: "2-digit", minute: "2-digit", second: "2-digit" }
      : span < 86_400
        ? { hour: "2-digit", minute: "2-digit" }
        : { day: "numeric", month: "short" };
  const format = new Intl.DateTimeFormat("en-GB", fine);
  return (seconds) => format.format(seconds * 1_000);
}
