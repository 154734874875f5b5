import * as z from "zod";

/** Why the content of a thought was removed. */
export const Redaction = z.object({
  redactedAt: z.iso.datetime(),
  by: z.string().describe("who redacted it"),
  reason: z.string(),
});
export type Redaction = z.infer<typeof Redaction>;

/** The content of a redacted thought. */
export const REDACTED_CONTENT = "[redacted]";

/** The reason of a redaction that is repeated for imported text. */
export const REDACTED_BEFORE = "Redacted before it was imported again.";
