/** The words of a statement, split into what it is about and what it says about it. */
interface Subject {
  /** All words that carry meaning, without negations. */
  readonly words: ReadonlySet<string>;
  /** The same without quantities: "retry 3 times" and "retry 5 times" have the same core. */
  readonly core: ReadonlySet<string>;
  /** What a choice is made for: "the queue" in "use Redis for the queue"; empty if the statement does not say. */
  readonly topic: ReadonlySet<string>;
  /** What is chosen: "Redis". */
  readonly value: ReadonlySet<string>;
  /** What is given up: "PostgreSQL" in "use Redis instead of PostgreSQL". */
  readonly rejected: ReadonlySet<string>;
}

const setOf = (words: string): ReadonlySet<string> => new Set(words.split(/\s+/));

const STOP = setOf(
  "a an the we i you it its our this that these those will would should shall must may can could is are be was were been " +
    "has have had of to and or so then now by us let there here just also still only do does did up s",
);
const CHOICE = setOf(
  "use using used adopt choose chose chosen pick go going with select take keep switch prefer stay stick move change want decide decided",
);
const NEGATION = setOf("not no never don doesn t without avoid stop cannot longer");
const FILLER = setOf("approach idea option way path route attempt try trying variant solution");
const QUESTION = setOf("which what how whether when where who why if any");
const QUANTITY = setOf(
  "one two three four five six seven eight nine ten ms s sec second minute min hour day week month year kb mb gb kib mib gib percent " +
    "monday tuesday wednesday thursday friday saturday sunday january february march april june july august september october " +
    "november december",
);
/** A number after one of these is a name: "issue 12" and "issue 13" are two things. */
const NUMBERED = setOf(
  "issue bug ticket task step phase pr item milestone sprint chapter section story case part stage round figure table page version release",
);
/** What is stored, written or shown in one place or by one means. */
const EXCLUSIVE = setOf(
  "store save persist put keep implement build write deploy host serialize encode render publish ship",
);

/** At most this many characters of a statement are compared. */
const MAX_COMPARED = 500;

/** Whether a later decision or outcome is about the same thing as an earlier one, so that it replaces it. */
export function isSameChoice(later: string, earlier: string): boolean {
  const [a, b] = [subjectOf(later), subjectOf(earlier)];
  if (a.words.size === 0 || b.words.size === 0) return false;
  if (a.topic.size > 0 && b.topic.size > 0) return areEqual(a.topic, b.topic);
  if (areEqual(a.core, b.core)) return true;
  return a.rejected.size > 0 && (areEqual(a.rejected, b.value) || areEqual(a.rejected, b.words));
}

/** Whether two statements have the same words: a step, a question or a dead end said twice. */
export function isSameStatement(later: string, earlier: string): boolean {
  const [a, b] = [subjectOf(later), subjectOf(earlier)];
  return a.words.size > 0 && areEqual(without(a.words, FILLER), without(b.words, FILLER));
}

/** Whether a dead end is about what a decision chose, or a decision about what a dead end gave up. */
export function isReversal(deadEnd: string, decision: string): boolean {
  const [gone, chosen] = [subjectOf(deadEnd), subjectOf(decision)];
  const given = without(without(gone.words, CHOICE), FILLER);
  if (given.size === 0) return false;
  if (gone.topic.size > 0 && chosen.topic.size > 0 && !areEqual(gone.topic, chosen.topic)) return false;
  return areEqual(given, without(chosen.words, CHOICE)) || areEqual(given, chosen.value);
}

/** How much of a question an answer repeats, from 0 to 1. */
export function answers(answer: string, question: string): number {
  const end = answer.indexOf("?");
  const said = subjectOf(end > 0 ? answer.slice(0, end) : answer).words;
  const asked = without(subjectOf(question).words, QUESTION);
  if (asked.size === 0) return 0;
  return [...asked].filter((word) => said.has(word)).length / asked.size;
}

/** Whether a decision settles a question: "which queue?" and "use Redis for the queue". */
export function settles(decision: string, question: string): boolean {
  const { topic } = subjectOf(decision);
  const asked = without(without(subjectOf(question).words, QUESTION), CHOICE);
  return topic.size > 0 && areEqual(topic, asked);
}

function subjectOf(given: string): Subject {
  const text = given.slice(0, MAX_COMPARED).normalize("NFKC").toLowerCase();
  const instead = / (?:instead of|rather than|in place of|no longer|over) /.exec(text);
  const rest = instead ? text.slice(instead.index + instead[0].length) : "";
  const end = rest.search(/ (?:for|as) |[,;.]/);
  const rejected = end < 0 ? rest : rest.slice(0, end);
  const kept = instead ? text.slice(0, instead.index) + (end < 0 ? "" : rest.slice(end)) : text;
  const all = wordsOf(kept);
  const words = new Set(all);
  return {
    words,
    core: coreOf(all),
    ...splitOf(kept),
    rejected: without(new Set(wordsOf(rejected)), CHOICE),
  };
}

function splitOf(text: string): Pick<Subject, "topic" | "value"> {
  const assigned = /^([^:=→]{2,60}?)\s?(?::|=|→|->| is | are | becomes | will be )\s?(?=\S)/.exec(text);
  if (assigned) {
    const topic = wordsOf(assigned[1]!);
    if (
      topic.length > 0 &&
      topic.length <= 6 &&
      !topic.some((word) => CHOICE.has(word) || EXCLUSIVE.has(word))
    )
      return { topic: coreOf(topic), value: new Set(wordsOf(text.slice(assigned[0].length))) };
  }
  const use = text.lastIndexOf(" for ");
  const as = text.lastIndexOf(" as ");
  const at = Math.max(use, as);
  if (at > 0) {
    const topic = wordsOf(text.slice(at + (use > as ? 5 : 4)));
    const value = without(new Set(wordsOf(text.slice(0, at))), CHOICE);
    if (topic.length > 0 && topic.length <= 6 && value.size > 0) return { topic: new Set(topic), value };
  }
  const words = wordsOf(text);
  const means = / (?:in|with|via|on|to) /.exec(text);
  if (means && EXCLUSIVE.has(words[0] ?? "")) {
    const topic = wordsOf(text.slice(0, means.index));
    const value = new Set(wordsOf(text.slice(means.index + means[0].length)));
    if (topic.length > 1 && value.size > 0) return { topic: new Set(topic), value };
  }
  return { topic: new Set(), value: without(new Set(words), CHOICE) };
}

/** The words of a text in order, without stop words and negations, plurals as singulars. */
function wordsOf(text: string): string[] {
  const found = text.match(/[\p{L}\p{N}]+(?:[._/-][\p{L}\p{N}]+)*/gu) ?? [];
  return found.map(singular).filter((word) => !STOP.has(word) && !NEGATION.has(word));
}

function coreOf(words: readonly string[]): ReadonlySet<string> {
  const core = words.filter((word, index) => {
    const isQuantity = /^\d/.test(word) || QUANTITY.has(word);
    return !isQuantity || NUMBERED.has(words[index - 1] ?? "");
  });
  return new Set(core.length > 0 ? core : words);
}

const singular = (word: string): string =>
  word.length > 3 && word.endsWith("s") && !/(?:ss|us|is)$/.test(word) ? word.slice(0, -1) : word;

const without = (words: ReadonlySet<string>, left: ReadonlySet<string>): ReadonlySet<string> =>
  new Set([...words].filter((word) => !left.has(word)));

const areEqual = (a: ReadonlySet<string>, b: ReadonlySet<string>): boolean =>
  a.size > 0 && a.size === b.size && [...a].every((word) => b.has(word));
