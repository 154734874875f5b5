import type { ComponentChildren } from "preact";
import { useEffect, useState } from "preact/hooks";
import type { Series } from "./draw-line-chart.ts";
import { useColours } from "./use-colours.ts";

const COLOURS = ["lane-1", "lane-2", "lane-3", "accent", "ink-quiet", "line"] as const;

export interface LineChartProps {
  readonly series: Series;
  readonly colour: "lane-1" | "lane-2" | "lane-3" | "accent";
  readonly unit: string;
  readonly class: string;
  /** Shown while there are fewer than two points. */
  readonly children?: ComponentChildren;
}

type Draw = typeof import("./draw-line-chart.ts")["drawLineChart"];

/** A chart for the eye; state the value as text beside it. The code that draws it is loaded with the first chart. */
export function LineChart({ series, colour, unit, class: className, children }: LineChartProps) {
  const [element, setElement] = useState<HTMLDivElement | null>(null);
  const [draw, setDraw] = useState<Draw | undefined>(undefined);
  const colours = useColours(COLOURS);
  const hasLine = series.values.length > 1;
  useEffect(() => {
    import("./draw-line-chart.ts").then(
      ({ drawLineChart }) => setDraw(() => drawLineChart),
      () => {},
    );
  }, []);
  useEffect(() => {
    if (!draw || !element || !hasLine) return;
    return draw(element, series, {
      line: colours[colour],
      axis: colours["ink-quiet"],
      grid: colours.line,
      unit,
    });
  }, [draw, element, series, colours, hasLine]);
  return (
    <div ref={setElement} class={className} aria-hidden="true">
      {!hasLine && children}
    </div>
  );
}
