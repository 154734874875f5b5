import { readTime } from "./time.ts";

/** A moment in the life of a session: right after a thought arrived, or a time (included). */
export type Moment = { readonly seq: number } | { readonly time: string };

/** The formats of a moment, for error messages. */
export const MOMENTS = "a time such as 2026-11-15T10:00:00Z, or #n for the seq of a thought";

/** Reads a moment: an ISO time (UTC by default; a date counts to its end), or the seq of a thought as `#n` or `n`. */
export function readMoment(text: string): Moment | undefined {
  const number = /^#?(\d{1,15})$/.exec(text.trim());
  if (number) return Number(number[1]) >= 1 ? { seq: Number(number[1]) } : undefined;
  const time = readTime(text, "until");
  return time === undefined ? undefined : { time };
}
