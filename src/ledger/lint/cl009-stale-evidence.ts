import type { Rule } from "./context.ts";

/** Finds evidence whose target has changed or is missing. */
export const staleEvidence: Rule = {
  id: "CL009",
  title: "Evidence is stale or missing",
  level: "warning",
  why: "The lines, the run or the thought that a conclusion rests on have changed since. The conclusion may still hold, but nobody has looked.",
  example: "Thought 4 cites `src/pool.ts:12-30`, and these lines have been edited.",
  fix: "Read what changed and revise the thought with new evidence. `clew check <session>` shows all states.",
  *find({ thoughts, evidence, revisions }) {
    if (!evidence?.size) return;
    for (const thought of thoughts) {
      const stale = (evidence.get(thought.seq) ?? []).filter(
        ({ state }) => state === "stale" || state === "missing",
      );
      if (stale.length === 0 || revisions.has(thought.id)) continue;
      for (const { ref, state } of stale)
        yield {
          thought,
          message: `${ref.slice(0, 120)} is ${state === "stale" ? "no longer what it was" : "gone"}`,
        };
    }
  },
};
