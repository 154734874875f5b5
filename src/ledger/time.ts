const DAY = /^\d{4}-\d{2}-\d{2}$/;
const ZONE = /(z|[+-]\d{2}:?\d{2})$/i;

/**
 * Parses a time that bounds a search: ISO 8601, UTC by default. A date alone means the whole day: `since` is its
 * beginning, `until` its end. Returns undefined if it is invalid.
 */
export function readTime(text: string, edge: "since" | "until"): string | undefined {
  const given = text.trim();
  if (!/^\d{4}-\d{2}/.test(given) || given.length > 40) return undefined;
  const isDay = DAY.test(given);
  const time = Date.parse(isDay || !given.includes(":") || ZONE.test(given) ? given : `${given}Z`);
  if (Number.isNaN(time) || !isInCalendar(given)) return undefined;
  return new Date(isDay && edge === "until" ? time + 86_399_999 : time).toISOString();
}

/** Whether the day exists: `Date.parse` takes the 31st of a shorter month for a day of the next. */
function isInCalendar(given: string): boolean {
  const day = given.slice(0, 10);
  if (!DAY.test(day)) return true;
  const lastOfMonth = new Date(Date.UTC(Number(day.slice(0, 4)), Number(day.slice(5, 7)), 0));
  return Number(day.slice(8)) <= lastOfMonth.getUTCDate();
}
