import type { Rule } from "./context.ts";
import { contradictionsOf } from "./number-pairs.ts";

/** Finds numbers that contradict an earlier one for the same quantity. */
export const contradictingNumber: Rule = {
  id: "CL008",
  title: "A number contradicts an earlier one for the same quantity",
  level: "warning",
  why: "Two values for one quantity cannot both be right, and what was computed from the wrong one is wrong too.",
  example:
    'Thought 5: "The database allows 300 connections." Thought 9: "The database allows 500 connections."',
  fix: 'Revise the wrong one, or say what changed: "now", "after the upgrade", "rose from 300 to 500".',
  *find(context) {
    const thoughts = new Set<string>();
    for (const pair of contradictionsOf(context)) {
      yield;
      if (!pair) continue;
      const [one, other] = [pair.earlier.sentence, pair.later.sentence];
      if (thoughts.has(other.thought.id)) continue;
      thoughts.add(other.thought.id);
      const message = `"${other.text.slice(0, 120)}" contradicts thought ${one.thought.number}: "${one.text.slice(0, 120)}"`;
      yield { thought: other.thought, message, related: [one.thought.seq] };
    }
  },
};
