// Creating a formatter is much slower than using it.
const time = new Intl.DateTimeFormat("en-GB", { timeStyle: "medium" });
const day = new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "short" });
const dayOfYear = new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "short", year: "numeric" });
const full = new Intl.DateTimeFormat("en-GB", { dateStyle: "full", timeStyle: "medium" });

/** The time of day, with the date if it differs from that of `reference`. */
export function clockTime(at: number, reference: number = Date.now()): string {
  const [date, other] = [new Date(at), new Date(reference)];
  if (date.toDateString() === other.toDateString()) return time.format(date);
  const isSameYear = date.getFullYear() === other.getFullYear();
  return `${(isSameYear ? day : dayOfYear).format(date)}, ${time.format(date)}`;
}

export function fullTime(at: number): string {
  return full.format(at);
}

/** A duration in at most two units. */
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
