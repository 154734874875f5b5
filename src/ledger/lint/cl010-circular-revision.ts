import type { Thought } from "../thought.ts";
import type { LintContext, Rule } from "./context.ts";
import { wordsOf } from "./prose.ts";
import { jaccard, saysSame } from "./similarity.ts";

const NEVER_WRONG =
  /^(?:correct|right|fine|unchanged|accurate|still (?:true|right|correct|so|stands|holds|valid|applies))\b|\b(?:spot[- ]on|bang on|checks out|nothing (?:\w{1,20} ){0,3}(?:amended?|altered?|changed?|corrected?|revised?|fixed|added|taken back|wrong)|(?:I|we) (?:\w{1,12} )?(?:stay|stick|abide|remain) (?:with|by|to|at)|(?:is|was|are|were) (?:hereby |fully )?(?:upheld|reaffirmed|restated|confirmed)|(?:same|identical) (?:as|to) (?:before|above|earlier)|(?:no|not any|without) (?:news|new information|surprises?|objections?|complaints?)|as (?:I|we|already) (?:said|wrote|stated|noted)|bears? repeating|to repeat|once more)\b|\b(?:(?:nothing|not anything|no need) (?:\w{1,40} ){0,3}(?:wrong|mistaken|incorrect|to (?:change|correct|add|fix|revise)|changes?d?)|no (?:error|mistake|fault|change|correction|reason to change)s?(?: \w{1,20})?|(?:is|was|are|were|still|remains?|stays?) (?:\w{1,40} (?:and )?){0,2}(?:right|correct|fine|accurate|complete|true|valid|sound|good|reasonable|unchanged|the same)|(?:I|we) (?:still |fully |hereby )?(?:stand|stood) by|(?:I|we) (?:\w{1,12} ){0,2}(?:uphold|reaffirm|reconfirm|confirm|maintain|agree with|keep|repeat)|(?:stands?|holds?)(?: \w{1,20})?(?: as (?:it|they) (?:is|was|are|were|stands?)|[.!]|$)|(?:leav(?:e|ing)|keep(?:ing)?) (?:this|it|that|them|\w{1,20}) (?:as|the same|unchanged)|as (?:it |they )?(?:is|was|stood|stands|written|described|before)\b|(?:would|wouldn't|would not|do not|don't) (?:\w{1,12} )?(?:change|alter|touch)|the same (?:way )?again|remains? (?:so|true)|confirm(?:s|ed|ing)? (?:this|that|it|the))/i;
const ALL_NEVER_WRONG = new RegExp(NEVER_WRONG, "gi");
/** Words that correct something; the phrases above are removed before they are searched. */
const CORRECTS =
  /\b(?:wrong|mistak\w{1,5}|error|incorrect|correct(?:ed|ion|ing)|misread|misunder\w{1,8}|mis\w{3,12}|overlook\w{0,3}|forgot\w{0,3}|missed|omitted|instead|rather|however|except|imprecise|inaccurate|outdated|not|fixed|reworded|clarif\w{1,6}|but|only(?! (?:repeat|confirm|restat))|although|too (?:early|late|high|low|much|many|few))\b|n[’']t\b/i;
const BACK = /\b(?:back to|after all|return(?:ing)? to|as (?:originally|before)|original(?:ly)?|again)\b/i;
/** How many revisions back a circle is searched. */
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
      if (
        saysSame(context, revised, thought, 0.9) ||
        addsNothing(thought, revised) ||
        saysNeverWrong(context, thought, revised)
      )
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

/** How much of a revision may be new for it to say the same. */
const NEW = 0.2;
/** Words of looking at something again. */
const AGAIN = new Set(
  wordsOf(
    "look looked again check checked reread re-read review went through thought think think reflection still stay stays remain keep also same consider considered",
  ),
);

/** Whether nearly all that a revision says is in the revised thought, without a word that corrects it. */
function addsNothing(thought: Thought, revised: Thought): boolean {
  if (thought.evidence?.length || CORRECTS.test(thought.content.replace(ALL_NEVER_WRONG, " "))) return false;
  const own = [...tokensOf(thought)].filter((word) => !AGAIN.has(word));
  const known = tokensOf(revised);
  const added = own.filter((word) => !known.has(word));
  return own.length >= 3 && added.length <= NEW * own.length && !added.some((word) => /\d/.test(word));
}

/** Whether a revision confirms the earlier thought, corrects nothing, and adds no number and no evidence. */
function saysNeverWrong(context: LintContext, thought: Thought, revised: Thought): boolean {
  if (thought.evidence?.length) return false;
  const sentences = context.sentences(thought).filter(({ isQuestion }) => !isQuestion);
  if (!sentences.some(({ text }) => NEVER_WRONG.test(text))) return false;
  const rest = sentences.map(({ text }) => text.replace(ALL_NEVER_WRONG, " ")).join(" ");
  const numbers = (rest.match(/\d[\d.,]{0,20}/g) ?? []).filter((number) => !revised.content.includes(number));
  return !CORRECTS.test(rest) && numbers.length === 0;
}

function isReturn(context: LintContext, thought: Thought, version: Thought, revised: Thought): boolean {
  if (saysSame(context, version, thought, 0.7)) return true;
  const [own, first, second] = [thought, version, revised].map(tokensOf) as [Tokens, Tokens, Tokens];
  // The words in which the two versions differ, and which version the thought agrees with.
  const [back, on] = [own.intersection(first.difference(second)), own.intersection(second.difference(first))];
  const known = own.intersection(first).size / own.size;
  if (back.size > on.size && known >= (BACK.test(thought.content) ? 0.5 : 0.7)) return true;
  const words = context.words(thought);
  const similar = jaccard(words, context.words(version));
  return (
    BACK.test(thought.content) && similar >= 0.3 && similar > jaccard(words, context.words(revised)) + 0.1
  );
}

type Tokens = ReadonlySet<string>;

/** Words with meaning and whole numbers. */
const tokensOf = ({ content }: Thought): Tokens =>
  new Set([
    ...wordsOf(content.replace(/\d[\d.,]{0,20}/g, " ")),
    ...(content.match(/\d(?:[\d.,]{0,20}\d)?/g) ?? []),
  ]);
