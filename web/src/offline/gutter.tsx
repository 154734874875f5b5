import type { GutterLine } from "./gutter-lines.ts";

/** More lanes than this overlap; the names of branches identify them. */
const COLUMNS = 8;
const STEP = 14;
const NODE = 22;
const COLOURS = 6;

export interface GutterProps {
  readonly lines: readonly GutterLine[];
  readonly column: number;
  readonly kind: "thought" | "revision";
  readonly isLast: boolean;
}

/** The width of the gutter in pixels. */
export const gutterWidth = (columns: number): number => 8 + STEP * Math.min(columns, COLUMNS);

/** The lanes beside a thought and its shape: a square for a revision, a ring around the last. */
export function Gutter({ lines, column, kind, isLast }: GutterProps) {
  const at = x(column);
  return (
    <svg class="gutter" aria-hidden="true" focusable="false">
      {lines.map((line) => (
        <LanePiece key={line.column} line={line} />
      ))}
      {isLast && <circle class="ring" cx={at} cy={NODE} r="8" />}
      {kind === "revision" ? (
        <rect class={colour(column)} x={at - 4.5} y={NODE - 4.5} width="9" height="9" />
      ) : (
        <circle class={colour(column)} cx={at} cy={NODE} r="4.5" />
      )}
    </svg>
  );
}

function LanePiece({ line: { column, top, bottom, from, isFar } }: { readonly line: GutterLine }) {
  const at = x(column);
  const name = `lane ${colour(column)}`;
  return (
    <>
      {top && <line class={name} x1={at} x2={at} y1="0" y2={NODE} />}
      {isFar && <line class={`${name} far`} x1={at} x2={at} y1="2" y2={NODE} />}
      {from !== undefined && <path class={name} d={`M${x(from)} 0C${x(from)} 12 ${at} 6 ${at} ${NODE}`} />}
      {bottom && <line class={name} x1={at} x2={at} y1={NODE} y2="100%" />}
    </>
  );
}

const x = (column: number): number => 10 + STEP * Math.min(column, COLUMNS - 1);

const colour = (column: number): string => `lane-${(column % COLOURS) + 1}`;
