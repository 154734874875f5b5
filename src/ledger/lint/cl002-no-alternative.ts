import type { Thought } from "../thought.ts";
import type { LintContext, Rule } from "./context.ts";
import { type Judgement, judge, Properties, sumOf } from "./judge.ts";
import { addCourse } from "./novelty.ts";
import { type Sentence, wordsOf } from "./prose.ts";

/** Verbs that change something: with "we'll", "I'm going to" or "let's" they commit the author to it. */
const COMMITS =
  "(?:go with|go for|use|adopt|take|pick|switch|store|keep|build|buy|move|drop|replace|encode|rewrite|rename|hire|rent|lease|stick (?:to|with)|choose|ship|standardi[sz]e|migrate|upgrade|downgrade|convert|merge|split|set|limit|return|assign|refuse|require|introduce|remove|extend|shorten|cache|deploy|host|charge|publish|schedule|postpone|cancel|allow|forbid|ban|disable|enable|implement|insulate|invest|pay|sell|offer|serve|support|pin|deprecate|name|call (?:it|them)|freeze|rotate|cap|cut|raise|lower|double|halve|stop|outsource|appoint|order|book|sign|install|paint|plant|treat|prescribe|port|rebuild|retire|abandon|archive|delete|discard|exclude|include|skip|ignore|leave|stay|train|fly|drive|invite|print|commission|license|grant|fund|allocate|reserve|dedicate|roll out|tag|compress|encrypt|shard|partition|batch|throttle|retry|expose|reuse|restrict|report (?:all|every|only)|split|describe|date|attribute|classify|treat|run (?:the|all|every|each|our|both) .{1,60} (?:on|with|in|under|at) )";
/** Verbs that investigate: "we will check" is a step, not a decision. */
const EXPLORES =
  "(?:be|have|get|going|go|track|do|say|state|stay|recap|restate|narrow|pursue|follow|continue|resume|approach|tackle|attempt|consult|reread|study|analy[sz]e|interpret|recall|record|register|keep|hold|call|treat|rerun|redo|use|take|put|add|attach|bring|give|move|spend|feel|suspect|doubt|miss|enjoy|claim|propose|recommend|dismiss|abandon|reject|drop|discard|rule|explain|address|quote|cite|refer|mention|admit|concede|argue|suggest|skip ahead|pause|proceed|do|see|look|check|try|test|run|read|start|begin|continue|need|know|want|think|consider|ask|find|measure|investigate|explore|compare|examine|go (?:on|back|through|over)|come|return to|wait|note|report|summari[sz]e|verify|confirm|assume|call|learn|hear|probably|likely|also|still|first|now|then|later|not|never|always|only|never|revisit|discuss|decide|determine|show|lose|gain|save|hit|reach|notice|find|suffer|face|pass|fail|write|send|mail|phone|talk|speak|meet|visit|collect|gather|count|clean|tidy|finish|prepare|draft|copy|paste|trace|profile|debug|reproduce|repeat|inspect|review|grep|search|query|plot|list|print|sketch|model|estimate|calculate|compute|simulate|sample|taste|weigh|let|remember|forget|miss|like|hope|expect|work|walk|sit|sleep|eat|follow up|dig|focus|turn|step|take (?:a|another|one) (?:look|closer|step|break|walk)|give (?:it|this|that) (?:a|another)|make sure|put (?:this|that) aside|call|leave (?:it|this|that) (?:there|here|for))";
const CHANGING =
  "(?:going with|adopting|switching|moving|settling on|standardi[sz]ing|replacing|dropping|using|taking|keeping|buying|flying|freezing|hiring|renaming|setting|rolling out|cutting|raising|lowering|closing|stopping|ending|banning|introducing|removing|migrating|upgrading|pinning|capping|ordering|booking|leasing|renting|rewriting|storing|sticking (?:with|to)|selling|outsourcing|cancelling|canceling|postponing|splitting|merging|doubling|halving|retiring|deprecating|disabling|enabling|limiting|restricting|porting|rebuilding)(?! (?:along|on|forward|it as|them as|this as|track|an eye|notes?|up|ahead|back)\\b)";
/** Words that tell when a rule begins to hold. */
const FROM_NOW =
  "(?:from now on|in future|henceforth|going forward|until further notice|as of (?:now|today|next)|(?:starting|beginning|effective|from) (?:now|today|tomorrow|with|in|on|next|the (?:next|first)|monday|tuesday|wednesday|thursday|friday|saturday|sunday|january|february|march|april|may|june|july|august|september|october|november|december))";
const DECIDED = [
  /^(?:decision|decided|resolved|agreed|settled|ruling|my call|our call|final call|verdict)\s?[:—–-]/i,
  /^(?:agreed|settled|decided|resolved) (?:with|by|on|in|that|to|at)\b/i,
  /\b(?:I|we|the team|they|management|the board|the committee|the council|the group|everyone|all of us) (?:have |has |had |hereby |now |finally |therefore |thus |'ve |just |all )?(?:decided|decide (?:to|on|that|for|against)|selected|picked|gone with|went ahead with|gone ahead with|settled? (?:on|for)|chose|opted? for|went with|resolved to|agreed (?:on|to|that)|voted (?:for|to)|committed to|made up (?:my|our|their) minds?|signed up for|plumped for)\b/i,
  /\b(?:I|we)(?:'ve| have) (?:\w{1,12} )?(?:decided|settled|chosen|opted|agreed|picked|resolved|determined|elected|committed|made up (?:my|our) minds?)\b/i,
  /\b(?:it|this|that|which|all|everything)(?: is|'s| has been| was) (?:\w{1,12} )?(?:decided|settled|fixed|agreed|determined|arranged|resolved|final|firm|non-negotiable)\b(?! by)/i,
  /\b(?:that's|that is|and that's|consider|this is) (?:that|(?:\w{1,12} ){0,3}(?:taken care of|dealt with|done|closed|the end of it|final))\b[.!]?$/i,
  /\b(?:this|that|so|it) (?:is|'s) (?:how|what) (?:it|we|things|I) (?:will|shall|are going to|'ll)\b/i,
  /^(?:we|I|everyone|all|each|every|the|no) .{1,80}\b(?:from now(?: on)?|henceforth|going forward|as of (?:now|today))[.!,]/i,
  /\b(?:it is|it's|that is|that's|this is|is now|has been|have been|was|were) (?:hereby |now |unanimously |finally )?(?:decided|settled|agreed|final|resolved (?:to|that))\b(?! by)/i,
  /\b(?:done deal|that's that|agreed and closed|final decision|end of discussion|case closed|no further discussion|so be it|set in stone|my mind is made up|our minds are made up)\b/i,
  /^hereby\b|\b(?:I|we) hereby\b/i,
  /\b(?:I|we) (?:now |therefore |hereby |just |simply )?(?:pick|choose|opt for|go with|settle on|commit to|plump for)\b/i,
  /^(?:chose|picked (?!\d|up|out)|opted for|went with|settled (?:on|for)|adopted|selected|decided (?:on|to|that|for|against)|committed to|going (?:with|for)|opting for|sticking (?:with|to)|standardi[sz]ing on)\b/i,
  /\b(?:it is|it's) going to be (?:the|a|an|our|[A-Z])/,
  /\b(?:is|are) (?:what|the one|the ones) (?:we|I) (?:use|take|go with|want|buy|build|keep)\b/i,
  /^(?:bottom line|final answer|final word)\s?[:—–-]/i,
  /\b(?:my|our|the) (?:choice|pick|decision) (?:is|fell on|falls on) (?!due|pending|open|not|up|theirs|hers|his|ours|yours|between|hard|still|expected|final\b)/i,
  /\b(?:the |my |our )?plan is to\b/i,
  new RegExp(
    `^(?:so|hence|therefore|thus|then|ok|okay),? (?:I|we) (?:now |simply |just )?${COMMITS}\\b`,
    "i",
  ),
  new RegExp(`\\b(?:we|I)(?: are|'re| am|'m) (?:now |just |simply |therefore |hereby )?${CHANGING}\\b`, "i"),
  new RegExp(`^(?:(?:so|ok|okay|alright|right|then|now|yes),? )?let's (?:just |simply )?${COMMITS}\\b`, "i"),
  new RegExp(
    `\\b(?:I|we)(?:'ll| will| shall|'m going to|'re going to| am going to| are going to) (?:now |just |simply |therefore |all |both )?${COMMITS}\\b`,
    "i",
  ),
  /(?:[,;:.–—] |\b(?:and|so) )(?:done|final|period|full stop|that's (?:it|final)|no (?:debate|discussion|ifs)|end of (?:story|discussion|debate))[.!]{0,3}$/i,
  /^(?:so |ok,? |right,? )?(?:it'll|it will|it shall|it's going to|that'll|that will) be (?:the|a|an|our|\d|[A-Z])/i,
  new RegExp(`^${FROM_NOW}\\b(?! (?:until|to|till)\\b)`, "i"),
  /\bshall (?:be|have)\b/i,
  /\b(?:is|are) to be (?:\w{2,20}ly )?(?!expected|feared|hoped|assumed|found|seen|noted|understood|regarded|considered|presumed|supposed|preferred|welcomed|remembered|recommended|read\b|attributed|explained|known)\w{1,20}(?:ed|en|t|wn|ne|pt|ld|un|ut)\b(?!.{0,20}\b(?:in the coming|next|by|tomorrow|later)\b)/i,
  new RegExp(`(?:\\b(?:will|shall|is to|are to|gets?|goes|go)|'ll)\\b.{1,80}\\b${FROM_NOW}\\b`, "i"),
  /\b(?:will|shall) be \w{1,20}(?:ed|en|t|wn|ne|pt|ld|un|ut) (?:on|with|by means of|in|using|via|through|under|only|exclusively|at) (?!(?:the (?:next|end|beginning|weekend|morning|evening)|(?:mon|tues|wednes|thurs|fri|satur|sun)day|\w{3,9} \d{1,2}\b|20\d\d|due|turn|january|february|march|april|may|june|july|august|september|october|november|december|\d{1,2}:\d\d|(?:a|an|one|two|three|four|\d{1,3}) (?:minute|hour|day|week|month|year)))/i,
  /\bwill (?:\w{2,20} ){1,3}(?:through|via|over|to) the (?:\w{1,20} ){1,4}(?:first|only)\b/i,
  /^(?:conclusion|outcome|result|upshot) of (?:the|today's|our|this|yesterday's) (?:\w{1,20} )?(?:meeting|call|discussion|session|review|vote)\b/i,
  /\b(?:I|we)(?:'ve| have)? (?:told|instructed|informed|asked) \w{1,20} (?:\w{1,20} ){1,3}(?:that we (?!not)|to (?:use|switch|stop|order|print|take|move|start|deliver|build|install|remove|replace)\b)/i,
  /^(?:(?:so|ok|okay|then) )?(?:\w{1,30} ){1,4}it is(?: then)?[.!]?$/i,
  /^(?:switching|moving|setting|migrating|replacing|renaming|dropping|adopting|choosing|picking|freezing|storing|pinning|disabling|enabling|removing|splitting|merging|keeping|capping|limiting|hiring|buying|ordering|booking) (?!on to |to the next|on\b|along\b|it as|this as|them as)[\w\s…/=.-]{1,80}[.!]?(?: that's|$)/i,
];
const MAY_DECIDE =
  /decid|decision|resolved|settle|fixed|firm|determined|that's|taken care|chose|choice|opt|went with|going|go with|agreed|final|deal|hereby|let's|shall|will|'ll|from|henceforth|future|starting|effective|as of|pick|plan|ruling|call|verdict|vot|minds?|to be|it is|so be it|stone|closed|\b(?:we|I)\b|ing\b/i;
const ALTERNATIVE =
  /\b(?:in the end|after all|neither|of (?:the|these|those|my|our) (?:two|three|four|five|six)|for that reason|except for|everything else|nothing for the rest|short-?list\w{0,3}|considered|weighed|alternativ\w{0,5}|options?|instead|rather than|versus|vs|either|(?:another|other|two|three|four|several|possible|only|best|both) (?:ways?|readings?|possibilit\w{1,40}|choices?|possible|remed\w{1,4}|candidates?|routes?|kinds?)|could (?:also|well|instead)|one could|we can .{3,80}, or|or we|as against|as opposed to|in (?:preference to|place of)|preferred? .{1,60} (?:to|over)|compared (?:with|to)|trade-?offs?|candidates?|levers?|suspects?|ruled out|reject\w{0,3}|unlike|whereas|on the other hand|wins|beats|(?:better|cheaper|faster|simpler|safer|smaller|easier|slower|worse|quicker|shorter|costs? (?:more|twice|less)) (?:than|as)|(?:cho(?:se|sen|ose|osing)|pick\w{0,3}|prefer\w{0,4}|tak(?:e|en|ing)|took|favou?r\w{0,3}|select\w{0,3}|opt\w{0,3}) .{1,40} over|not for|pros and cons|hence the)\b|\bwould (?:be|have|need|take|cost|help|work)\b.{1,120}\b(?:but|too|however)\b|\b(?:two|three|four|several) (?:ways|options|routes|things|levers|remedies|approaches|designs)\b|\b\w{2,30} (?:or|over|vs\.?) \w{2,30}(?: first)?\?|\btoo (?:slow|expensive|costly|risky|complex|big|much|large|late)\b|[^.]\b(?:would take|needs? (?:a |an )?\w{1,20} \w{1,20}(?: \w{1,20})?: )/i;
const OPEN =
  /\b(?:says?|said|claims?|wants?|suggest\w{0,3}|propos\w{1,3}|not|never|no longer|if|once|unless|until|whether|should|could|might|would|nobody|had we|when|before|after|how|what|which|may|haven't|too early)\b|n[’']t\b/i;
/** A decision whose choice is named in another thought. */
const REFERS =
  /\b(?:former|latter|option|both|none|(?:the|my|our) (?:first|second|third|last|other)(?: one)?)\b|\([a-e1-5]\)|\b(?:do|doing|did|take|taking|choose|pick|with|on|for|adopt|to|keep|keeping) (?:this|that|it|these|those)\b|^(?:so |then |and |ok,? )?(?:this|that|it|these|those)\b(?! (?:is|was|has been|had been) (?:\w{1,12} )?(?:decided|resolved|agreed|determined|settled|fixed) (?:to|that|with)\b)|\bit is(?: then)?[.!]?$/i;
/** How many thoughts before a decision may name its alternatives without sharing a word with it. */
const NEAR = 2;
/** "(a)", "option B": one of a list that is a few thoughts back. */
const LABELLED = /\([a-e1-5]\)|\b(?:option|variant|candidate|plan) [a-e1-5]\b/i;
const LISTED = 8;
/** How many thoughts before a decision are searched. */
const FAR = 30;
/** The share of the words of a decision that a far thought must have to be about the same. */
const SHARED = 0.3;
const EXPLORING = new RegExp(`^(?:${EXPLORES})$`, "i");
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
      // A branch is an alternative to the line it forks from.
      if (thought.branchId !== undefined) continue;
      const isDeclared = seqs.has(thought.seq);
      // The first thought states the task.
      if (index === 0 && !isDeclared) continue;
      const judged = judge(context, thought, "decision");
      if (!isDeclared && (!judged || judged.odds + AROUND < LEAST_ODDS)) continue;
      const plain = plainDecisionOf(thought, context.sentences(thought));
      const decision = isDeclared
        ? (plain ?? context.facts.decisions.find(({ seq }) => seq === thought.seq)!.text)
        : decisionOf(context, thought, index, judged!, plain);
      if (decision !== undefined && !(isDeclared && hasAlternative(context, thought, index, decision)))
        yield { thought, message: `No alternative to "${decision.slice(0, 120)}" was considered` };
    }
  },
};

/** From these log odds on a passage is a decision without an alternative. */
const LEAST_ODDS = 0.6;

/** The most that the properties around a decision add to its log odds. */
const AROUND = 5;

/** The sentence of a thought that is a decision by its wording. */
function plainDecisionOf({ content }: Thought, sentences: readonly Sentence[]): string | undefined {
  if (!MAY_DECIDE.test(content)) return undefined;
  const sentence = sentences.find(({ text, isQuestion }) => !isQuestion && isDecision(text));
  // "So that is settled." does not name what it decides.
  return sentence && !wordsOf(sentence.text).every((word) => CHOOSING.has(word)) ? sentence.text : undefined;
}

/** The decision without an alternative that a thought makes by its properties, or by its words. */
function decisionOf(
  context: LintContext,
  thought: Thought,
  index: number,
  judged: Judgement,
  plain: string | undefined,
): string | undefined {
  const text = plain ?? judged.text;
  const around = aroundDecision(context, thought, index, text, plain !== undefined);
  const odds = judged.odds + sumOf(around, "decision");
  return odds < LEAST_ODDS ? undefined : text;
}

/** What the session says about a decision: an alternative was named, or a person asked for it. */
export function aroundDecision(
  context: LintContext,
  thought: Thought,
  index: number,
  decision: string,
  isPlain = plainDecisionOf(thought, context.sentences(thought)) !== undefined,
): Properties {
  const found = new Properties();
  if (ALTERNATIVE.test(thought.content)) found.put("alternative own");
  else if (hasAlternative(context, thought, index, decision)) found.put("alternative before");
  else if (isPlain) found.put("plain without alternative");
  if (isPlain) found.put("plain");
  if (answersNote(context, thought)) found.put("answers note");
  addCourse(context, found, thought);
  return found;
}

/** Whether a thought shares words with a note that came before it. */
function answersNote({ notes = [], words }: LintContext, thought: Thought): boolean {
  const own = words(thought);
  return notes.some(
    ({ at = 0, text }) =>
      at < thought.seq && at >= thought.seq - FAR && own.intersection(new Set(wordsOf(text))).size >= 2,
  );
}

function isDecision(text: string): boolean {
  if (!MAY_DECIDE.test(text)) return false;
  const plain = text.replaceAll("’", "'");
  // "Agreed with finance." does not name what it decides.
  if (/^(?:agreed|decided|settled)(?: \S{1,20}){0,2}[.!]?$/i.test(plain)) return false;
  const isStated = (pattern: RegExp) => {
    const found = pattern.exec(plain);
    return found !== null && !OPEN.test(plain.slice(0, found.index + found[0].length));
  };
  return DECIDED.some(isStated) || commitsIn(plain);
}

/** First person, future or progressive, with an object: "we'll V the …", "I'm V-ing 30". */
const PLANS =
  /\b(?:(?:I|we)(?:'ll| will| shall|'m going to| am going to|'re going to| are going to)|let's|(?:I|we)(?: are|'re| am|'m)(?= (?:\w{1,12}ly |now |just |all |both )?\w{2,20}ing\b)) (?:now |just |simply |therefore |hereby |then |all |both )?(\w{2,20})(?: (?:up|down|out|off|on|over|back|away|in))? (?:the|an?|all|our|every|each|its|their|my|this|those|these|it|them|no|\d|[A-Z0-9…])/gi;

/** Whether the author commits to doing something that is not an examination and not part of telling. */
function commitsIn(text: string): boolean {
  for (const { 1: verb, index } of text.matchAll(PLANS)) {
    if (OPEN.test(text.slice(0, index)) || /\b(?:again|once more|retry)\b/i.test(text.slice(index))) continue;
    const form = verb!.toLowerCase();
    const base = form.replace(/ing$/, "");
    if (![form, base, `${base}e`, base.replace(/([bdgmnprt])\1$/, "$1")].some((one) => EXPLORING.test(one)))
      return true;
  }
  return false;
}

function hasAlternative(context: LintContext, thought: Thought, index: number, decision: string): boolean {
  if (ALTERNATIVE.test(thought.content)) return true;
  const topic = wordsOf(decision).filter((word) => !CHOOSING.has(word));
  // A decision for something that a branch explored.
  if (context.branchNames.some((parts) => parts.every((part) => topic.includes(part)))) return true;
  const refers = topic.length <= 2 || REFERS.test(decision);
  for (let i = index - 1; i >= Math.max(0, index - FAR); i--) {
    const other = context.thoughts[i]!;
    const isOtherBranch = other.branchId !== undefined && other.branchId !== thought.branchId;
    if (!isOtherBranch && !ALTERNATIVE.test(other.content)) continue;
    if (refers && index - i <= (LABELLED.test(decision) ? LISTED : NEAR)) return true;
    const shared = new Set(topic.filter((word) => context.words(other).has(word) && !TIMES.has(word)));
    if (shared.size >= Math.max(2, SHARED * topic.length) || (shared.size === 1 && topic.length <= 3))
      return true;
    if ([...shared].some((word) => word.length > 3 && topic.length <= 5 && context.frequency(word) <= RARE))
      return true;
  }
  return false;
}

const TIMES = new Set(wordsOf("year month week day hour minute second today monday friday time"));

/** Words that are common in decisions. */
const CHOOSING = new Set(
  wordsOf(
    "decision decided settled settle pick choose chose adopt use using take keep going let happen start begin come work run mind made agreed hereby shall switch move",
  ),
);
