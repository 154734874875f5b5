import { useEffect, useState } from "preact/hooks";
import { memo } from "../../../ui/memo.ts";
import type { Kind } from "../model/kind.ts";
import { columnOf, gapLanes, type Lanes, rowLanes, type Stroke } from "../model/lane-layout.ts";

/** Spacing of the lanes beside the thoughts. */
export interface Gutter {
  readonly width: number;
  /** The x position of a column. */
  x(column: number): number;
}

/** Distance of the shape of a thought from the top of its row. */
const DOT = 26;
const BEND = 22;
const HEADING_DOT = 20;

/**
 * The width is that of `reserved` columns and does not grow, so that text does not move when a branch starts; more
 * columns are placed closer together.
 */
export function gutterFor(columns: number, reserved: number, isNarrow: boolean): Gutter {
  const [edge, usual] = isNarrow ? [9, 9] : [12, 17];
  const width = 2 * edge + usual * (reserved - 1);
  const step = columns <= 1 ? 0 : Math.min(usual, (width - 2 * edge) / (columns - 1));
  return { width, x: (column) => edge + column * step };
}

/** Whether the screen is narrower than 40rem. */
export function useIsNarrow(): boolean {
  const [isNarrow, setIsNarrow] = useState(() => matchMedia("(width < 40rem)").matches);
  useEffect(() => {
    const query = matchMedia("(width < 40rem)");
    const look = () => setIsNarrow(query.matches);
    query.addEventListener("change", look);
    return () => query.removeEventListener("change", look);
  }, []);
  return isNarrow;
}

interface GutterProps {
  readonly lanes: Lanes;
  readonly gutter: Gutter;
  readonly seq: number;
  readonly isFolded: (branch: number) => boolean;
}

/** The lanes beside a thought, and its own shape. */
export const ThoughtGutter = memo(
  ({ lanes, gutter, seq, isFolded, kind }: GutterProps & { readonly kind: Kind }) => {
    const { strokes, bends } = rowLanes(lanes, seq, isFolded);
    const own = columnOf(lanes, seq);
    const branch = strokes.find(({ column }) => column === own)?.branch ?? 0;
    return (
      <svg class="gutter" aria-hidden="true" focusable="false" width={gutter.width}>
        {strokes.map((stroke) => (
          <Line key={stroke.column} stroke={stroke} x={gutter.x(stroke.column)} middle={DOT} />
        ))}
        {bends.map(({ branch: to, from, to: column }) => (
          <g key={column} class={laneClass(to)}>
            <path d={bendPath(gutter.x(from), gutter.x(column))} />
            <line x1={gutter.x(column)} x2={gutter.x(column)} y1={DOT + BEND} y2="100%" />
          </g>
        ))}
        <KindShape kind={kind} x={gutter.x(own)} y={DOT} class={laneClass(branch)} />
      </svg>
    );
  },
);

/** The lanes beside a heading. */
export const HeadingGutter = memo(({ lanes, gutter, seq, isFolded }: GutterProps) => (
  <svg class="gutter" aria-hidden="true" focusable="false" width={gutter.width}>
    {gapLanes(lanes, seq, isFolded).map((stroke) => (
      <g key={stroke.column}>
        <Line stroke={stroke} x={gutter.x(stroke.column)} middle={HEADING_DOT} />
        {!stroke.below && (
          <rect
            class={`${laneClass(stroke.branch)} folded-shape`}
            x={gutter.x(stroke.column) - 4}
            y={HEADING_DOT - 4}
            width={8}
            height={8}
          />
        )}
      </g>
    ))}
  </svg>
));

function Line({
  stroke,
  x,
  middle,
}: {
  readonly stroke: Stroke;
  readonly x: number;
  readonly middle: number;
}) {
  const { above, below, branch } = stroke;
  if (!above && !below) return null;
  return (
    <line class={laneClass(branch)} x1={x} x2={x} y1={above ? 0 : middle} y2={below ? "100%" : middle} />
  );
}

interface KindShapeProps {
  readonly kind: Kind;
  readonly x: number;
  readonly y: number;
  readonly class: string;
}

/** The shape of a thought, by kind. */
export function KindShape({ kind, x, y, class: className }: KindShapeProps) {
  const at = `translate(${x} ${y})`;
  switch (kind) {
    case "revision":
      return <path class={`${className} kind-shape`} transform={at} d="M0-6.500 6.500 0 0 6.500-6.500 0Z" />;
    case "last":
      return (
        <g class={`${className} kind-shape is-last`} transform={at}>
          <rect x={-6.5} y={-6.5} width={13} height={13} />
          <rect class="inner" x={-2.5} y={-2.5} width={5} height={5} />
        </g>
      );
    case "critique":
      return (
        <g class={`${className} kind-shape is-critique`} transform={at}>
          <circle r={6.5} />
          <circle class="inner" r={2.5} />
        </g>
      );
    case "fork":
      return <path class={`${className} kind-shape`} transform={at} d="M0-6.500 6 5.500H-6Z" />;
    default:
      return <circle class={`${className} kind-shape`} transform={at} r={5} />;
  }
}

/** The class for the colour of a lane. */
export const laneClass = (branch: number): string => `lane lane-${(branch % 6) + 1}`;

function bendPath(from: number, to: number): string {
  const end = DOT + BEND;
  return `M${from} ${DOT}C${from} ${DOT + BEND * 0.7} ${to} ${DOT + BEND * 0.3} ${to} ${end}`;
}
