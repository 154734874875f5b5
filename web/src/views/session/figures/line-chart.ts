import uPlot from "uplot";
import "uplot/dist/uPlot.min.css";
import type { Series } from "../model/series.ts";

/** The colours of a chart and the unit of its values. */
export interface LineChartLook {
  readonly line: string;
  readonly axis: string;
  readonly grid: string;
  readonly unit: string;
}

const HEIGHT = 130;

/** Draws a small chart as wide as its place, and keeps it so; the result takes it away. */
export function drawLineChart(
  place: HTMLElement,
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
      width: Math.max(100, place.clientWidth),
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
    place,
  );
  const watch = new ResizeObserver(() => {
    const width = Math.max(100, place.clientWidth);
    if (width !== chart.width) chart.setSize({ width, height: HEIGHT });
  });
  watch.observe(place);
  return () => {
    watch.disconnect();
    chart.destroy();
  };
}

/** How a time is written on the axis: the shorter the whole, the finer. */
function tickTime(times: readonly number[]): (seconds: number) => string {
  const span = (times.at(-1) ?? 0) - (times[0] ?? 0);
  const fine: Intl.DateTimeFormatOptions =
    span < 5
      ? { minute: "2-digit", second: "2-digit", fractionalSecondDigits: 1 }
      : span < 3_600
        ? { hour: "2-digit", minute: "2-digit", second: "2-digit" }
        : span < 86_400
          ? { hour: "2-digit", minute: "2-digit" }
          : { day: "numeric", month: "short" };
  const format = new Intl.DateTimeFormat("en-GB", fine);
  return (seconds) => format.format(seconds * 1_000);
}
