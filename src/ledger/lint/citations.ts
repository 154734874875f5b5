import type { Thought } from "../thought.ts";
import { CITATION_WEIGHTS } from "./citation-weights.ts";
import type { LintContext } from "./context.ts";
import { wordsOf } from "./prose.ts";
import { scoreOf } from "./weights.ts";

/** A mention of a thought by its number. */
export interface Citation {
  readonly number: number;
  readonly thought: Thought;
  /** The sentence before and behind the mention. */
  readonly before: string;
  readonly behind: string;
  readonly isQuestion: boolean;
}

const CITED = /(?<![\p{L}\d])#(\d{1,9})\b|\b(?:thoughts?|steps?)\s(?:no\.?\s|number\s|#)?(\d{1,9})\b/giu;
const MAY_CITE = /#\d|\b(?:thought|step)/i;

/** How many citations of a thought are read, and how much text on each side. */
const MOST = 30;
const CONTEXT = 400;

/** The citations in the text of a thought. */
export function* citationsOf(context: LintContext, thought: Thought): Iterable<Citation> {
  if (!MAY_CITE.test(thought.content)) return;
  let count = 0;
  for (const { text, isQuestion } of context.sentences(thought))
    for (const { 0: found, 1: hash, 2: word, index } of text.matchAll(CITED)) {
      // "Runbook step 4" is a step of something else.
      if (
        word !== undefined &&
        wordsOf(/(?<!\p{L})\p{L}{1,20} $/u.exec(text.slice(Math.max(0, index - 30), index))?.[0] ?? "")
          .length > 0
      )
        continue;
      if (++count > MOST) return;
      yield {
        number: Number(hash ?? word),
        thought,
        before: text.slice(Math.max(0, index - CONTEXT), index).replaceAll("’", "'"),
        behind: text.slice(index + found.length, index + CONTEXT).replaceAll("’", "'"),
        isQuestion,
      };
    }
}

const CLAUSE_END = /, |;|:| and | but /;
/** Words that discard, end or fault what they are about. */
export const FAULTS =
  /\b(?:wrong\w{0,2}|incorrect|mistak\w{0,4}|misread|misle\w{1,5}|revis\w{0,4}|correct(?:s|ed|ion|ing)?|supersed\w{0,3}|replac\w{0,4}|no longer|drop(?:s|ped)?|abandon\w{0,3}|reject\w{0,3}|discard\w{0,3}|contrary|contradict\w{0,3}|unlike|instead|rather|outdated|obsolete|void|withdr[ae]w\w{0,2}|retract\w{0,3}|redo|redid|despite|ignor\w{0,3}|invalid\w{0,5}|disprov\w{0,2}|refut\w{0,2}|rul(?:ed|es|ing) out|confus\w{1,4}|overlook\w{0,3}|differ\w{0,4}|forg[eo]t\w{0,4}|dece(?:ive|ption)\w{0,2}|tempt\w{1,4}|plausible|premature|naive|moot|bur(?:y|ied|ying)|undo\w{0,3}|undid|overturn\w{0,3}|overrid\w{1,3}|amend\w{0,3}|disregard\w{0,3}|str(?:ike|uck|iking)\w{0,1}|scrap\w{0,4}|scratch\w{0,3}|err(?:ed|s|or|ors)|fals(?:e|ely)|flaw\w{0,3}|dead|gone|history|cross(?:ed)? out|delet\w{1,3}|remov\w{1,3}|shel(?:f|ved?)|excluded|fail\w{0,3}|innocent|warning|example|illustration|instance|record|lesson|taught)\b/i;
/** Particles that most verbs may have: "out", "closed". */
const PARTICLES = /\b(?:off|out|clos(?:ed|e)|end(?:ed|s)?)\b/i;
const discards = (text: string): boolean => FAULTS.test(text) || PARTICLES.test(text);
export const NEGATES =
  /\b(?:not|no|never|nothing|nobody|none|nor|neither|without|cannot|hardly|only|merely|solely|just)\b|n't\b/i;
const RELIES =
  /\b(?:given|giving|since|because|as|based on|basis of|build(?:ing|s)? (?:further |more |directly )?(?:on|upon)|rel(?:y|ies|ying) on|follow(?:s|ing)?|going by|us(?:e|es|ing)|with|from|per|thanks to|keep(?:s|ing)?|combin(?:e|es|ing)|continu(?:e|es|ing)(?: with)?|tak(?:e|es|ing)|stick(?:s|ing)? (?:to|with)|according to|adopt(?:s|ing)?|extend(?:s|ing)?|on top of|in line with|see|assum(?:e|es|ing)|via|through)\b[^.;:!?]{0,60}$/i;
const INFERS =
  /\b(?:so|hence|therefore|thus|means|then|which|consequently|accordingly|let us|gives?|tells?|shows?|explains?|allows?|should|must|had better|can)\b/i;
const CAUSAL =
  /^(?:since|as|because|with|given|now that|building|following|based|going by|per|relying|taking|thanks|from|by|on the (?:basis|strength))\b/i;
const CAUSES = /\b(?:since|because|as|with|hence|therefore|so that|being|given)\b/i;
const PAST =
  /^(?:'s)? (?:was|were|had|did|used|took|mixed|counted|assumed|got|said|came|missed|failed|led|taught|looked|seemed|sounded|appeared|turned out|proved|held only|rested|stood)\b/i;
const STATES = /^(?:'s)? (?:is|are|has been|have been|says?|goes|stays?|remains?)\b/i;

/** "I didn't build on it", "nothing below rests on it". */
const DENIES =
  /(?:n't|\b(?:not|never|nothing|nobody|no one|no longer|none|nor))\b(?: \w{1,12}){0,3}? (?:builds?|built|building|rel(?:y|ies|ied|ying)|rests?|leans?|hangs?|based?|depends?|uses?|used|appl(?:y|ies)|trusts?|carr(?:y|ied)|counts?)\b/i;

/** The properties of a citation that tell whether the thought relies on what it cites. */
export function citationFeatures(
  context: LintContext,
  citation: Citation,
  cited: Thought,
): Map<string, number> {
  const { before, behind, thought } = citation;
  const found = new Map<string, number>();
  const set = (name: string, value: number | boolean): void => {
    if (value) found.set(name, Number(value));
  };
  const sentence = before + behind;
  const clause = `${before.split(CLAUSE_END).at(-1)} # ${behind.split(CLAUSE_END)[0]}`;
  const isParenthetical = /\([^()]{0,40}$/.test(before) && /^[^()]{0,40}\)/.test(behind);
  set("bracketed", isParenthetical && before.trimStart().length > 3);
  set("see", /\b(?:see|cf\.?) $/i.test(before));
  set("relies", RELIES.test(before));
  set("causal", CAUSAL.test(before.trimStart()) || /^(?:[^,]{1,40}) being\b/.test(before));
  set("causes", CAUSES.test(before));
  set("infers", INFERS.test(behind));
  set("discards clause", discards(clause));
  set("discards", discards(sentence));
  set("negates clause", NEGATES.test(clause));
  set("negates", NEGATES.test(sentence));
  set("discards thought", discards(thought.content));
  set("past", PAST.test(behind));
  set("states", STATES.test(behind));
  set("first", before.trim() === "");
  set("what", /\b(?:what|who|whoever|everything)\b[^,]{0,40}$/i.test(before));
  set("question", citation.isQuestion);
  const words = context.words(thought);
  set("overlap", Math.min(4, words.intersection(context.words(cited)).size));
  set("overlap share", words.size > 0 ? words.intersection(context.words(cited)).size / words.size : 0);
  set("length", Math.log(Math.max(1, words.size)));
  set("I before", /\b(?:I|we)\b/.test(before));
  set("imperative", /^(?:\p{L}+ly )?(?:ignore|forget|don't|do not|please)\b/iu.test(sentence));
  return found;
}

/** Whether a thought relies on what it cites rather than only mentioning it. */
export const reliesOn = (context: LintContext, citation: Citation, cited: Thought): boolean =>
  !DENIES.test(citation.thought.content.slice(0, 2000)) &&
  scoreOf(CITATION_WEIGHTS, citationFeatures(context, citation, cited)) > 0;
