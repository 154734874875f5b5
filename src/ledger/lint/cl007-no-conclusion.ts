import type { LintContext, Rule } from "./context.ts";
import { wordsOf } from "./prose.ts";

const CONCLUDES =
  /\b(?:conclusion|conclude|in short|in summary|to sum up|summary|overall|therefore|thus(?! far)|hence|finally|as a result|result|answer|recommend\w{0,6}|decision|decided|solution|solved|solves|fixed|fixes|resolved|done|finished|outcome|verdict|so (?:the|we|it|that)|we (?:offer|will|should|go|take|use|keep|choose|chose)|cause[sd]?|because|complete[d]?|works|shipped|was (?:re)?\w{1,40}ed|is (?:the|a|an|now|at)|it is|can(?:not)? be \w{1,40}ed)\b/i;
/** The beginning of a conclusion that says that it is one. */
const OPENS =
  /^(?:so |and |well,? )?(?:in (?:conclusion|summary|short)|conclusions?|summary|results?|answer|outcome|verdict|done|wrap(?:ping)?[- ]?up|goal (?:reached|met|achieved)|mission accomplished|that settles (?:it|the)|that(?:'s| is) (?:it|the answer|all)|bottom line|case closed|tl;?dr|solved|fixed)\b/i;
const GOES_ON =
  /^(?:next|now|let me|let's|hm{1,9}|tomorrow|later|i (?:will|should|need|want|am going)|i'll|we (?:should|need) (?:to )?(?:look|check|read|see|ask)|then i|another|i'd (?:now )?(?:like|love|rather)|i would (?:now )?like|let us|we'll (?:look|see|check)|off to|on to|moving on|turning to|remaining)\b|\bturn to\b|\bwould be nice\b|\?$/i;
/** How many of the last thoughts may carry the conclusion: two, and more in a long session, which has an aftermath. */
const endingOf = (thoughts: number): number => Math.min(8, Math.max(2, Math.round(thoughts / 20)));

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
    const ending = thoughts.slice(-endingOf(thoughts.length));
    if (facts.outcome.some(({ seq, origin }) => origin !== "inferred" && seq >= ending[0]!.seq)) return;
    const goal = goalWords(context);
    const central = centralWords(context);
    const isAnswer = ending.some((thought) => {
      const said = context
        .sentences(thought)
        .filter(({ text, isQuestion }) => !isQuestion && !GOES_ON.test(text));
      if (said.length === 0) return false;
      if (goal.size === 0) return said.some(({ text }) => CONCLUDES.test(text));
      const words = wordsOf(said.map(({ text }) => text).join(" "));
      const shared = new Set(words.filter((word) => goal.has(word))).size;
      const shares = new Set(words.filter((word) => central.has(word))).size;
      if (shared >= 1 && said.some(({ text }) => OPENS.test(text))) return true;
      if (said.some(({ text }) => CONCLUDES.test(text)))
        return shared >= Math.min(2, goal.size) || (shared >= 1 && shares >= 2) || shares >= 4;
      return shared >= 3 && thought === last;
    });
    const goesOn = context.sentences(last).every(({ text, isQuestion }) => isQuestion || GOES_ON.test(text));
    if (!isAnswer || goesOn)
      yield {
        thought: last,
        message: "The session is completed, and its end does not answer its goal",
        related: [thoughts[0]!.seq],
      };
  },
};

function goalWords({ session, thoughts, facts }: LintContext): ReadonlySet<string> {
  return new Set(
    [
      ...wordsOf(session.title),
      ...wordsOf(facts.goal?.text ?? ""),
      ...wordsOf(thoughts[0]!.content.slice(0, 2000)),
    ].filter((word) => !/^\d/.test(word) && !TASKS.has(word)),
  );
}

/** Words that are common in tasks of any topic. */
const TASKS = new Set(
  wordsOf(
    "goal task problem find want look figure please work like try start begin help question issue cause reason",
  ),
);

/** How many of its most frequent words describe the topic of a session. */
const CENTRAL = 12;

function centralWords(context: LintContext): ReadonlySet<string> {
  const { thoughts } = context;
  const before = thoughts.slice(0, -endingOf(thoughts.length));
  const words = new Set(before.flatMap((thought) => [...context.words(thought)]));
  return new Set(
    [...words]
      .filter((word) => !/^\d/.test(word) && context.frequency(word) >= 3)
      .sort((a, b) => context.frequency(b) - context.frequency(a) || (a < b ? -1 : 1))
      .slice(0, CENTRAL),
  );
}
