import type { Thought } from "../thought.ts";
import type { LintContext, Rule } from "./context.ts";
import { numerals } from "./numerals.ts";
import { wordsOf } from "./prose.ts";
import { jaccard, saysSame } from "./similarity.ts";

const NEVER_WRONG =
  /^(?:correct|right|fine|unchanged|accurate|still (?:true|right|correct|so|stands|holds|valid|applies))\b|\b(?:spot[- ]on|bang on|checks out|nothing (?:\w{1,20} ){0,3}(?:amend(?:ed)?|alter(?:ed)?|changed?|correct(?:ed)?|revised?|fixed|added|taken back|wrong)|(?:I|we) (?:\w{1,12} )?(?:stay|stick|abide|remain) (?:with|by|to|at)|(?:is|was|are|were) (?:hereby |fully )?(?:upheld|reaffirmed|restated|confirmed)|(?:same|identical) (?:as|to) (?:before|above|earlier)|(?:no|not any|without) (?:news|new information|surprises?|objections?|complaints?)|as (?:I|we|already) (?:said|wrote|stated|noted)|bears? repeating|to repeat|once more|f(?:i|ou)nd (?:it|them|this|that|all|everything|nothing) (?:\w{1,12} )?(?:right|correct|fine|accurate|sound|in order|wrong|amiss))\b|\b(?:(?:nothing|not anything|no need) (?:\w{1,40} ){0,3}(?:wrong|mistaken|incorrect|to (?:change|correct|add|fix|revise)|changes?d?)|no (?:error|mistake|fault|change|correction|reason to change)s?(?: \w{1,20})?|(?:is|was|are|were|still|remains?|stays?) (?:\w{1,40} (?:and )?){0,2}(?:right|correct|fine|accurate|complete|true|valid|sound|good|reasonable|unchanged|the same)|(?:I|we) (?:still |fully |hereby )?(?:stand|stood) by|(?:I|we) (?:\w{1,12} ){0,2}(?:uphold|reaffirm|reconfirm|confirm|maintain|agree with|keep|repeat)|(?:stands?|holds?)(?: \w{1,20})?(?: as (?:it|they) (?:is|was|are|were|stands?)|[.!]|$)|(?:leav(?:e|ing)|keep(?:ing)?) (?:this|it|that|them|\w{1,20}) (?:as|the same|unchanged)|as (?:it |they )?(?:is|was|stood|stands|written|described|before)\b|(?:would|wouldn't|would not|do not|don't) (?:\w{1,12} )?(?:change|alter|touch)|the same (?:way )?again|remains? (?:so|true)|confirm(?:s|ed|ing)? (?:this|that|it|the))/i;
/** "As I had written", "exactly what I had", "which is the list we gave": it says itself that nothing changes. */
const AS_BEFORE =
  /(?<!\b(?:not|isn't|n't|than|unlike|beyond|from|to|add) (?:\p{L}{1,12} ){0,2}?)\b(?:as|like|what|(?:is|are|was|were) (?:the|my|our) (?:\p{L}{1,20} )?)\s?(?:(?:I|we)(?:'d| had| have| already)? (?:had|have|written|wrote|said|put|noted|stated|gave|given|recorded|reported|concluded|found|believed)|(?:(?:it|that|this|which) )?(?:already )?(?:was|is|said|says|stood|stands|read|reads)|they (?:were|said))\b|\b(?:it|that|this|which) (?:already |also )?(?:says?|said|stated?|reads?|stood) (?:there |already )?(?:as much|so|(?:exactly |just |precisely )?(?:this|that|the same|the very same))\b|\b(?:the same|(?:exactly|precisely|just) what|no (?:differently|differently than|different from)) (?:as |than )?(?:it|that|this|they) (?:did|does|was|is|were|had|has|said|read|stood)\b/giu;
const ALL_NEVER_WRONG = new RegExp(NEVER_WRONG, "gi");
/** Words that correct something; the phrases above are removed before they are searched. */
const CORRECTS =
  /\b(?:wrong|mistak\w{1,5}|error|incorrect|correct(?:ed|ion|ing)|misread|misunder\w{1,8}|mis\w{3,12}|overlook\w{0,3}|forgot\w{0,3}|missed|omitted|instead|rather|however|except|imprecise|inaccurate|outdated|not|fixed|reworded|clarif\w{1,6}|but|only(?! (?:repeat|confirm|restat))|although|too (?:early|late|high|low|much|many|few))\b|n[’']t\b/i;
const ALL_CORRECTS = new RegExp(CORRECTS, "gi");
const BACK =
  /\b(?:back (?:to|with|at|in)|tak(?:e|ing) (?:that|it|this|the \w{1,20}) back|back after all|after all|as (?:I |we )?(?:first|originally|initially|at first)|(?:as|like|where|what) (?:it|they|that|this|he|she|we|I) (?:did|do|does|was|were|had been|had|stood|went) (?:before|originally|at first|earlier|initially|until)|returns?|returning|returned|revert\w{0,3}|restor\w{1,4}|reinstat\w{1,4}|revers\w{1,4}|undo\w{0,3}|as (?:originally|before|at first)|original(?:ly)?|again|(?:right|true|so) (?:in|at|from) the (?:beginning|start|first)|first (?:version|answer|idea|guess|thought|reading)|on (?:second thought|reflection))\b/i;
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

/** The share of a revision that may be new for it to say the same. */
const NEW = 0.2;
/** The same for one that states two numbers, both of them known. */
const NEW_BESIDE_NUMBERS = 0.35;
/** Words that only call a revision one: "Correction:", "To correct #9", "I revise". */
const CALLS = /^[^.:]{0,20}\b(?:correct(?:ion|ing|ed)?|revis(?:e|ion|ing)|amend(?:ment|ing)?)\b/i;
/** Words about looking at something again, correcting it or returning to it, which say nothing about the topic. */
const FRAME = new Set(
  wordsOf(
    "passage remark entry note sentence paragraph section item detail bit part text line anew repeat repeated rephrase " +
      "look looked check checked examine examined inspect verify re reread review reviewed went through think thought reflection reflect stay stays remain remains keep consider considered " +
      "correct correction correctly amend amendment revise revision preceding previous earlier former foregoing version statement state stated say said word wording " +
      "reverse reversed restore restored return returned revert reinstate original originally beginning initial initially true truer truth fact really actually " +
      "wait hang scratch change choice switch turn go come let hold restate update " +
      "hmm hm ok okay well sorry indeed mean precise precisely place case point put let believe belief seems seem reply answer",
  ),
);

/** Negations, and words that deny without one. */
const DENIES =
  /\b(?:not|no|never|none|nothing|nobody|neither|nor|without|cannot|unless|exclud\w{1,4}|reject\w{0,3}|drop\w{0,4}|dismiss\w{0,3}|den(?:y|ies|ied)|refus\w{1,3}|fail\w{0,3}|lack\w{0,3}|absent|impossible|untenable|too|rul(?:ed|es|ing) out|discard\w{0,3}|wrong|free of)\b|n[’']t\b/i;

/** Another look at something: "recalculated", "re-examined", "reconsidered". */
const ANOTHER_LOOK =
  /^re-?(?:calcul|comput|count|consid|examin|measur|visit|verif|weigh|word|phras|assess|evaluat)/;
/** A mention of a thought: "#12", "thought 12". */
const CITED = /#\d{1,9}\b|\b(?:thoughts?|steps?) \d{1,9}\b/gi;
const CLAUSE = /[,;:.!?](?:\s|$)|\n/;
/** How much of a clause a revision must say for the clause to be what it repeats. */
const REPEATED = 0.5;

/** Whether nearly all that a revision says is in the revised thought, with a negation only where that has one, and without a new number. */
function addsNothing(thought: Thought, revised: Thought): boolean {
  if (thought.evidence?.length) return false;
  const content = thought.content.replace(CITED, " ");
  const own = [...tokensOf(content)].filter((word) => !FRAME.has(word) && !ANOTHER_LOOK.test(word));
  const known = tokensOf(revised.content);
  const added = own.filter((word) => !known.has(word));
  const numbers = content.match(/(?<![\p{L}\d])\d/gu) ?? [];
  // A correction has another number, or a word such as "not", "only" or "instead".
  const most = numbers.length > 1 && !CORRECTS.test(content.replace(CALLS, " ")) ? NEW_BESIDE_NUMBERS : NEW;
  if (own.length < 2 || added.length > most * own.length || added.some((word) => /\d/.test(word)))
    return false;
  if (own.length === 2 && numbers.length === 0) return false;
  const denies = DENIES.test(content);
  if (denies) return DENIES.test(revised.content);
  const all = new Set(own);
  return !revised.content.split(CLAUSE).some((clause) => {
    if (!DENIES.test(clause)) return false;
    const words = tokensOf(clause).difference(FRAME);
    return words.intersection(all).size > REPEATED * words.size;
  });
}

/** From this many new words on, which must also be most of its words, a revision speaks of something else. */
const OTHER_TOPIC = 3;

/** Whether a revision confirms the earlier thought, corrects nothing, and adds no number and no evidence. */
function saysNeverWrong(context: LintContext, thought: Thought, revised: Thought): boolean {
  if (thought.evidence?.length) return false;
  const sentences = context.sentences(thought).filter(({ isQuestion }) => !isQuestion);
  const texts = sentences.map(({ text }) => text.replaceAll("’", "'"));
  if (!texts.some((text) => NEVER_WRONG.test(text) || text.search(AS_BEFORE) >= 0)) return false;
  const rest = texts.map((text) => text.replace(AS_BEFORE, " ").replace(ALL_NEVER_WRONG, " ")).join(" ");
  const numbers = (rest.match(/\d(?:[\d.,]{0,20}\d)?/g) ?? []).filter(
    (number) => !revised.content.includes(number),
  );
  const known = revised.content.toLowerCase();
  // "It does only GET" corrects nothing if the revised thought says "only" too.
  const corrections = (rest.match(ALL_CORRECTS) ?? []).filter((word) => !known.includes(word.toLowerCase()));
  const [own, before] = [tokensOf(rest).difference(FRAME), tokensOf(revised.content)];
  const added = own.difference(before).size;
  return corrections.length === 0 && numbers.length === 0 && (added <= OTHER_TOPIC || added <= own.size / 2);
}

/** The share of a revision that may be in neither version for it to return to the first. */
const OWN = 0.4;

function isReturn(context: LintContext, thought: Thought, version: Thought, revised: Thought): boolean {
  if (saysSame(context, version, thought, 0.7) || hasOnlyKnown(thought, version, revised)) return true;
  const [own, first, second] = [stanceOf(thought), stanceOf(version), stanceOf(revised)];
  const [back, on] = [agreement(own, first, second), agreement(own, second, first)];
  const added = own.takes.difference(first.all).difference(second.all).size / Math.max(1, own.takes.size);
  const isOld = thought.evidence?.length ? added <= OWN / 2 : added <= OWN || BACK.test(thought.content);
  if (back > on && isOld) return true;
  const words = context.words(thought);
  const similar = jaccard(words, context.words(version));
  return (
    BACK.test(thought.content) && similar >= 0.3 && similar > jaccard(words, context.words(revised)) + 0.1
  );
}

/** Whether a revision of a revision says nothing that neither of the two says: then it can only go back. */
function hasOnlyKnown(thought: Thought, version: Thought, revised: Thought): boolean {
  if (thought.evidence?.length) return false;
  const own = tokensOf(thought.content).difference(FRAME);
  const added = own.difference(tokensOf(version.content)).difference(tokensOf(revised.content));
  return own.size > 0 && added.size <= NEW * own.size && ![...added].some((word) => /\d/.test(word));
}

/** What a text denies: "not the discount", "rather than from the tester", "no strips". */
const DENIED =
  /\b(?:not|rather than|instead of|as opposed to|no longer|nor|unlike|no|without|drop(?:ping|ped)?|against) [^.,;:!?]{1,40}/gi;
/** A clause about something that is given up: "the line stays out", "let the coach go". */
const GIVES_UP =
  /(?:^|[.,;:!?] )(?:and |but |so )?([^.,;:!?]{1,60} (?:(?:out|off|gone|dropped|rejected|withdrawn|excluded|ruled out|let go)(?=[.,;:!?]|$)|(?:off the table|out of the question|acquitted)\b)|let (?:the |its |our )?[^.,;:!?]{1,40} go(?=[.,;:!?]|$))/gi;

/** What a thought is for, and what it is against. */
interface Stance {
  readonly all: Tokens;
  readonly takes: Tokens;
  readonly denies: Tokens;
}

function stanceOf({ content }: Thought): Stance {
  const denied: string[] = [];
  const note = (part: string) => {
    denied.push(part);
    return " . ";
  };
  const takes = tokensOf(content.replace(GIVES_UP, note).replace(DENIED, note)).difference(FRAME);
  const denies = tokensOf(denied.join(". ")).difference(FRAME).difference(takes);
  return { all: tokensOf(content), takes, denies };
}

/** How much a stance agrees with the first of two others where they differ. A number counts more than a word. */
function agreement(own: Stance, one: Stance, other: Stance): number {
  let sum = own.denies.intersection(other.takes).size + own.takes.intersection(other.denies).size;
  for (const word of own.takes.intersection(one.takes).difference(other.takes))
    sum += /^\d/.test(word) ? 2 : 1;
  return sum;
}

type Tokens = ReadonlySet<string>;

/** Words with meaning and whole numbers. */
function tokensOf(given: string): Tokens {
  const text = numerals(given);
  return new Set([
    ...wordsOf(text.replace(/\d[\d.,]{0,20}/g, " ")),
    ...(text.match(/\d(?:[\d.,]{0,20}\d)?/g) ?? []),
  ]);
}
