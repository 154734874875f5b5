/** Words that distinguish several values of one quantity: a percentile, an aggregate, a time, a load, a location. */
const NEAR = [
  /\bp\d{2,3}(?:\.\d)?\b/gi,
  /\b(?:average|mean|median|max(?:imum)?|min(?:imum)?|peak|worst|best|idle|cold|warm|total|free|used|first|(?<!(?:per|a) )second|third|last|final|single|combined|gross|net|at most|up to)\b/gi,
];
/** Words for an upper limit, which all mean the same. */
const LIMIT = /^(?:at most|up to|max(?:imum)?)$/i;
const TIME =
  /\b(?:(?:mon|tues|wednes|thurs|fri|satur|sun)days?|january|february|march|april|may|june|july|august|september|october|november|december|(?:this|last|next|previous|past) (?:year|month|week|quarter|season|run|time)|(?:year|season|month|week) (?:before|after)|(?:19|20)\d\d|spring|summer|autumn|winter|week \d{1,3}|day \d{1,3}|weekdays?|weekends?)\b/gi;
/** Whether a qualifier is a time. */
export const isTime = (qualifier: string): boolean => qualifier.search(TIME) === 0;
/** "a third replay", "run 2": one of several measurements. */
const TRIAL =
  /\b(?:first|second|third|fourth|fifth|sixth|another|same|next|last|repeated|new) (?:run|replay|attempt|test|trial|night|day|week|time|round|rehearsal|batch|pass|measurement|sample|night|shift|visit|call)\b|\b(?:run|trial|replay|attempt|round|batch|sample|plot|bed|week|day|night|shift|lot|patient|case|table|shard) \d{1,4}\b/gi;
const PLACE =
  /(?<![-\w])(?:staging|production|prod|local(?:ly)?|canary|replicas?|primary|secondary|(?:us|eu|ap)-\w{4,10})(?![-\w])/gi;
/** "at 30,000 requests", "with 20,000 rows": a load that the number belongs to. */
const CONDITION = /^(?:at|with|for|under) (?:a |an |about )?([\d][\d,.]{0,15} ?\p{L}{0,20})/iu;

const CLAUSE = /[;:()–—]|, |\b(?:and|but|so|because|while|whereas|hence|or)\b/i;

/** "between November and March" describes a year rather than a month. */
const PERIOD = /\b(?:between|from|since) \p{L}{3,9} (?:and|to|until) \p{L}{3,9}\b/giu;

/** "before drying", "since the rollback", "without the index": a condition. */
const UNDER =
  /\b(?:before|after|without|despite) (?:the |a |an |its |our )?(?!all\b|that\b|about\b|\d)(\p{L}{3,20})|\bsince (?:the |our |its )(rollback|change|fix|deploy\w{0,4}|release|upgrade|update|migration|move|switch|start|beginning|launch|accident|operation|storm|repair)|^with (?:the |our |its )(?!\d)(\p{L}{3,20})/giu;
/** "The sister volume": something like what the session is about. */
const COMPANION =
  /\b(?:sister|twin|companion|sibling|neighbou?r(?:ing)?|other|another|comparable|similar|predecessor|successor|former|rival|parallel|else)\b/gi;
/** "node 1", "query A": one of several. */
const NAME =
  /\b(\p{Ll}{3,20}|\p{Lu}\p{Ll}{2,20}|\p{Lu}{2,6}) (?:no\. ?|#)?(\d{1,6}|[A-Z])(?= (?:has|have|had|is|are|was|were|takes?|took|needs?|gave|gives|costs?|holds?|shows?|got|gets|ran|runs|saw|yields?|reads?|walks?|weighs?|in|of|at|\p{L}{2,20}ed)\b|:|'s|,)/gu;
const NOT_NAMES =
  /(?:[a-z]s|ed|ing|ly|'s)$|^(?:about|around|some|roughly|nearly|almost|after|before|over|under|from|until|since|with|into|and|but|for|than|all|our|the|its|are|was|were|has|had|have|just|only|exactly|another|every|each|these|those|both|last|first|next|took|take|cost|gave|got|held|found|show|need|saw|made|paid|ran|sold|per|january|february|march|april|may|june|july|august|september|october|november|december|total|average|median)$/i;

/** "A month", "monthly", "by the week": what a rate is counted for. */
const RATE =
  /\b(?:(?:an?|per|each|every|by the) (second|minute|hour|day|night|week|month|quarter|year)(?!\p{L})|(hour|night|week|month|quarter|year)ly\b|(dai)ly\b|(annual))/giu;

/** What the qualifier of a rate begins with; it is often left out. */
export const PER = "per ";

/** The period of the rate nearest to an offset of a sentence; undefined if there is none in its clauses. */
export function periodOf(sentence: string, at: number): string | undefined {
  const from = Math.max(0, at - 80);
  let [found, nearest]: [string | undefined, number] = [undefined, 60];
  for (const match of sentence.slice(from, at + 80).matchAll(RATE)) {
    const distance = Math.abs(from + match.index - at);
    if (distance >= nearest) continue;
    const period = (match[1] ?? match[2] ?? match[3] ?? match[4])!.toLowerCase();
    found = { dai: "day", annual: "year" }[period] ?? period;
    nearest = distance;
  }
  return found;
}

/** The words that distinguish the number at an offset of a sentence from other values of the same quantity. */
export function qualifiersOf(
  given: string,
  at: number,
  length: number,
  isAttribute = false,
): ReadonlySet<string> {
  const sentence = given.replace(PERIOD, (period) => " ".repeat(period.length));
  const period = periodOf(sentence, at);
  const rate = period === undefined ? [] : [`${PER}${period}`];
  if (isAttribute)
    return new Set([...Array.from(sentence.matchAll(PLACE), ([one]) => one.toLowerCase()), ...rate]);
  const before = sentence
    .slice(Math.max(0, at - 160), at)
    .split(CLAUSE)
    .at(-1)!;
  const clause = before + sentence.slice(at + length, at + length + 80).split(CLAUSE)[0]!;
  const found = new Set<string>(rate);
  for (const pattern of NEAR)
    for (const [one] of clause.matchAll(pattern)) found.add(LIMIT.test(one) ? "most" : one.toLowerCase());
  for (const [one] of clause.matchAll(PLACE)) found.add(one.toLowerCase());
  for (const [one] of sentence.slice(0, 200).matchAll(TRIAL)) found.add(one.toLowerCase());
  for (const part of [sentence.slice(0, 40), clause])
    for (const [one] of part.matchAll(TIME)) found.add(one.toLowerCase());
  for (const [one] of before.matchAll(/\b(?:old|new)\b/gi)) found.add(one.toLowerCase());
  for (const [one] of clause.matchAll(UNDER))
    found.add(one.toLowerCase().replace(/\b(?:the|a|an|its|our) /, ""));
  for (const [, noun, name] of sentence.slice(0, at).matchAll(NAME))
    if (!NOT_NAMES.test(noun!)) found.add(`${noun} ${name}`.toLowerCase());
  for (const [one] of sentence.slice(0, at).matchAll(COMPANION)) found.add(one.toLowerCase());
  const near = /\b(all|after|by) $/i.exec(before);
  if (near) found.add(near[1]!.toLowerCase());
  if (/\bafter \d{1,4} \p{L}{1,10}/u.test(clause) && !near) found.add("later");
  if (/\beach \p{L}/iu.test(clause)) found.add("each");
  const condition = CONDITION.exec(sentence);
  if (condition && at > condition[0].length) found.add(condition[1]!);
  return found;
}
