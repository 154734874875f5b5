import * as z from "zod";
import { Tag } from "./tags.ts";

/** A way to think a problem through: a Markdown file of `catalogue/`, as parsed. */
export const MentalModel = z.object({
  name: z.string().regex(/^[a-z]+(-[a-z]+)*$/),
  title: z.string().min(1),
  tags: z.array(Tag).min(1).readonly(),
  description: z.string().min(1).max(100),
  /** The Markdown below the front matter. */
  content: z.string().min(1),
  steps: z
    .array(z.object({ title: z.string().min(1), text: z.string().min(1) }))
    .min(1)
    .readonly(),
});
export type MentalModel = z.infer<typeof MentalModel>;

/** The sections that every model has, in this order. */
export const SECTIONS = ["When to use it", "Steps", "Worked example", "Pitfalls", "In the ledger"] as const;
