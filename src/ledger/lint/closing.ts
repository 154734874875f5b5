import { wordsOf } from "./prose.ts";

/** What one does to a line of work that is over. */
const END =
  "abandon(?:ed|ing)?|abort(?:ed|ing)?|acquit(?:ted|ting)?|ax(?:e|ed|ing)|bin(?:ned|ning)?|bur(?:y|ied|ying)|cancel(?:led|ling)?|ceas(?:e|ed|ing)|chuck(?:ed|ing)?|clos(?:e|ed|ing)|declin(?:e|ed|ing)|discard(?:ed|ing)?|dismiss(?:ed|ing)?|ditch(?:ed|ing)?|drop(?:ped|ping)?|dump(?:ed|ing)?|eliminat(?:e|ed|ing)|end(?:ed|ing)?|exclud(?:e|ed|ing)|finish(?:ed|ing)?|forget|freez(?:e|ing)|frozen|kill(?:ed|ing)?|leav(?:e|ing)|left|let(?:ting)?|park(?:ed|ing)?|pass(?:ed|ing)?|postpon(?:e|ed|ing)|quit(?:ting)?|refus(?:e|ed|ing)|reject(?:ed|ing)?|retir(?:e|ed|ing)|scrap(?:ped|ping)?|scratch(?:ed|ing)?|shelv(?:e|ed|ing)|shut(?:ting)?|skip(?:ped|ping)?|stop(?:ped|ping)?|str(?:ike|iking|uck)|toss(?:ed|ing)?|veto(?:ed|ing)?|withdr(?:aw|ew|awing|awn)|writ(?:e|ing|ten) off|giv(?:e|ing|en) up";
/** Words for a line of work. */
const LINE =
  "(?:idea|path|line|story|matter|branch|track|thread|road|route|way|door|option|plan|variant|thought|trail|lead|suspect|theory|hypothesis|topic|case|question|experiment|detour|chapter|subject|avenue|direction|candidate|thing|one)";
const THIS = `(?:it|this|that|these|those|them|both|(?:this|that|the|these|those)(?: \\w{1,12}){0,1} ${LINE}s?)`;
const ADVERB =
  "(?:(?:now|then|thus|therefore|hereby|simply|just|all|both|again|also|already|still|would|will|am|are|have|had|gladly|better|\\w{2,10}ly) ){0,2}";
/** What may follow the verb: what it is done to, a place or time, or nothing. */
const REST = `(?:$|[.!]|(?: off| out| down)? ${THIS}\\b| (?:here|there|now|again|for (?:now|good|today)|at (?:this|that)|(?:looking|searching|digging|pursuing|going|chasing|reading|trying)\\b))`;

const CLOSES = new RegExp(
  [
    // "Binned.", "closing", "dropped for now", "left there"
    `^(?:${END})${REST}`,
    // "I stop looking there", "we let it go"
    `^(?:I|we|they|she|he)(?:'ll|'m|'re|'ve|'d)? ${ADVERB}(?:${END})${REST}`,
    // "that branch I abandon"
    `^${THIS} (?:I|we) ${ADVERB}(?:${END})\\b`,
    // "I'll have none of it"
    "\\b(?:none|no more|nothing more) of (?:it|this|that|them)\\b",
    // "that door's shut again", "this suspect walks free", "it ends here"
    `^${THIS}(?:'s| is| are| was| were| has been| have been| stays?| remains?| gets?) ${ADVERB}(?:${END}|off|out|over|done|dead|free|gone|innocent|history|cleared|finished|settled|buried|enough|nonsense|toast)\\b`,
    `^${THIS} (?:(?:walks?|goes|go|falls?|bows?) (?:free|away|off|out|in|back|flat|down|under|apart|through|nowhere|home|on(?:to)? the)\\b|(?:dies|die|sinks?|drowns?|collapses?|crumbles?|flops?|evaporates?|loses|lose)\\b|(?:ends?|stops?|leaves?|fails?)(?: here| there|[.!]|$))`,
    // "that's the end of that", "end of this line"
    `\\bend of (?:it|this|that|story|discussion|(?:this|that|the) ${LINE})\\b`,
    "\\b(?:good-?bye|bye|farewell|adieu|rest in peace|so long|good riddance)\\b",
    // "into the bin with it", "out it goes", "away with this"
    "^(?:out|off|away|down|back|into|onto|to|on|over|under)\\b[^.]{0,30}\\bwith (?:it|this|that|them|him|her)\\b|^(?:out|off|away|down|back|into|to|there|overboard)(?: \\w{1,12}){0,3} (?:it|this|that|they|he|she) goes?\\b",
    // "nothing to pursue"
    "^nothing (?:more |else |left |further |worth )?(?:to|in (?:it|this|that)|here|there|for us)\\b",
  ].join("|"),
  "i",
);
/** "At 19,000 it sinks": a short phrase before the subject. */
const LEAD =
  /^(?:(?:so|but|and|then|thus|hence|ok|okay|well|right|therefore|because|since) ){1,2}|^(?:at|in|on|for|with|by|after|from|given|under|over) [^ ]{1,20}(?: [^ ]{1,20})?,? (?=it |this |that |I |we )/i;

/**
 * Whether the end of a sentence closes a line of work: "so that door's shut again". `names` are the words of its name,
 * which stand for it.
 */
export function closes(text: string, names: ReadonlySet<string> = NO_NAMES): boolean {
  return clausesOf(text)
    .slice(-2)
    .some((clause) => CLOSES.test(clause) || (names.size > 0 && CLOSES.test(withoutName(clause, names))));
}

const NO_NAMES: ReadonlySet<string> = new Set();

const clausesOf = (text: string): readonly string[] =>
  text
    .replaceAll("’", "'")
    .split(/[,;:–—] |(?: (?:but|so|and|hence|thus) )/)
    .map((clause) => clause.replace(LEAD, "").replace(LEAD, ""));

/** "the arena env goes out" as "it goes out". */
function withoutName(clause: string, names: ReadonlySet<string>): string {
  const words = clause.split(" ");
  const at = words.findIndex((word) => wordsOf(word).some((one) => names.has(one)));
  if (at < 0 || at > 3) return clause;
  const begin = at > 0 && /^(?:the|this|that|our|my)$/i.test(words[at - 1]!) ? at - 1 : at;
  const end = /^(?:is|are|was|goes|has|will|falls|walks|ends|stops|dies)$/.test(words[at + 2] ?? "")
    ? at + 2
    : at + 1;
  return [...words.slice(0, begin), "it", ...words.slice(end)].join(" ");
}

/** The most words of a sentence that only judges. */
const BARE = 6;
/** What is possible or asked for, and numbers: not a judgement. */
const FACTUAL = /\d|\b(?:would|could|may|might|should|must|maybe|perhaps|needs?|wants?|if|when|while)\b/i;

/** Whether a sentence says nothing about the matter itself, so that it can only judge: "Taken.", "Enough of that." */
export function isBare(text: string): boolean {
  const judged = /[,;:–—] (?:so|and so|then|(?=that|this|it|no)) ?(.{1,40})$/i.exec(text)?.[1] ?? text;
  if (judged.split(" ").length > BARE || FACTUAL.test(judged)) return false;
  // "I made drawings of both." is work.
  return wordsOf(judged).length <= (/^(?:I|we|he|she|they)\b/i.test(judged) || judged !== text ? 0 : 1);
}
