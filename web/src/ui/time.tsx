import { signal } from "@preact/signals";

const now = signal(Date.now());

/** Starts updating relative times. */
export function startClock(): void {
  const tick = () => {
    if (document.visibilityState === "visible") now.value = Date.now();
  };
  setInterval(tick, 10_000);
  document.addEventListener("visibilitychange", tick);
}

/** The present, updated every 10 seconds while the page is visible. */
export function present(): number {
  return Math.max(now.value, Date.now());
}

export interface AgoProps {
  readonly at: string;
  /** Under the name of its day: a time of an earlier day is only its hour and minute. */
  readonly isInDay?: boolean;
}

/** A relative time, with the absolute one in its title. */
export function Ago({ at, isInDay = false }: AgoProps) {
  const date = new Date(at);
  return (
    <time dateTime={at} title={date.toLocaleString(undefined, { dateStyle: "full", timeStyle: "medium" })}>
      {isInDay ? timeInDay(date.getTime(), present()) : relativeTime(date.getTime(), present())}
    </time>
  );
}

/** Time since a moment; after a week, its date. */
export function relativeTime(then: number, at: number): string {
  const seconds = Math.max(0, (at - then) / 1000);
  if (seconds < 10) return "just now";
  if (seconds < 60) return `${Math.floor(seconds / 10) * 10} s ago`;
  if (seconds < 3600) return `${Math.floor(seconds / 60)} min ago`;
  if (seconds < 86_400) return `${Math.floor(seconds / 3600)} h ago`;
  if (seconds < 7 * 86_400) return `${Math.floor(seconds / 86_400)} d ago`;
  const isThisYear = new Date(then).getFullYear() === new Date(at).getFullYear();
  return new Date(then).toLocaleDateString("en-GB", {
    day: "numeric",
    month: "short",
    year: isThisYear ? undefined : "numeric",
  });
}

/** Time since a moment of today, and the hour and minute of one of an earlier day. */
export function timeInDay(then: number, at: number): string {
  if (then >= new Date(at).setHours(0, 0, 0, 0)) return relativeTime(then, at);
  return new Date(then).toLocaleTimeString("en-GB", { hour: "2-digit", minute: "2-digit" });
}

/** The name of a day, relative to the present: "Today", "Yesterday", "Monday 16 November". */
export function dayName(day: number, at: number): string {
  const today = new Date(at).setHours(0, 0, 0, 0);
  // Noon of the day before, because days of a clock change have 23 or 25 hours.
  const yesterday = new Date(today - 12 * 3_600_000).setHours(0, 0, 0, 0);
  if (day >= today) return "Today";
  if (day === yesterday) return "Yesterday";
  const isThisYear = new Date(day).getFullYear() === new Date(at).getFullYear();
  return new Date(day).toLocaleDateString("en-GB", {
    ...(isThisYear ? { weekday: "long" } : { year: "numeric" }),
    day: "numeric",
    month: "long",
  });
}
