import { KIND_NAMES, KINDS } from "../model/kind.ts";
import { KindMark } from "../outline/lane-gutter.tsx";

/** What the shapes mean. */
export function Legend() {
  return (
    <ul class="legend" aria-label="What the shapes mean">
      {KINDS.toReversed().map((kind) => (
        <li key={kind}>
          <svg width={18} height={18} aria-hidden="true" focusable="false">
            <KindMark kind={kind} x={9} y={9} class="lane lane-1" />
          </svg>
          {KIND_NAMES[kind]}
        </li>
      ))}
      <li>
        <svg width={18} height={18} aria-hidden="true" focusable="false">
          <line class="revision-line" x1={1} x2={17} y1={9} y2={9} />
        </svg>
        what it revises
      </li>
    </ul>
  );
}
