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

/** A relative time, with the absolute one in its title. */
export function Ago({ at }: { readonly at: string }) {
  const date = new Date(at);
  return (
    <time dateTime={at} title={date.toLocaleString(undefined, { dateStyle: "full", timeStyle: "medium" })}>
      {relativeTime(date.getTime(), Math.max(now.value, Date.now()))}
    </time>
  );
}

/** Time since a moment; after a week, its date. */
export function relativeTime(then: number, present: number): string {
  const seconds = Math.max(0, (present - then) / 1000);
  if (seconds < 10) return "just now";
  if (seconds < 60) return `${Math.floor(seconds / 10) * 10} s ago`;
  if (seconds < 3600) return `${Math.floor(seconds / 60)} min ago`;
  if (seconds < 86_400) return `${Math.floor(seconds / 3600)} h ago`;
  if (seconds < 7 * 86_400) return `${Math.floor(seconds / 86_400)} d ago`;
  const isThisYear = new Date(then).getFullYear() === new Date(present).getFullYear();
  return new Date(then).toLocaleDateString("en-GB", {
    day: "numeric",
    month: "short",
    year: isThisYear ? undefined : "numeric",
  });
}
