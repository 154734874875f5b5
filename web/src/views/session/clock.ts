// To make one of these takes longer than to use it a hundred times.
const time = new Intl.DateTimeFormat("en-GB", { timeStyle: "medium" });
const day = new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "short" });
const dayOfYear = new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "short", year: "numeric" });
const full = new Intl.DateTimeFormat("en-GB", { dateStyle: "full", timeStyle: "medium" });

/** The time of day of a moment, to the second; with its day when that is not the day of `beside`. */
export function clockTime(at: number, beside: number = Date.now()): string {
  const [date, other] = [new Date(at), new Date(beside)];
  if (date.toDateString() === other.toDateString()) return time.format(date);
  const isSameYear = date.getFullYear() === other.getFullYear();
  return `${(isSameYear ? day : dayOfYear).format(date)}, ${time.format(date)}`;
}

/** A moment in full. */
export function fullTime(at: number): string {
  return full.format(at);
}

/** A span of time in a few letters, its two greatest units at most. */
export function spanText(ms: number): string {
  if (ms < 1_000) return `${Math.round(ms)} ms`;
  if (ms < 60_000) return `${(ms / 1_000).toFixed(1)} s`;
  const units = [
    ["d", 86_400_000],
    ["h", 3_600_000],
    ["min", 60_000],
    ["s", 1_000],
  ] as const;
  const first = units.findIndex(([, length]) => ms >= length);
  let rest = ms;
  return units
    .slice(first, first + 2)
    .flatMap(([name, length]) => {
      const count = Math.floor(rest / length);
      rest -= count * length;
      return count > 0 ? [`${count} ${name}`] : [];
    })
    .join(" ");
}
