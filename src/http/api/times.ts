import * as z from "zod";
import { MOMENTS, readMoment, readTime } from "../../ledger/index.ts";

const timeAt = (edge: "since" | "until") =>
  z
    .string()
    .transform((text, { addIssue }) => {
      const read = readTime(text, edge);
      if (read !== undefined) return read;
      const shown = text.slice(0, 100).toWellFormed();
      addIssue(`'${shown}' is not a time. Send 2026-11-15 or 2026-11-15T10:00:00Z.`);
      return z.NEVER;
    })
    .optional()
    .describe(edge === "since" ? "from this time on" : "up to this time; a day is included whole");

/** The bounds of a time, both included. */
export const times = { since: timeAt("since"), until: timeAt("until") };

/** The moment as of which a session is returned. */
export const asOf = z
  .string()
  .transform((text, { addIssue }) => {
    const moment = readMoment(text);
    if (moment) return moment;
    addIssue(`'${text.slice(0, 100).toWellFormed()}' is not a moment. Send ${MOMENTS} (%23n in a URL).`);
    return z.NEVER;
  })
  .optional()
  .describe(`the session as it was: ${MOMENTS}`);
