import { useEffect, useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
import { useShortcuts } from "../../../input/keys.ts";
import { clockTime, spanText } from "../clock.ts";
import { countAt } from "../model/outline-entries.ts";
import { momentAfter, pauseBefore, SPEEDS, type Speed, stepFrom } from "../model/playback.ts";
import type { Reading } from "../reading.ts";
import { DensityStrip } from "./density-strip.tsx";
import "./timeline.css";

/** The height of the page header, below which the timeline sticks. */
function useHeaderHeight(): number {
  const [height, setHeight] = useState(0);
  useLayoutEffect(() => {
    const header = document.querySelector<HTMLElement>(".header");
    if (!header) return;
    const watch = new ResizeObserver(() => setHeight(header.offsetHeight));
    watch.observe(header);
    setHeight(header.offsetHeight);
    return () => watch.disconnect();
  }, []);
  return height;
}

export interface TimelineProps {
  readonly reading: Reading;
  readonly moment: number | undefined;
  onMoment(moment: number | undefined): void;
}

/** A slider over the time of a session, with playback. */
export function Timeline({ reading, moment, onMoment }: TimelineProps) {
  const { entries, count } = reading;
  const [isPlaying, setIsPlaying] = useState(false);
  const [speed, setSpeed] = useState<Speed>(1);
  const [first, last] = [entries.moment[0] ?? 0, entries.moment[entries.length - 1] ?? 0];
  const showFirst = (thoughts: number) =>
    onMoment(thoughts >= entries.length ? undefined : momentAfter(entries, thoughts));
  const step = (by: 1 | -1) => {
    setIsPlaying(false);
    showFirst(stepFrom(entries, count, by));
  };
  const play = () => {
    // At the end, playback starts over.
    if (!isPlaying && count >= entries.length) onMoment(momentAfter(entries, 1));
    setIsPlaying(!isPlaying);
  };
  const faster = (by: 1 | -1) => setSpeed((now) => SPEEDS[SPEEDS.indexOf(now) + by] ?? now);

  useEffect(() => {
    if (!isPlaying) return;
    if (moment === undefined) {
      setIsPlaying(false);
      return;
    }
    const next = stepFrom(entries, count, 1);
    const timer = setTimeout(() => showFirst(next), pauseBefore(entries, count + 1, speed));
    return () => clearTimeout(timer);
  }, [isPlaying, count, moment, speed, entries]);

  const latest = useRef({ step, play, faster });
  latest.current = { step, play, faster };
  const shortcuts = useMemo(
    () => [
      { keys: [" "], does: "play, pause", run: () => latest.current.play() },
      { keys: ["ArrowRight"], does: "one step forward", run: () => latest.current.step(1) },
      { keys: ["ArrowLeft"], does: "one step back", run: () => latest.current.step(-1) },
      { keys: [">"], does: "play faster", run: () => latest.current.faster(1) },
      { keys: ["<"], does: "play slower", run: () => latest.current.faster(-1) },
    ],
    [],
  );
  useShortcuts("Timeline", shortcuts);

  const headerHeight = useHeaderHeight();
  const shownAt = moment ?? last;
  const status = `${count} of ${entries.length} thoughts, ${clockTime(shownAt)}`;
  return (
    <section class="timeline" aria-label="Timeline" data-sticky style={{ top: `${headerHeight}px` }}>
      <div class="scrubber">
        <DensityStrip entries={entries} from={first} to={last} shownTo={shownAt} />
        <input
          type="range"
          aria-label="Moment"
          aria-valuetext={status}
          min={first}
          max={Math.max(last, first + 1)}
          step={1}
          value={shownAt}
          onInput={(event) => {
            setIsPlaying(false);
            const at = Number(event.currentTarget.value);
            onMoment(countAt(entries, at) >= entries.length ? undefined : at);
          }}
          onKeyDown={(event) => {
            const by = { ArrowRight: 1, ArrowUp: 1, ArrowLeft: -1, ArrowDown: -1 }[event.key];
            if (by === undefined && event.key !== " ") return;
            event.preventDefault();
            if (by === undefined) play();
            else step(by as 1 | -1);
          }}
        />
        <div class="scrubber-ends quiet" aria-hidden="true">
          <span>{clockTime(first)}</span>
          <span>{spanText(last - first)}</span>
          <span>{clockTime(last, first)}</span>
        </div>
      </div>
      <div class="player">
        <button type="button" class="button small" onClick={() => step(-1)} disabled={count === 0}>
          Back
        </button>
        <button type="button" class="button small primary play-button" onClick={play}>
          {isPlaying ? "Pause" : "Play"}
        </button>
        <button type="button" class="button small" onClick={() => step(1)} disabled={count >= entries.length}>
          Forward
        </button>
        <label class="speed">
          <span class="visually-hidden">Speed</span>
          <select
            value={String(speed)}
            onChange={(event) => setSpeed(Number(event.currentTarget.value) as Speed)}
            title="Speed (pauses are at most 2 seconds)"
          >
            {SPEEDS.map((one) => (
              <option key={one} value={String(one)}>
                {one}×
              </option>
            ))}
          </select>
        </label>
        <p class="moment-status" role="status">
          {reading.isLive ? `Now: ${entries.length} thoughts` : status}
        </p>
        {!reading.isLive && (
          <button type="button" class="link-button" onClick={() => onMoment(undefined)}>
            Back to now
          </button>
        )}
      </div>
    </section>
  );
}
