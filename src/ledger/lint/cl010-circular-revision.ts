import type { Thought } from "../thought.ts";
import type { LintContext, Rule } from "./context.ts";
import { jaccard, saysSame } from "./similarity.ts";

const NEVER_WRONG =
  /\b(?:nothing (?:\w{1,40} ){0,3}(?:was |is )?(?:wrong|mistaken|incorrect)|no (?:error|mistake)s? (?:in|at)|was (?:right|correct|fine) (?:all along|as it (?:stood|was)|after all)|(?:is|was) (?:right|correct) and (?:stands|holds)|still (?:stands|holds) as|stands as it (?:is|was)|no change (?:needed|necessary)|(?:reading|result|value|it) stands)\b/i;
const BACK = /\b(?:back to|after all|return(?:ing)? to|as (?:originally|before)|original(?:ly)?|again)\b/i;
/** How many revisions back a circle is looked for. */
const LONGEST = 10;

/** Finds revisions that return to an earlier version, and revisions that change nothing. */
export const circularRevision: Rule = {
  id: "CL010",
  title: "Revisions go in a circle, or revise what was never wrong",
  level: "warning",
  why: "A revision says that something was wrong. One that changes nothing, or that returns to what an earlier revision corrected, hides which version holds and why.",
  example:
    "Thought 7 decides A, thought 9 revises it to B, thought 10 revises that to A again, without a new reason.",
  fix: "Say what is new since the version that you return to, or record a thought that confirms the old one instead of a revision.",
  *find(context) {
    for (const thought of context.thoughts) {
      yield;
      const [revised, ...earlier] = versionsBefore(context, thought);
      if (!revised) continue;
      if (saysSame(context, revised, thought, 0.9) || saysNeverWrong(context, thought))
        yield {
          thought,
          message: `Revises thought ${revised.number}, which it does not call wrong`,
          related: [revised.seq],
        };
      else {
        const same = earlier.find((version) => isReturn(context, thought, version, revised));
        if (same)
          yield {
            thought,
            message: `Returns to thought ${same.number}, which was revised`,
            related: [same.seq, revised.seq],
          };
      }
    }
  },
};

/** The versions that a thought revises, newest first. */
function versionsBefore({ byId }: LintContext, thought: Thought): readonly Thought[] {
  const versions: Thought[] = [];
  for (let id = thought.revisesId; id !== undefined && versions.length < LONGEST; ) {
    const version = byId.get(id);
    if (!version) break;
    versions.push(version);
    id = version.revisesId;
  }
  return versions;
}

function saysNeverWrong(context: LintContext, thought: Thought): boolean {
  return context.sentences(thought).some(({ text, isQuestion }) => !isQuestion && NEVER_WRONG.test(text));
}

function isReturn(context: LintContext, thought: Thought, version: Thought, revised: Thought): boolean {
  if (saysSame(context, version, thought, 0.7)) return true;
  const words = context.words(thought);
  const back = jaccard(words, context.words(version));
  return BACK.test(thought.content) && back >= 0.3 && back > jaccard(words, context.words(revised)) + 0.1;
}
