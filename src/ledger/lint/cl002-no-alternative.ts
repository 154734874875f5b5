import type { Thought } from "../thought.ts";
import type { LintContext, Rule } from "./context.ts";
import { wordsOf } from "./prose.ts";

/** Verbs that choose between ways to do something. */
const COMMITS =
  "(?:go with|use|adopt|take|pick|switch|store|keep|build|buy|move|drop|replace|encode|rewrite|rename|hire|rent|stick (?:to|with)|choose|ship|standardi[sz]e|migrate|upgrade|convert|merge|split|set|limit|return|assign|refuse|require|introduce|remove|extend|cache|deploy|host|charge|record|publish|schedule|postpone|cancel|allow|disable|enable|implement|insulate|invest|pay|sell|offer|serve|support|pin|deprecate|name|call|call it)";
/** Verbs that investigate: "we will check" is a step, not a decision. */
const EXPLORES =
  "(?:be|have|get|see|look|check|try|test|run|read|start|begin|continue|need|know|want|think|consider|ask|find|measure|investigate|explore|compare|examine|go (?:on|back|through|over)|come|return to|wait|note|report|summari[sz]e|verify|confirm|assume|call|learn|hear|probably|likely|also|still|first|now|then|later|not|never|always|only|never|revisit|discuss|decide|determine|show|lose|gain|save|hit|reach|notice|find|suffer|face|pass|fail)";
const DECIDED = [
  /^(?:decision|decided|resolved|agreed|settled)\s?[:—–-]/i,
  /\b(?:I|we|the team|they|management|the board) (?:have |has |had |hereby |now |finally |therefore |thus |'ve |just )?(?:decided|settled? (?:on|for)|chose|opted? for|went with|resolved to|agreed (?:on|to|that))\b/i,
  /\b(?:I|we)'ve (?:decided|settled|chosen|opted|agreed)\b/i,
  /\b(?:it is|it's|that is|that's|this is|is now|has been|have been|was|were) (?:hereby )?(?:decided|settled|agreed|final)\b/i,
  /\b(?:done deal|that's that|agreed and closed|final decision|end of discussion|that's that)\b/i,
  /^hereby\b|\b(?:I|we) hereby\b/i,
  /\b(?:I|we) (?:pick|choose|opt for|go with|settle on|commit to)\b/i,
  /\b(?:we|I)(?: are|'re| am|'m) (?:going with|adopting|switching|moving|settling on|standardi[sz]ing|replacing|dropping|using|taking|keeping|buying|flying)\b/i,
  new RegExp(`^(?:(?:so|ok|okay|alright|right|then|now|yes),? )?let's (?:just |simply )?${COMMITS}\\b`, "i"),
  new RegExp(
    `\\b(?:I|we)(?:'ll| will| shall|'m going to|'re going to| am going to| are going to) (?:now |just |simply |therefore )?${COMMITS}\\b`,
    "i",
  ),
  new RegExp(
    `\\bwe(?:'ll| will| shall) (?!${EXPLORES}\\b)\\w{3,20} (?:the|a|an|all|our|every|each|our|its|their|[A-Z0-9…])`,
  ),
  /^(?:from now on|going forward|henceforth|in future|from today(?: on)?|as of (?:now|today))\b/i,
  /\bshall (?:be|have)\b/i,
  /(?:\b(?:will|shall|is to|are to)|'ll)\b.{1,80}\b(?:from now on|in future|henceforth|from (?:today|tomorrow|monday|next week))\b/i,
  /^(?:switching|moving|setting|migrating|replacing|renaming|dropping|adopting|choosing|picking) (?!on to |to the next)[\w\s…]{1,80}[.!]?(?: that's|$)/i,
];
const MAY_DECIDE =
  /decid|decision|resolved|settle|chose|opt|went with|going|go with|agreed|final|deal|hereby|let's|shall|will|'ll|from now|henceforth|future|from today|as of|pick|\b(?:we|I)\b|ing\b/i;
const ALTERNATIVE =
  /\b(?:alternativ\w{0,5}|options?|instead|rather than|versus|vs|either|(?:another|other|two|three|four|several|possible|only|best|both) (?:ways?|readings?|possibilit\w{1,40}|choices?|possible|remed\w{1,4}|candidates?|routes?|kinds?)|could (?:also|well|instead)|one could|we can .{3,80}, or|or we|as against|as opposed to|in (?:preference to|place of)|preferred? .{1,60} (?:to|over)|compared (?:with|to)|trade-?offs?|candidates?|levers?|suspects?|ruled out|reject\w{0,3}|unlike|whereas|on the other hand|wins|beats|(?:better|cheaper|faster|simpler|safer|smaller|easier|slower|worse|quicker|shorter|costs? (?:more|twice|less)) (?:than|as)|over (?:the|a|an) \w{1,40}|not for|pros and cons|hence the)\b|\bwould (?:be|have|need|take|cost|help|work)\b.{1,120}\b(?:but|too|however)\b|\b(?:two|three|four|several) (?:ways|options|routes|things|levers|remedies|approaches|designs)\b|\b\w{2,30} (?:or|over|vs\.?) \w{2,30}(?: first)?\?|\btoo (?:slow|expensive|costly|risky|complex|big|much|large|late)\b|[^.]\b(?:would take|needs? (?:a |an )?\w{1,20} \w{1,20}(?: \w{1,20})?: )/i;
const OPEN =
  /\b(?:not|never|no longer|if|once|unless|until|whether|should|could|might|would|nobody|had we|when|before|after|how|what|which|may|haven't|too early)\b|n[’']t\b/i;
/** A decision whose choice is named in another thought. */
const REFERS =
  /\b(?:this|that|it|these|those|former|latter|first|second|third|option|both|none)\b|\([a-e1-5]\)/i;
/** How many thoughts before a decision may name its alternatives without sharing a word with it. */
const NEAR = 1;
/** "(a)", "option B": one of a list that is a few thoughts back. */
const LABELLED = /\([a-e1-5]\)|\b(?:option|variant|candidate|plan) [a-e1-5]\b/i;
const LISTED = 8;
/** How many thoughts before a decision are searched. */
const FAR = 30;
/** A word that occurs in at most this many thoughts identifies the topic of a decision. */
const RARE = 3;

/** Finds decisions for which nothing else was considered. */
export const noAlternative: Rule = {
  id: "CL002",
  title: "A decision was made without considering an alternative",
  level: "warning",
  why: "A decision that names no other option cannot be weighed by the next reader, and is often a habit rather than a choice.",
  example: '"We will store carts in Memcached from now on." with no other store named before.',
  fix: 'Name what else was possible and why it lost, in the decision or before it: "… rather than Redis, because …".',
  *find(context) {
    const seqs = new Set(
      context.facts.decisions.filter(({ origin }) => origin !== "inferred").map(({ seq }) => seq),
    );
    for (const [index, thought] of context.thoughts.entries()) {
      yield;
      const sentence = MAY_DECIDE.test(thought.content)
        ? context.sentences(thought).find(({ text, isQuestion }) => !isQuestion && isDecision(text))
        : undefined;
      if (!sentence && !seqs.has(thought.seq)) continue;
      // "So that is settled." does not name what it decides.
      if (sentence && wordsOf(sentence.text).every((word) => CHOOSING.has(word))) continue;
      const decision = sentence?.text ?? context.facts.decisions.find(({ seq }) => seq === thought.seq)!.text;
      if (!hasAlternative(context, thought, index, decision))
        yield { thought, message: `No alternative to "${decision.slice(0, 120)}" was considered` };
    }
  },
};

function isDecision(text: string): boolean {
  const plain = text.replaceAll("’", "'");
  return DECIDED.some((pattern) => {
    const found = pattern.exec(plain);
    return found !== null && !OPEN.test(plain.slice(0, found.index + found[0].length));
  });
}

function hasAlternative(context: LintContext, thought: Thought, index: number, decision: string): boolean {
  // A branch is an alternative to the line it forks from.
  if (thought.branchId !== undefined || ALTERNATIVE.test(thought.content)) return true;
  const topic = wordsOf(decision).filter((word) => !CHOOSING.has(word));
  const refers = topic.length <= 2 || REFERS.test(decision);
  for (let i = index - 1; i >= Math.max(0, index - FAR); i--) {
    const other = context.thoughts[i]!;
    const isOtherBranch = other.branchId !== undefined && other.branchId !== thought.branchId;
    if (!isOtherBranch && !ALTERNATIVE.test(other.content)) continue;
    if (refers && index - i <= (LABELLED.test(decision) ? LISTED : NEAR)) return true;
    const shared = new Set(topic.filter((word) => context.words(other).has(word)));
    if (shared.size >= 2 || (shared.size === 1 && topic.length <= 3)) return true;
    if ([...shared].some((word) => word.length > 3 && !TIMES.has(word) && context.frequency(word) <= RARE))
      return true;
  }
  return false;
}

const TIMES = new Set(wordsOf("year month week day hour minute second today monday friday time"));

/** Words that are common in decisions. */
const CHOOSING = new Set(
  wordsOf(
    "decision decided settled settle pick choose chose adopt use using take keep going let agreed hereby shall switch move",
  ),
);
