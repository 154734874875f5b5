/** Words that distinguish several values of one quantity: a percentile, an aggregate, a time, a load, a location. */
const NEAR = [
  /\bp\d{2,3}(?:\.\d)?\b/gi,
  /\b(?:average|mean|median|max(?:imum)?|min(?:imum)?|peak|worst|best|idle|cold|warm|total|free|used|first|second|third|last|final|single|combined|gross|net)\b/gi,
];
const TIME =
  /\b(?:(?:mon|tues|wednes|thurs|fri|satur|sun)days?|january|february|march|april|may|june|july|august|september|october|november|december|(?:this|last|next|previous|past) (?:year|month|week|quarter|run|time)|(?:19|20)\d\d|spring|summer|autumn|winter|week \d{1,3}|day \d{1,3}|weekdays?|weekends?)\b/gi;
const PLACE =
  /\b(?:staging|production|prod|local(?:ly)?|canary|replicas?|primary|secondary|old|new|before|after|(?:us|eu|ap)-\w{4,10})\b/gi;
/** "at 30,000 requests", "with 20,000 rows": a load that the number belongs to. */
const CONDITION = /^(?:at|with|for|under) (?:a |an |about )?([\d][\d,.]{0,15} ?\p{L}{0,20})/iu;

const CLAUSE = /[;:()–—]|, |\b(?:and|but|so|because|while|whereas|hence|or)\b/i;

/** The words that distinguish the number at an offset of a sentence from other values of the same quantity. */
export function qualifiersOf(sentence: string, at: number, length: number): ReadonlySet<string> {
  const before = sentence
    .slice(Math.max(0, at - 160), at)
    .split(CLAUSE)
    .at(-1)!;
  const clause = before + sentence.slice(at + length, at + length + 80).split(CLAUSE)[0]!;
  const found = new Set<string>();
  for (const pattern of NEAR) for (const [one] of clause.matchAll(pattern)) found.add(one.toLowerCase());
  for (const [one] of clause.matchAll(PLACE)) found.add(one.toLowerCase());
  for (const part of [sentence.slice(0, 40), clause])
    for (const [one] of part.matchAll(TIME)) found.add(one.toLowerCase());
  const near = /\b(all|after|by) $/i.exec(before);
  if (near) found.add(near[1]!.toLowerCase());
  const condition = CONDITION.exec(sentence);
  if (condition && at > condition[0].length) found.add(condition[1]!);
  return found;
}
