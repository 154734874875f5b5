import type { Token } from "./tokens.ts";
import { CLASSES } from "./word-classes.ts";

const setOf = (words: string): ReadonlySet<string> => new Set(words.split(/\s+/));
const IS = setOf("is are am it's that's there's what's he's she's i'm we're they're you're isn't aren't");
const WAS = setOf("was were wasn't weren't");
const BEING = setOf("be been being get gets got");
const HAS = setOf("has have i've we've they've you've hasn't haven't");
const HAD = setOf("had i'd we'd hadn't");
const DOES = setOf("do does don't doesn't");
const DID = setOf("did didn't");
const MODALS = new Map(
  Object.entries({
    will: "will won't i'll we'll it'll they'll",
    must: "must mustn't shall shan't should shouldn't ought",
    may: "may might maybe perhaps",
    can: "can can't cannot",
    would: "would wouldn't could couldn't",
  }).flatMap(([name, words]) => words.split(" ").map((word) => [word, name] as const)),
);
const FIRST_PERSON = setOf("i we i'm we're i've we've i'd we'd i'll we'll my our let's");
const OTHERS = setOf("he she they his her their you your somebody someone everybody people");
const POINTERS = setOf("it this that these those such which");
const DETERMINERS = setOf(
  "the a an my our your his her its their this that these those no some any each every all both",
);
const PREPOSITIONS = setOf(
  "of in on at to for with by from per as into onto over under after before between than about without",
);
const indexesOf = (names: readonly string[]) => new Set(names.map((name) => CLASSES.indexOf(name)));
const VERBS = ["adopt", "build", "stop", "fail", "attempt", "look", "doubt", "answer", "result", "state"];
const PRESENT = indexesOf(VERBS);
const PAST = indexesOf(VERBS.map((name) => `${name}:past`));
const ADVERBS = indexesOf(["not", "never", "still", "now"]);
const BETWEEN = setOf("then also all only be been being");
const DONE = setOf("done put set");
const JOINTS = setOf("so and but then therefore now thus hence");

/** What the finite verb of a clause can be, where the words show it, and the name of its share. */
export const FORMS = {
  is: "share:is",
  "is done": "share:is done",
  was: "share:was",
  "was done": "share:was done",
  "has done": "share:has done",
  had: "share:had",
  does: "share:does",
  did: "share:did",
  will: "share:will",
  must: "share:must",
  may: "share:may",
  can: "share:can",
  would: "share:would",
  past: "share:past",
  present: "share:present",
  done: "share:done",
  command: "share:command",
} as const;
export type Form = keyof typeof FORMS;

const PAST_FORMS: ReadonlySet<Form> = new Set(["past", "was", "was done", "did", "had", "done"]);

/** Whether a verb speaks of the past. */
export function isPast(form: Form): boolean {
  return PAST_FORMS.has(form);
}

/** Who or what a sentence is about, by its first word. */
export type SubjectKind = "author" | "others" | "pointer" | "determined" | "name" | "number" | "bare";

/** The finite verbs of a sentence, in order. A sentence without one has none. */
export function formsOf(tokens: readonly Token[]): readonly Form[] {
  const found: Form[] = [];
  for (let at = 0; at < tokens.length; at++) {
    const form = formAt(tokens, at);
    if (form === undefined) continue;
    found.push(form);
    // A participle belongs to the auxiliary before it.
    while (
      at + 1 < tokens.length &&
      !tokens[at + 1]!.isMark &&
      (isParticiple(tokens[at + 1]!) || isBetween(tokens[at + 1]!))
    )
      at++;
  }
  return found;
}

function formAt(tokens: readonly Token[], at: number): Form | undefined {
  const token = tokens[at]!;
  if (token.isMark || token.isCode === true) return undefined;
  const { word } = token;
  const before = tokens[at - 1];
  if (IS.has(word)) return isDone(tokens, at) ? "is done" : "is";
  if (WAS.has(word)) return isDone(tokens, at) ? "was done" : "was";
  if (BEING.has(word) && word !== "got" && word !== "gets") return undefined;
  if (HAS.has(word)) return isDone(tokens, at) ? "has done" : "present";
  if (HAD.has(word)) return isDone(tokens, at) ? "had" : "past";
  if (DOES.has(word)) return "does";
  if (DID.has(word)) return "did";
  const modal = MODALS.get(word);
  if (modal !== undefined) return modal as Form;
  const isFirst = before === undefined || before.isMark;
  const afterNoun = !isFirst && !DETERMINERS.has(before.word) && !PREPOSITIONS.has(before.word);
  if (has(token, PAST) || (word.endsWith("ed") && word.length > 4)) {
    if (isFirst) return at === 0 ? "done" : undefined;
    return afterNoun ? "past" : undefined;
  }
  if (!has(token, PRESENT) || word.endsWith("ing")) return undefined;
  if (at === 0) return word.endsWith("s") ? undefined : "command";
  if (!afterNoun) return undefined;
  const isThird = word.endsWith("s") && !before.word.endsWith("s");
  const isPlural =
    !word.endsWith("s") &&
    (before.word.endsWith("s") || FIRST_PERSON.has(before.word) || OTHERS.has(before.word));
  return isThird || isPlural ? "present" : undefined;
}

/** Whether a participle follows an auxiliary, perhaps after adverbs. */
function isDone(tokens: readonly Token[], at: number): boolean {
  for (let next = at + 1; next < Math.min(tokens.length, at + 4); next++) {
    const token = tokens[next]!;
    if (token.isMark) return false;
    if (isParticiple(token)) return true;
    if (!isBetween(token)) return false;
  }
  return false;
}

function isParticiple(token: Token): boolean {
  return (
    has(token, PAST) || (token.word.length > 4 && /(?:ed|en|wn)$/.test(token.word)) || DONE.has(token.word)
  );
}

/** Words between an auxiliary and its participle: "is then not always written". */
function isBetween(token: Token): boolean {
  return token.word.endsWith("ly") || BETWEEN.has(token.word) || has(token, ADVERBS);
}

function has({ known }: Token, classes: ReadonlySet<number>): boolean {
  return known?.classes?.some((one) => classes.has(one)) ?? false;
}

/** What a sentence begins with. */
export function subjectKindOf(tokens: readonly Token[]): SubjectKind | undefined {
  const first = tokens.find(({ word, isMark }) => !isMark && !JOINTS.has(word));
  if (!first) return undefined;
  if (FIRST_PERSON.has(first.word)) return "author";
  if (OTHERS.has(first.word)) return "others";
  if (POINTERS.has(first.word)) return "pointer";
  if (DETERMINERS.has(first.word)) return "determined";
  if (first.isCode === true) return "name";
  return first.word >= "0" && first.word < ":" ? "number" : "bare";
}
