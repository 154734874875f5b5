import * as z from "zod";

/** What a fact says about a line of reasoning. */
export const FactKind = z.enum(["decision", "dead_end", "open", "answered", "next", "outcome"]);
export type FactKind = z.infer<typeof FactKind>;

/**
 * Who says that it is a fact, in order of trust: the author declared it with the thought, a model extracted it with a
 * quotation that was found in the thought, or Clew inferred it from the text.
 */
export const FactOrigin = z.enum(["declared", "extracted", "inferred"]);
export type FactOrigin = z.infer<typeof FactOrigin>;

/** A decision, dead end, question, answer, next step or outcome that a thought states. */
export const Fact = z.object({
  kind: FactKind,
  text: z.string().describe("the statement, without its reason"),
  reason: z.string().optional(),
  seq: z.int().describe("`seq` of the thought that states it"),
  thoughtNumber: z.int(),
  branchId: z.string().optional(),
  origin: FactOrigin,
  replacedBy: z.int().optional().describe("`seq` of the thought whose fact replaces this one"),
  was: z.string().optional().describe("the text of the fact that this one replaces"),
});
export type Fact = z.infer<typeof Fact>;

/** How a branch ended, as far as the session says so. */
export const BranchFate = z.enum(["won", "dropped", "open"]);
export type BranchFate = z.infer<typeof BranchFate>;
