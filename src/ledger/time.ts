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
  if (Number.isNaN(time)) return undefined;
  return new Date(isDay && edge === "until" ? time + 86_399_999 : time).toISOString();
}
