import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import { useColours } from "../../../ui/use-colours.ts";
import { density } from "../model/density.ts";
import { FLAG, type Marks } from "../model/marks.ts";

/** What the strip shows. */
export interface DensityStripProps {
  readonly marks: Marks;
  readonly from: number;
  readonly to: number;
  /** What is later is drawn paler. */
  readonly shownTo: number;
}

const BAR = 4;
const HEIGHT = 40;
const COLOURS = ["lane-1", "accent"] as const;

/** How many thoughts there were when, as bars; those among them that revise stand out from below. */
export function DensityStrip({ marks, from, to, shownTo }: DensityStripProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const [width, setWidth] = useState(0);
  const colours = useColours(COLOURS);
  useEffect(() => {
    const watch = new ResizeObserver(([entry]) => setWidth(Math.round(entry!.contentRect.width)));
    watch.observe(canvas.current!);
    return () => watch.disconnect();
  }, []);
  useLayoutEffect(() => {
    const element = canvas.current!;
    const context = element.getContext("2d");
    if (!context || width === 0) return;
    const sharp = devicePixelRatio;
    element.width = width * sharp;
    element.height = HEIGHT * sharp;
    context.scale(sharp, sharp);
    const parts = Math.max(1, Math.floor(width / BAR));
    const revising = marks.moment.filter((_, row) => (marks.flags[row]! & FLAG.revision) !== 0);
    const all = density(marks.moment, from, to, parts);
    const revisions = density(revising, from, to, parts);
    const most = Math.max(1, ...all);
    const tall = (count: number) => (count === 0 ? 0 : Math.max(3, (count / most) * (HEIGHT - 2)));
    for (const [part, count] of all.entries()) {
      const begins = from + ((to - from) * part) / parts;
      context.globalAlpha = begins <= shownTo ? 1 : 0.3;
      const x = (part / parts) * width;
      context.fillStyle = colours["lane-1"];
      context.fillRect(x, HEIGHT - tall(count), BAR - 1, tall(count));
      context.fillStyle = colours.accent;
      context.fillRect(x, HEIGHT - tall(revisions[part]!), BAR - 1, tall(revisions[part]!));
    }
  }, [marks, from, to, shownTo, width, colours]);
  return (
    <div class="density" aria-hidden="true">
      <canvas ref={canvas} />
    </div>
  );
}
