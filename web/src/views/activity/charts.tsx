import { useEffect, useMemo, useState } from "preact/hooks";
import { useColours } from "../../ui/use-colours.ts";
import { readings } from "./readings.ts";
import { CHARTS, type ChartKind, type Reading } from "./samples.ts";

const COLOURS = ["lane-1", "lane-2", "lane-3", "accent", "ink-quiet", "line"] as const;

type Draw = typeof import("../session/figures/line-chart.ts")["drawLineChart"];

/** The figures that matter, since this page was opened. */
export function Charts() {
  const taken = readings.value;
  const draw = useDraw();
  return (
    <section aria-labelledby="charts-title">
      <h2 id="charts-title">Now</h2>
      <p class="quiet">
        This server's process, every five seconds while you look. <a href="/metrics">/metrics</a> has
        everything for Prometheus.
      </p>
      <div class="charts">
        {CHARTS.map((kind) => (
          <Chart key={kind.title} kind={kind} taken={taken} draw={draw} />
        ))}
      </div>
    </section>
  );
}

interface ChartProps {
  readonly kind: ChartKind;
  readonly taken: readonly Reading[];
  readonly draw: Draw | undefined;
}

function Chart({ kind, taken, draw }: ChartProps) {
  const [place, setPlace] = useState<HTMLDivElement | null>(null);
  const line = useMemo(() => kind.line(taken), [kind, taken]);
  const colours = useColours(COLOURS);
  const last = line.values.at(-1);
  const hasLine = line.values.length > 1;
  useEffect(() => {
    if (!draw || !place || !hasLine) return;
    return draw(place, line, {
      line: colours[kind.colour],
      axis: colours["ink-quiet"],
      grid: colours.line,
      unit: kind.unit,
    });
  }, [draw, place, line, colours, hasLine]);
  return (
    <figure class="activity-chart">
      <figcaption>
        <h3>{kind.title}</h3>
        <strong>{last === undefined ? "…" : `${shown(last)}${kind.unit}`}</strong>
      </figcaption>
      <div ref={setPlace} class="activity-chart-place" aria-hidden="true">
        {!hasLine && <p class="quiet">The line begins in a moment.</p>}
      </div>
    </figure>
  );
}

const shown = (value: number): string =>
  value.toLocaleString("en-GB", { maximumFractionDigits: value < 10 ? 1 : 0 });

/** What draws charts comes only when one is shown. */
function useDraw(): Draw | undefined {
  const [draw, setDraw] = useState<Draw | undefined>(undefined);
  useEffect(() => {
    import("../session/figures/line-chart.ts").then(
      ({ drawLineChart }) => setDraw(() => drawLineChart),
      // The figures are there in words.
      () => {},
    );
  }, []);
  return draw;
}
