import type { LintContext } from "./context.ts";
import type { Mention, NumberSentence } from "./mentions.ts";
import { isKnown, keyOf, type Numbers, OTHER, type Pair, sorted } from "./number-pairs.ts";
import { wordsOf } from "./prose.ts";
import { PER } from "./qualifiers.ts";
import { unitNamed } from "./units.ts";

const BOUND =
  /\b(?:at least|less than|more than|fewer than|over|under|below|above|between|within|another|additional|further|extra|every|from|to|by|until|about|around|roughly|nearly|almost|some|circa|ca\.?|up to|at most) $|[~<>≤≥±] ?$/i;
const DEFINITE = /\b(?:the|our|its|their|his|her|my|this|that|all|those|these)\s(?:\p{L}{1,20}\s)?$/iu;
/** "All 14 pods", "there are three slots", "we have 5 developers": all there are. */
const TOTAL =
  /\b(?:all(?: of)?(?: the| our| these| those)?|our|there (?:are|were)|we (?:have|run|are|use|own)|in (?:all|total)|(?:has|have|had|contains?|comprises?|includes?|exports?)(?: about| only| just)?) $/i;
/** "The timeout is 30 s", "it costs 40 euros": a statement about its subject. */
const STATES =
  /\b(?:is|are|was|were|be|has|have|had|takes?|took|costs?|weighs?|lasts?|holds?|needs?|allows?|expires? after|measures?|com(?:es|e|prises?)(?: to)?|contains?|stands at|runs at|:) (?:at |about |only |just |at most |up to )?$/i;
/** Words that compare with something else, or speak of another one. */
const COMPARES =
  /\b(?:sister|twin|companion|sibling|neighbou?r(?:ing|s|'s)?|other|another|compar\w{1,6}|similar|predecessor|successor|former|rival|parallel|else|differ\w{0,5}|unlike|versus|vs|rather|conflict|not the same|outdated|belongs?)\b/i;
/** What cites a thought repeats its number; CL003 checks whether it still holds. */
const CITES = /#\d|\b(?:thought|step) \d/i;
/** What somebody else says, or what was thought before. */
const ATTRIBUTED =
  /\b(?:says?|said|claim(?:s|ed)?|report(?:s|ed)?|reckon(?:s|ed)?|estimat(?:e|es|ed)|guess(?:es|ed)?|quote[sd]?|had)\b/i;
/** Where a sentence takes a number for granted: "with 31 pupils in the class, …", "seeing that it takes 52 hours, …". */
const PRESUPPOSES = /^(?:with|at|of|as|since|because|given|seeing|considering|for|by|now that|knowing)\b/i;
/** "…, with 780 categories", "given the 3 nodes". */
const GIVEN = /(?:^|[,;:] )(?:but |and |so )?(?:with|given|seeing|considering)(?: \p{L}{1,5})? $/iu;
/** A sentence about something new: "an intermediate build", "one of them". */
const INDEFINITE =
  /^(?:and |but )?(?:an?|one|some|two|three|each|every) (?!\p{L}{0,15} (?:of|is|are) )\p{L}/iu;
const HYPOTHETICAL = /\b(?:would|could|might|maybe|perhaps|let's)\b|['’]d\b/i;
const CONDITION = /\b(?:if|when|unless|despite|except|excluding|only|alone|over|under|below|above)\b/i;
/** Words for one of several times or versions. */
const PHASE =
  /\b(?:old|new|former|previous|earlier|last|before|after|now|today|then|still|by then|yet|used to|no longer|since)\b/i;
/** A phrase at the beginning of a sentence that says where or when it holds. */
const FRAME =
  /^(?:in|under|during|outside|inside|among) (?:(?!any case|all\b|total|fact)\p{L}{1,20}[ ,]){1,4}/iu;
/** A sentence whose subject is named before. */
const PRONOUN = /^(?:it|they|she|he|this|that|these|those|both)\b/i;
const LABEL = /^[^:]{1,40}(?=: )/;

/** An opening that announces a restatement: "For the release notes:", "All in all", "Reminder:". */
const RESTATES =
  /^(?:(?:all in all|in (?:short|sum|summary|brief|hindsight|any case|a nutshell|one line)|to (?:sum up|summari[sz]e|recap|repeat|remind)|as (?:a reminder|we know|I said)|by the way|(?:as an )?aside|overall|remember|recall|reminder|recap|summary|note)\b[^,:;.\d]{0,30}[,:]? |(?:[^,:;.\d]{1,30} )?(?:for|of|in) (?:the|our|my|a) (?:\p{L}{1,20} ){0,2}(?:notes?|press|record|reports?|summary|minutes|changelog|readme|runbook|abstract|announcement|e?mail|letter|ticket|page|post|form|docs?|documentation|slides?|paper|section|hand-?over|wiki|write-?up|log|protocol|file|appendix|brief|memo|newsletter|statement|board|poster)\b[^,:;.\d]{0,20}[,:] )/iu;

/** The words of a sentence behind such an opening. */
function withoutFrame(text: string) {
  const frame = RESTATES.exec(text)?.[0] ?? "";
  const words = wordsOf(text.slice(frame.length)).filter((word) => !/^\d/.test(word) && !unitNamed(word));
  return { isRestating: frame !== "", words };
}

/** The least weight of the words that both sentences of a pair have. */
const LEAST_SHARED = 0.4;

/**
 * The properties of a pair that tell whether it gives one quantity two values. None, if the numbers have nothing in common
 * but a word that is frequent in the session.
 */
export function pairFeatures(
  context: LintContext,
  numbers: Numbers,
  { earlier: a, later: b }: Pair,
): ReadonlyMap<string, number> | undefined {
  const found = new Map<string, number>();
  const set = (name: string, value: number | boolean): void => {
    if (value) found.set(name, Number(value));
  };
  const { byValue } = numbers;
  const [one, other] = [a.sentence, b.sentence];
  const [lead, leadLater] = [leadOf(a), leadOf(b)];
  const small = b.unit === "" && b.value < 4 && Number.isInteger(b.value);
  // Words that few thoughts share identify a topic.
  const rarity = (words: Iterable<string>): number => {
    let sum = 0;
    for (const word of words) sum += 1 / Math.sqrt(Math.max(1, context.frequency(word) - 1));
    return sum;
  };
  const share = (words: ReadonlySet<string>, of: ReadonlySet<string>): number =>
    words.size === 0 ? 0 : rarity(words.intersection(of)) / rarity(words);
  const shared = one.words().intersection(other.words());
  const rare = rarity(shared);
  const isSwapped = a.digits !== b.digits && sorted(a.digits) === sorted(b.digits);
  const [counted, countedLater] = [a.counted(), b.counted()];
  const isCounted = counted.length > 0 && countedLater.length > 0 && counted.at(-1) === countedLater.at(-1);
  const areTotals = isCounted && TOTAL.test(lead) && TOTAL.test(leadLater);
  if (rare < LEAST_SHARED && !isSwapped && !areTotals) return undefined;
  set("shared", Math.min(3, rare));
  set("shares", Math.min(4, shared.size));
  if (shared.size > 0) set("share", Math.max(rare / rarity(one.words()), rare / rarity(other.words())));
  const [near, nearLater] = [new Set(a.near()), new Set(b.near())];
  const both = near.intersection(nearLater);
  set("near", Math.min(2, rarity(both)));
  set(
    "cross near",
    Math.min(2, rarity(nearLater.intersection(one.words())) + rarity(near.intersection(other.words()))),
  );
  set(
    "thought shared",
    Math.min(2, rarity(context.words(one.thought).intersection(other.words()).difference(one.words()))),
  );
  // What stands next to a number and is not in the other text: another subject.
  const [key, keyLater] = [a.before().at(-1) ?? a.behind()[0], b.before().at(-1) ?? b.behind()[0]];
  set("same key", key === keyLater && key !== undefined);
  set("key", keyLater !== undefined && near.has(keyLater) ? rarity([keyLater]) : 0);
  set("key left", key !== undefined && !context.words(other.thought).has(key));
  set("key new", keyLater !== undefined && !context.words(one.thought).has(keyLater));
  const statement = withoutFrame(other.text);
  // A word that no other thought has is wording; one of another thought may be the subject of another number.
  const recurring = statement.words.filter((word) => context.frequency(word) > 1);
  const opening = new Set(recurring.slice(0, 2));
  set("opening unique", statement.words.slice(0, 2).filter((word) => context.frequency(word) <= 1).length);
  set("restates", statement.isRestating);
  // The more thoughts there are, the more numbers are alike by chance.
  set("thoughts", Math.log(Math.max(SHORT_SESSION, context.thoughts.length)));
  set("opening", share(opening, one.words()));
  set("opening new", opening.size > 0 && share(opening, context.words(one.thought)) === 0);
  set("near known", share(nearLater, context.words(one.thought)));
  set("subject covered", share(new Set(b.before()), one.words()));
  set("subject shared", share(new Set(b.before()), new Set(a.before())));
  // How many other values the session gives for what both numbers share: many are readings, or items of one kind.
  const rivals = rivalsOf(numbers, a, b, both);
  set("rivals", Math.log(1 + rivals));
  const covered = share(nearLater, one.words());
  const isSole = both.size > 0 && rivals === 0;
  set("sole", isSole);
  set("sole covered", isSole ? covered : 0);
  set("few covered", covered ** 2 / (1 + rivals));
  set("like sentences", rare / (rarity(one.words().union(other.words())) || 1));
  set("log", rivals > 0 && skeletonOf(a) === skeletonOf(b));
  set("same unit", a.unit === b.unit && a.unit !== "");
  set("event", b.unit === "year" || b.unit === "day" || b.unit === "time");
  set("same counted", isCounted);
  set("bare later", b.unit === "" && countedLater.length === 0);
  set(
    "other kind",
    isCounted && countedLater.slice(0, -1).some((word) => !context.words(one.thought).has(word)),
  );
  set("kind left", isCounted && counted.slice(0, -1).some((word) => !context.words(other.thought).has(word)));
  set("part", b.unit === "" && /^ (?:out )?of\b/.test(other.text.slice(b.end, b.end + 8)));
  // Another number that both sentences state.
  const beside = other.mentions.filter(
    (m) =>
      m !== b &&
      one.mentions.some(
        (n) =>
          n !== a &&
          keyOf(n) === keyOf(m) &&
          (m.value >= 10 || m.behind().some((word) => n.behind().includes(word))),
      ),
  );
  set("beside same", Math.min(2, beside.length));
  const next = (m: Mention) => m.sentence.mentions[m.sentence.mentions.indexOf(m) + 1]?.value;
  set("next same", next(a) !== undefined && next(a) === next(b));
  const kind = b.unit === "" ? (countedLater.length > 0 ? "count" : "bare") : "measure";
  set(`near: ${kind}`, share(nearLater, near));
  set(`left: ${kind}`, 1 - share(near, context.words(other.thought)));
  set(`topic: ${kind}`, share(other.words(), context.words(one.thought)));
  set("same head", a.unit === b.unit && a.behind()[0] !== undefined && a.behind()[0] === b.behind()[0]);
  set("same form", formOf(a) === formOf(b));
  const comma = other.text.indexOf(", ");
  set(
    "presupposed",
    comma > b.index && PRESUPPOSES.test(other.text) && !other.text.slice(0, b.index).includes("("),
  );
  set("indefinite", INDEFINITE.test(other.text) && b.index > 4);
  // The more digits there are, the less likely they agree by chance.
  if (isSwapped) set("digits swapped", Math.min(3, new Set(a.digits).size - 1));
  set("ratio", Math.min(3, Math.abs(Math.log((Math.abs(b.value) + 1e-9) / (Math.abs(a.value) + 1e-9)))));
  set("small", small);
  const restated = byValue
    .get(keyOf(a))!
    .slice(-SAME_VALUE)
    .filter((m) => m.near().some((word) => nearLater.has(word)));
  set("again", byValue.get(keyOf(a))!.at(-1)!.sentence.thought.seq > other.thought.seq);
  set("restated", restated.at(-1) !== undefined && restated.at(-1)!.sentence.thought.seq > other.thought.seq);
  set("repeated", Math.min(3, restated.length - 1));
  set("settled", isRestated(byValue.get(keyOf(b))!, b));
  set("evidence", (one.thought.evidence?.length ?? 0) > 0);
  set("evidence later", (other.thought.evidence?.length ?? 0) > 0);
  const isPronoun = PRONOUN.test(other.text);
  set("pronoun", isPronoun);
  const named = isPronoun ? namedBefore(context, other) : undefined;
  set("pronoun new", named !== undefined && !context.words(one.thought).has(named));
  set("given", GIVEN.test(leadLater));
  set("revised", context.revisions.has(other.thought.id));
  set("definite", DEFINITE.test(lead));
  set("definite later", DEFINITE.test(leadLater));
  set("total", TOTAL.test(lead));
  set("total later", TOTAL.test(leadLater));
  const isPlain = isCounted && !small && rivals === 0;
  set("plain count", isPlain);
  set("plain total", isPlain && (TOTAL.test(leadLater) || TOTAL.test(lead)));
  set("plain statement", a.unit === b.unit && a.unit !== "" && isSole && STATES.test(leadLater));
  set("totals", areTotals);
  set("states", STATES.test(lead));
  set("states later", STATES.test(leadLater));
  set("bound", BOUND.test(lead));
  set("bound later", BOUND.test(leadLater));
  set("numbers", Math.log(one.mentions.length));
  set("numbers later", Math.log(other.mentions.length));
  const recalled = recalledBeside(numbers, other);
  set("recalled", Math.min(3, recalled.length));
  set("thought numbers", Math.max(0, Math.log(countIn(one) / 2)));
  set("thought numbers later", Math.max(0, Math.log((countIn(other) - recalled.length) / 2)));
  set("close", 1 / (other.thought.seq - one.thought.seq));
  set("early", one.thought.seq <= 3);
  set("short", one.words().size <= 3);
  set("short later", other.words().size <= 3);
  set("note", one.isNote());
  set("note later", other.isNote());
  set("colon later", /: [^.]{0,40}$/.test(leadLater));
  set("cites", CITES.test(other.text));
  set("other", OTHER.test(other.thought.content.slice(0, 1000)));
  set("compares", COMPARES.test(other.thought.content.slice(0, 1000)));
  const [label, labelLater] = [LABEL.exec(one.text)?.[0], LABEL.exec(other.text)?.[0]];
  set("labels differ", label !== undefined && labelLater !== undefined && label !== labelLater);
  const frame = FRAME.exec(other.text)?.[0] ?? "";
  set(
    "framed",
    frame.length < b.index &&
      wordsOf(frame).some((word) => !/^\d/.test(word) && context.thoughtsWith(word)[0] === other.thought),
  );
  set("known beside", statesKnown(numbers, a, b));
  set("phase", PHASE.test(one.text) !== PHASE.test(other.text));
  const [own, theirs] = [a.qualifiers(), b.qualifiers()];
  set("qualified", Math.min(3, missing(own, theirs)));
  set("qualified later", Math.min(3, missing(theirs, own)));
  set("qualified apart", missing(own, theirs) > 0 && missing(theirs, own) > 0);
  set("attributed", ATTRIBUTED.test(other.text));
  set("hypothetical", HYPOTHETICAL.test(one.text));
  set("hypothetical later", HYPOTHETICAL.test(other.text));
  set("condition", CONDITION.test(one.text) !== CONDITION.test(other.text));
  set(
    "names",
    namesIn(one.text).some((word) => !context.words(other.thought).has(word)),
  );
  set(
    "names later",
    namesIn(other.text).some((word) => !context.words(one.thought).has(word)),
  );
  return found;
}

const recalls = new WeakMap<readonly NumberSentence[], readonly Mention[]>();

/** The numbers of a thought that the session has stated before. */
function recalledBeside(numbers: Numbers, { beside }: NumberSentence): readonly Mention[] {
  const sentences = beside();
  let known = recalls.get(sentences);
  if (!known) {
    known = sentences.flatMap(({ mentions }) => mentions.filter((one) => isKnown(numbers, one)));
    recalls.set(sentences, known);
  }
  return known;
}

/** In shorter sessions chance does not depend on the length. */
const SHORT_SESSION = 12;

/** The first word of the sentence before another one: what its pronoun may refer to. */
function namedBefore(context: LintContext, { thought, text }: NumberSentence): string | undefined {
  const sentences = context.sentences(thought);
  const at = sentences.findIndex((one) => one.text.slice(0, 10) === text.slice(0, 10));
  return at > 0 ? wordsOf(sentences[at - 1]!.text)[0] : undefined;
}

/** How many other values of the unit have the words next to them that two numbers share. */
function rivalsOf({ byWord }: Numbers, a: Mention, b: Mention, both: ReadonlySet<string>): number {
  let rarest: readonly Mention[] = [];
  for (const word of both) {
    const all = byWord.get(`${b.unit} ${word}`) ?? [];
    if (rarest.length === 0 || all.length < rarest.length) rarest = all;
  }
  const values = new Set<number>();
  for (const one of rarest.slice(0, RIVALS)) {
    if (one.value === a.value || one.value === b.value || values.has(one.value)) continue;
    const words = one.near();
    if ([...both].every((word) => words.includes(word))) values.add(one.value);
  }
  return values.size;
}

/** How many numbers with the same word, and how many mentions of a value, are looked at. */
const RIVALS = 40;
const SAME_VALUE = 20;

/** A sentence without its numbers. */
const skeletonOf = ({ sentence }: Mention): string => sentence.text.replace(/\d[\d.,]{0,20}/g, "0");

const leadOf = ({ sentence: { text }, index }: Mention): string => text.slice(Math.max(0, index - 40), index);

const formOf = ({ sentence: { text }, index, end }: Mention): string =>
  text.slice(index, end).replace(/\d/g, "0");

/** How many numbers a thought states. */
const countIn = (sentence: NumberSentence): number =>
  sentence.beside().reduce((sum, { mentions }) => sum + mentions.length, 0);

/** Whether a later thought states a value again. */
const isRestated = (mentions: readonly Mention[], { sentence, near }: Mention): boolean => {
  const words = new Set(near());
  return mentions
    .slice(0, SAME_VALUE)
    .some((one) => one.sentence.thought !== sentence.thought && one.near().some((word) => words.has(word)));
};

/** How many qualifiers the first has and the second lacks. */
function missing(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  let count = 0;
  for (const one of a) if (!b.has(one) && !one.startsWith(PER)) count++;
  return count;
}

/** Whether the thought of a number also states a value of its unit that is known, and that is not next to the earlier number. */
const statesKnown = ({ byValue }: Numbers, earlier: Mention, { sentence, unit, value }: Mention): boolean =>
  unit !== "" &&
  sentence
    .beside()
    .some(({ mentions }) =>
      mentions.some(
        (one) =>
          one.unit === unit &&
          one.value !== value &&
          !earlier.sentence.mentions.some((m) => m !== earlier && m.unit === unit && m.value === one.value) &&
          byValue.get(keyOf(one))![0]!.sentence.thought !== sentence.thought,
      ),
    );

/** Words that are capitalized within a sentence. */
const namesIn = (text: string): readonly string[] =>
  wordsOf([...text.matchAll(/(?<=[\p{Ll},;\d] )\p{Lu}[\p{L}\d]{0,20}/gu)].join(" "));
