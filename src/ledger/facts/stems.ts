/** Words without a subject of their own; they say nothing about what a sentence is about. */
const STOP = new Set(
  `a an the this that these those it its it's i me my we us our ours you your he him his she her they them their theirs
who whom which what whose where when why how there here and or but nor so yet if then than as of at by for from in into
on onto to with without over under about after before between through during against within until since because while
although though whether is are was were be been being am do does did done have has had having will would shall should
can could may might must not no yes only just also too very more most less least much many few some any all both each
every either neither one two three first second third last next now still already again ever never always often once
get gets got go goes went gone going make makes made take takes took taken put puts set let lets keep keeps kept use
uses used using say says said see seen look looks looking come comes came give gives gave need needs needed want wants
thing things something anything nothing everything way ways bit lot kind sort other others another same such own out up
down off back away instead rather really quite well good better best new old able per via etc ok okay hmm right left
decided decision decide chose choose chosen picked option options plan question questions open point points idea
i'm i'd i'll we're we'd we'll don't doesn't can't won't isn't aren't didn't t s m d ll ve re today yesterday tomorrow
day days week weeks time times part parts case sense long short far near part both hence thus therefore however`
    .split(/\s+/)
    .filter(Boolean),
);

/** What a word says about the topic of a sentence: its stem and those of its pieces; nothing if it is a function word. */
export function stemsOf(word: string): readonly string[] {
  if (STOP.has(word) || word.length < 2) return [];
  if (!/[-_/.]/.test(word)) return [stemOf(word)];
  const pieces = word.split(/[-_/.]/).filter((piece) => piece.length > 1 && !STOP.has(piece));
  return [...new Set([word, ...pieces].map(stemOf))];
}

const ENDINGS = ["'s", "ing", "ed", "es", "s", "e", "y"] as const;

/** The word without its commonest endings, so that "locks" and "locking" are one topic. */
export function stemOf(word: string): string {
  if (word.length < 4) return word;
  const ending = ENDINGS.find((one) => word.endsWith(one));
  const stem =
    ending !== undefined && word.length - ending.length >= 3 ? word.slice(0, -ending.length) : word;
  const last = stem.at(-1)!;
  return stem.at(-2) === last && !"aeiou0123456789".includes(last) ? stem.slice(0, -1) : stem;
}
