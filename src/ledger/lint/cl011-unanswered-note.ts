import type { Rule } from "./context.ts";

/** Finds notes of people that reached the agent and were not answered. */
export const unansweredNote: Rule = {
  id: "CL011",
  title: "A person's note was delivered and not answered",
  level: "error",
  why: "A person spoke into the session, the agent got the note with an answer, and went on as if it had not.",
  example:
    'The note "Do not touch the production database" was delivered at thought 12, and no later thought answers it.',
  fix: 'Answer it in a thought with `answersNote: "<id>"`, or cite it as `note:<id>`.',
  *find({ notes = [], thoughts }) {
    const last = thoughts.at(-1);
    for (const { id, text, state, on, at } of notes) {
      if (state !== "delivered" && state !== "unanswered") continue;
      const thought = thoughts.findLast(({ number }) => number === (at ?? on)) ?? last;
      if (!thought) continue;
      // The agent has had no chance to answer what came with its latest thought.
      if (state === "delivered" && thought === last && last?.nextThoughtNeeded) continue;
      yield { thought, message: `The note ${id} was not answered: "${text.slice(0, 120)}"` };
    }
  },
};
