import * as z from "zod";

const id = z.string().describe("unique in its notebook");
const content = z.string().describe("any text; it is kept exactly");

/** One cell: a section's title, Markdown, or code in the notebook's language. */
export const Cell = z.discriminatedUnion("kind", [
  z.object({ id, kind: z.literal("title"), content }),
  z.object({ id, kind: z.literal("markdown"), content }),
  z.object({ id, kind: z.literal("code"), content, filename: z.string() }),
]);
export type Cell = z.infer<typeof Cell>;

/** The running cell. */
export type CodeCell = Extract<Cell, { kind: "code" }>;
