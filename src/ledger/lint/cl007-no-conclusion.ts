import type { Rule } from "./context.ts";
import { BRIEF, endingOf, inconclusive } from "./endings.ts";

/** From this score on the rule reports. A short session shows little, so that it must be more certain. */
export const certainOf = (thoughts: number): number => (thoughts <= BRIEF ? 0.7 : -0.2);

/** Finds completed sessions that do not answer their goal. */
export const noConclusion: Rule = {
  id: "CL007",
  title: "A completed session without a conclusion that answers its goal",
  level: "warning",
  why: "The last thoughts are what a reader opens first. A session that just stops leaves its goal unanswered.",
  example: 'Goal: "Find out why checkout times out." Last thought: "Next I will read the release notes."',
  fix: 'End with a thought that answers the goal, or declare it: `marks: ["outcome: …"]`.',
  *find(context) {
    const { session, thoughts, facts } = context;
    const last = thoughts.at(-1);
    if (session.status !== "completed" || !last || thoughts.length < 3) return;
    const begin = thoughts.at(-endingOf(thoughts.length))!.seq;
    if (facts.outcome.some(({ seq, origin }) => origin !== "inferred" && seq >= begin)) return;
    if (inconclusive(context) > certainOf(thoughts.length))
      yield {
        thought: last,
        message: "The session is completed, and its end does not answer its goal",
        related: [thoughts[0]!.seq],
      };
  },
};
