import { useEffect, useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
import { useShortcuts } from "../../../input/keys.ts";
import { clockTime, spanText } from "../clock.ts";
import { standingAt } from "../model/marks.ts";
import { momentAfter, pauseBefore, SPEEDS, type Speed, stepFrom } from "../model/pace.ts";
import type { Reading } from "../reading.ts";
import { DensityStrip } from "./density-strip.tsx";
import "./timeline.css";

/** How tall the head of the page is, below which the timeline stays. */
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

/** What the timeline is shown with. */
export interface TimelineProps {
  readonly reading: Reading;
  readonly moment: number | undefined;
  onMoment(moment: number | undefined): void;
}

/** The session in time: a slider over it, and a player that shows how it came about. */
export function Timeline({ reading, moment, onMoment }: TimelineProps) {
  const { marks, count } = reading;
  const [isPlaying, setIsPlaying] = useState(false);
  const [speed, setSpeed] = useState<Speed>(1);
  const [first, last] = [marks.moment[0] ?? 0, marks.moment[marks.length - 1] ?? 0];
  const lookAt = (many: number) => onMoment(many >= marks.length ? undefined : momentAfter(marks, many));
  const step = (by: 1 | -1) => {
    setIsPlaying(false);
    lookAt(stepFrom(marks, count, by));
  };
  const play = () => {
    // At the end it begins anew.
    if (!isPlaying && count >= marks.length) onMoment(momentAfter(marks, 1));
    setIsPlaying(!isPlaying);
  };
  const faster = (by: 1 | -1) => setSpeed((now) => SPEEDS[SPEEDS.indexOf(now) + by] ?? now);

  useEffect(() => {
    if (!isPlaying) return;
    if (moment === undefined) {
      setIsPlaying(false);
      return;
    }
    const next = stepFrom(marks, count, 1);
    const timer = setTimeout(() => lookAt(next), pauseBefore(marks, count + 1, speed));
    return () => clearTimeout(timer);
  }, [isPlaying, count, moment, speed, marks]);

  const latest = useRef({ step, play, faster });
  latest.current = { step, play, faster };
  const shortcuts = useMemo(
    () => [
      { keys: [" "], does: "play, pause", run: () => latest.current.play() },
      { keys: ["ArrowRight"], does: "a step on in time", run: () => latest.current.step(1) },
      { keys: ["ArrowLeft"], does: "a step back in time", run: () => latest.current.step(-1) },
      { keys: [">"], does: "play faster", run: () => latest.current.faster(1) },
      { keys: ["<"], does: "play slower", run: () => latest.current.faster(-1) },
    ],
    [],
  );
  useShortcuts("Timeline", shortcuts);

  const headerHeight = useHeaderHeight();
  const shownAt = moment ?? last;
  const told = `${count} of ${marks.length} thoughts, ${clockTime(shownAt)}`;
  return (
    <section class="timeline" aria-label="Timeline" data-sticky style={{ top: `${headerHeight}px` }}>
      <div class="scrubber">
        <DensityStrip marks={marks} from={first} to={last} shownTo={shownAt} />
        <input
          type="range"
          aria-label="Moment"
          aria-valuetext={told}
          min={first}
          max={Math.max(last, first + 1)}
          step={1}
          value={shownAt}
          onInput={(event) => {
            setIsPlaying(false);
            const at = Number(event.currentTarget.value);
            onMoment(standingAt(marks, at) >= marks.length ? undefined : at);
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
        <button type="button" class="button small" onClick={() => step(1)} disabled={count >= marks.length}>
          Forward
        </button>
        <label class="speed">
          <span class="visually-hidden">Speed</span>
          <select
            value={String(speed)}
            onChange={(event) => setSpeed(Number(event.currentTarget.value) as Speed)}
            title="Pauses of more than two seconds are shortened"
          >
            {SPEEDS.map((one) => (
              <option key={one} value={String(one)}>
                {one}×
              </option>
            ))}
          </select>
        </label>
        <p class="moment-told" role="status">
          {reading.isLive ? `Now: all ${marks.length} thoughts` : told}
        </p>
        {!reading.isLive && (
          <button type="button" class="link-button" onClick={() => onMoment(undefined)}>
            To the present
          </button>
        )}
      </div>
    </section>
  );
}
