import type { FactKind } from "../../ledger/index.ts";
import { stem } from "../words/stem.ts";
import { forEachToken } from "../words/tokens.ts";

/** The kind of answer that a question asks for. */
export interface Intent {
  /** The kinds of facts that answer it, each with the confidence that it does. */
  readonly kinds: ReadonlyMap<FactKind, number>;
  /** Words of the question that only name a kind, in lower case. */
  readonly cues: ReadonlySet<string>;
  /** What the answer must contain. */
  readonly wants: ReadonlySet<Wanted>;
}

export type Wanted = "number" | "time" | "name" | "reason";

interface Cue {
  readonly kind: FactKind;
  readonly words: RegExp;
}

const ABANDON =
  /\b(?:drop(?:ped|s)?|abandon(?:ed|ing)?|reject(?:ed|ing|s)?|refus(?:e|ed|ing)|discard(?:ed)?|scrap(?:ped)?|dismiss(?:ed)?|rul(?:e|ed|ing) out|exclud(?:e|ed)|stop(?:ped)?|gave up|give up|given up|turn(?:ed)? down|dead ends?|against|skip(?:ped)?|avoid(?:ed)?|cancel(?:led|ed)?|did(?: not|n't) work|failed)\b/gi;
const COMMIT =
  /\b(?:decid(?:e|ed|ing)|decisions?|cho(?:ose|se|sen|ice|ices)|pick(?:ed)?|select(?:ed)?|settle(?:d)?(?: on| for)?|agree(?:d|ment)?|opt(?:ed)?|conclu(?:de|ded|sion)|go with|went with|gone with)\b/gi;
const UNKNOWN =
  /\b(?:open(?: questions?| points?| issues?)?|unresolved|unsettled|undecided|unclear|unanswered|unknown|uncertain|unsure|pending|outstanding|waiting(?: for)?|blocked|blocks|blocking|missing|nobody|not (?:yet )?(?:know|known|decided|settled|clear|sure|answered|resolved)|questions?(?: (?:are|is))? left|points?(?: (?:are|is))? left)\b/gi;
const UPCOMING =
  /\b(?:next(?: steps?)?|to-?dos?|to do|remain(?:s|ing)?|left to|still ha(?:s|ve) to|has to be|have to be|follow(?:ing)? up|upcoming|planned|plan)\b/gi;
const ENDED =
  /\b(?:outcomes?|results?|turn(?:ed)? out|in the end|conclusions?|finally|found out|find out|fixed|worked)\b/gi;
const SETTLED = /\b(?:answer(?:s|ed)?|resolved|clarified)\b/gi;

const CUES: readonly Cue[] = [
  { kind: "dead_end", words: ABANDON },
  { kind: "decision", words: COMMIT },
  { kind: "open", words: UNKNOWN },
  { kind: "next", words: UPCOMING },
  { kind: "outcome", words: ENDED },
  { kind: "answered", words: SETTLED },
];

/** Question forms; in a question, the cue words refer to the session and not to its subject. */
const ASKS =
  /^\s*(?:why|what|which|who|when|where|how|is|are|was|were|did|do|does|has|have|had|can|any|list|show)\b|\?/i;
/** Only these words: the question is for a kind of fact and nothing else. */
const WHY_NOT = /\bwhy\b.{0,60}\b(?:not|no|never|isn't|aren't|don't|didn't|can't|cannot|won't)\b/i;

const NUMBER =
  /\bhow (?:much|many|large|big|long|far|often|high|heavy|old|early|late|fast|slow|small)\b|\b(?:price|cost|costs|amount|size|limit|budget|percentage|share|rate|figure|sum|total)\b/i;
const TIME =
  /\b(?:when|how long|how early|which (?:day|date|week|month|year)|what (?:day|date|time|hour)|until|deadline|schedule)\b/i;
const NAME =
  /\b(?:who|whom|whose|which (?:person|team|company|vendor|supplier|plumber|doctor|country|city))\b/i;

/** Recognizes the kind of answer that a question asks for. Short phrases without a question form have no intent. */
export function intentOf(question: string): Intent {
  const text = question.slice(0, 400);
  const kinds = new Map<FactKind, number>();
  const cues = new Set<string>();
  const wants = new Set<Wanted>();
  const asks = ASKS.test(text);
  const isShort = text.trim().split(/\s+/).length <= 4;
  if (asks || isShort) {
    for (const { kind, words } of CUES) {
      for (const [found] of text.matchAll(words)) {
        kinds.set(kind, asks ? 1 : 0.7);
        for (const word of found.toLowerCase().split(/[^\p{L}\p{N}]+/u)) cues.add(word);
      }
    }
    if (asks && WHY_NOT.test(text)) kinds.set("dead_end", 1);
    // "What is undecided" asks for what is open, not for decisions.
    if (kinds.has("open") && /\b(?:un|not)/i.test(text)) kinds.delete("decision");
    if (kinds.has("dead_end")) kinds.delete("answered");
  }
  if (asks && /\bwhy\b/i.test(text)) wants.add("reason");
  if (NUMBER.test(text)) wants.add("number");
  if (TIME.test(text)) wants.add("time");
  if (NAME.test(text)) wants.add("name");
  return { kinds, cues, wants };
}

const TIMES =
  /\d{1,2}:\d{2}|\b(?:19|20)\d{2}\b|\b(?:seconds?|minutes?|hours?|days?|weeks?|months?|years?|monday|tuesday|wednesday|thursday|friday|saturday|sunday|january|february|march|april|may|june|july|august|september|october|november|december|noon|midnight|o'clock|\d+(?:st|nd|rd|th))\b/i;

/** Whether a text contains what a question wants. */
export function contains(text: string, wanted: Wanted): boolean {
  switch (wanted) {
    case "number":
      return /\d/.test(text);
    case "time":
      return TIMES.test(text);
    case "name":
      return /[\p{Ll},] \p{Lu}\p{Ll}/u.test(text);
    case "reason":
      return /\b(?:because|since|so|therefore|too|otherwise|due|reason|cannot|not|no|would)\b/i.test(text);
  }
}

const words = (text: string): ReadonlySet<string> => new Set(text.split(" "));

/** Stems that are usual in texts that state a fact of a kind; other kinds have too many wordings. */
const SIGNS: Readonly<Partial<Record<FactKind, ReadonlySet<string>>>> = {
  dead_end: words(
    "no not t never noth out off too unus without left leav instead against fail drop declin reject refus abandon stop " +
      "park dead useless wast cannot forget given gave",
  ),
  open: words(
    "no not t nobodi open unclear unresolv undecid unsettl unknown uncertain whether who still yet wait pend miss depend " +
      "ask want left",
  ),
  next: words("next todo do still will befor until then tomorrow week monday fridai first remain left plan"),
};

/** Kinds whose signs are so usual that a text without one does not state such a fact. */
const CERTAIN: ReadonlySet<FactKind> = new Set(["dead_end", "open"]);

/** Whether a text, given as stems, has words that are usual where a fact of this kind is stated. */
export const hasSign = (kind: FactKind, stems: ReadonlyMap<string, unknown>): boolean =>
  SIGNS[kind]?.isDisjointFrom(stems) === false;

/** Whether a text may state a fact of one of these kinds; a quick check before the facts are inferred. */
export function mayState(text: string, kinds: Iterable<FactKind>): boolean {
  const stems = new Map<string, true>();
  forEachToken(text, (token) => stems.set(stem(token), true));
  for (const kind of kinds) {
    if (!CERTAIN.has(kind) || (kind === "open" && text.includes("?")) || hasSign(kind, stems)) return true;
  }
  return false;
}
