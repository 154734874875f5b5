const DAY = /^\d{4}-\d{2}-\d{2}$/;
const ZONE = /(z|[+-]\d{2}:?\d{2})$/i;

/**
 * Reads a time that bounds a search: ISO 8601, UTC unless it says otherwise. A day alone means all of it: `since` is its
 * beginning, `until` its end. Undefined when it cannot be read.
 */
export function readTime(text: string, edge: "since" | "until"): string | undefined {
  const given = text.trim();
  if (!/^\d{4}-\d{2}/.test(given) || given.length > 40) return undefined;
  const isDay = DAY.test(given);
  const time = Date.parse(isDay || !given.includes(":") || ZONE.test(given) ? given : `${given}Z`);
  if (Number.isNaN(time)) return undefined;
  return new Date(isDay && edge === "until" ? time + 86_399_999 : time).toISOString();
}
