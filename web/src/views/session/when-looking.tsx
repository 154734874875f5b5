import { clockTime } from "./clock.ts";
import type { Reading } from "./reading.ts";

/** Which moment is looked at. */
export interface WhenLookingProps {
  readonly reading: Reading;
  readonly moment: number;
  onPresent(): void;
}

/** Says that the session is shown as it stood at a moment, and leads back to the present. */
export function WhenLooking({ reading: { count, marks }, moment, onPresent }: WhenLookingProps) {
  return (
    <p class="when-looking">
      <span>
        As it stood at <strong>{clockTime(moment)}</strong>: {count} of {marks.length} thoughts.
      </span>
      <button type="button" class="button small" onClick={onPresent}>
        Show all
      </button>
    </p>
  );
}
