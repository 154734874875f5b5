import type { Rule } from "./context.ts";

/** Finds branches that stop without a stated outcome. */
export const branchWithoutVerdict: Rule = {
  id: "CL006",
  title: "A branch without a verdict",
  level: "warning",
  why: "A branch is an alternative that was explored. Without its outcome the next reader explores it again.",
  example:
    'The branch "queue" has two thoughts about a queue, and nothing says whether it was taken or dropped.',
  fix: 'End the branch with its outcome, or say it on the main line: `marks: ["dead end: queue because …"]` or `decision: …`.',
  *find(context) {
    const last = context.thoughts.at(-1);
    for (const [name, thoughts] of context.branches) {
      const end = thoughts.at(-1)!;
      if (name === "" || context.decided.has(name)) continue;
      if (end === last && context.session.status !== "completed") continue;
      if (context.facts.deadEnds.some((fact) => fact.branchId === name && fact.origin !== "inferred"))
        continue;
      yield {
        thought: end,
        message: `Nothing says how the branch "${name.slice(0, 60)}" ended`,
        related: [thoughts[0]!.seq],
      };
    }
  },
};
