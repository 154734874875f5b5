import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import { useColours } from "../../../ui/use-colours.ts";
import { density } from "../model/density.ts";
import { FLAG, type OutlineEntries } from "../model/outline-entries.ts";

export interface DensityStripProps {
  readonly entries: OutlineEntries;
  readonly from: number;
  readonly to: number;
  /** Later bars are drawn paler. */
  readonly shownTo: number;
}

const BAR = 4;
const HEIGHT = 40;
const COLOURS = ["lane-1", "accent"] as const;

/** Thoughts over time as bars; revisions have their own colour. */
export function DensityStrip({ entries, from, to, shownTo }: DensityStripProps) {
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
    const scale = devicePixelRatio;
    element.width = width * scale;
    element.height = HEIGHT * scale;
    context.scale(scale, scale);
    const parts = Math.max(1, Math.floor(width / BAR));
    const revising = entries.moment.filter((_, row) => (entries.flags[row]! & FLAG.revision) !== 0);
    const all = density(entries.moment, from, to, parts);
    const revisions = density(revising, from, to, parts);
    const most = Math.max(1, ...all);
    const height = (count: number) => (count === 0 ? 0 : Math.max(3, (count / most) * (HEIGHT - 2)));
    for (const [part, count] of all.entries()) {
      const start = from + ((to - from) * part) / parts;
      context.globalAlpha = start <= shownTo ? 1 : 0.3;
      const x = (part / parts) * width;
      context.fillStyle = colours["lane-1"];
      context.fillRect(x, HEIGHT - height(count), BAR - 1, height(count));
      context.fillStyle = colours.accent;
      context.fillRect(x, HEIGHT - height(revisions[part]!), BAR - 1, height(revisions[part]!));
    }
  }, [entries, from, to, shownTo, width, colours]);
  return (
    <div class="density" aria-hidden="true">
      <canvas ref={canvas} />
    </div>
  );
}
