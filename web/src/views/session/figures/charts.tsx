import { useEffect, useMemo, useState } from "preact/hooks";
import { useColours } from "../../../ui/use-colours.ts";
import type { Marks } from "../model/marks.ts";
import { countOverTime, revisionShare, type Series } from "../model/series.ts";

const COLOURS = ["lane-1", "accent", "ink-quiet", "line"] as const;

type Draw = typeof import("./line-chart.ts")["drawLineChart"];

/** How the session grew, and how much of it was revised, over time. */
export function Charts({ marks }: { readonly marks: Marks }) {
  const growth = useMemo(() => countOverTime(marks), [marks]);
  const revised = useMemo(() => revisionShare(marks), [marks]);
  return (
    <>
      <Chart
        title="Thoughts over time"
        says={`From none to ${marks.length.toLocaleString("en-GB")}.`}
        series={growth}
        colour="lane-1"
        unit=""
      />
      <Chart
        title="Share of revisions over time"
        says={`${Math.round(revised.values.at(-1) ?? 0)} % in the end.`}
        series={revised}
        colour="accent"
        unit=" %"
      />
    </>
  );
}

interface ChartProps {
  readonly title: string;
  /** The chart in words. */
  readonly says: string;
  readonly series: Series;
  readonly colour: "lane-1" | "accent";
  readonly unit: string;
}

function Chart({ title, says, series, colour, unit }: ChartProps) {
  const [place, setPlace] = useState<HTMLDivElement | null>(null);
  const draw = useDraw();
  const colours = useColours(COLOURS);
  useEffect(() => {
    if (!draw || !place) return;
    return draw(place, series, {
      line: colours[colour],
      axis: colours["ink-quiet"],
      grid: colours.line,
      unit,
    });
  }, [draw, place, series, colours]);
  return (
    <figure class="chart">
      <figcaption>
        <h3>{title}</h3>
        <p class="quiet">{says}</p>
      </figcaption>
      <div ref={setPlace} class="chart-place" aria-hidden="true" />
    </figure>
  );
}

/** What draws charts comes only when one is shown. */
function useDraw(): Draw | undefined {
  const [draw, setDraw] = useState<Draw | undefined>(undefined);
  useEffect(() => {
    import("./line-chart.ts").then(
      ({ drawLineChart }) => setDraw(() => drawLineChart),
      () => {},
    );
  }, []);
  return draw;
}
