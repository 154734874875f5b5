/** Verbs of knowing and of coming to know. */
const KNOW =
  "(?:know|understand|learn|find (?:this |that |it )?out|see|tell|say|explain|establish|clarify|determine|ascertain|discover|figure (?:this |that |it )?out|remember|recall|work (?:this |that |it )?out|make out|hear|get|grasp|fathom|think of|answer|account for|be (?:sure|certain|clear))";
const KNOWN =
  "(?:known|understood|learn(?:ed|t)|found out|seen|explained|established|clarified|determined|ascertained|discovered|decided|settled|answered|worked out|checked|resolved|asked|examined|addressed|told|heard)";
const ADVERBS = "(?:[a-z]{1,14} ){0,3}?";
/** Not knowing, or wanting to know. */
const IGNORANT = new RegExp(
  `\\b(?:${[
    `(?:don't|do not|doesn't|does not|didn't|did not|can't|cannot|can not|couldn't|could not|haven't|have not|not|never|unable to|failed? to|yet to|still to|no way to|hard to|difficult to|impossible to|nobody|no one|none of us|who) ${ADVERBS}${KNOW}`,
    `(?:haven't|have not|hasn't|has not|not|nobody has|no one has|never been|never) ${ADVERBS}${KNOWN}`,
    `(?:would|'d|should|might|shall) ${ADVERBS}(?:like|love|want|wish|prefer|be (?:glad|curious|interested|good|nice|helpful|useful|worth|interesting)) ${ADVERBS}(?:to )?${KNOW}`,
    `(?:I|we|one|someone|somebody|anyone) (?:would|should|could|might) ${ADVERBS}${KNOW}`,
    `(?:need|needs|want|wants|have|has|ought|must|should|like|wish|remember|keen|eager|glad|curious|interested|good|nice|worth) ${ADVERBS}(?:to )?${KNOW}`,
    "(?:gladly|love to|like to|rather) be (?:informed|told)",
    "worth (?:knowing|asking|finding out|learning|checking|clarifying)|(?:maybe|perhaps) (?:somebody|someone|anybody|anyone) knows|no (?:explanation|reason)\\b",
    "wonder(?:s|ed|ing)?(?! (?:if|whether) (?:you|someone) c)",
    "(?:ask|asks|asking) (?:myself|ourselves|oneself|yourself)|led to ask|one (?:may|might|must|could) ask|I ask|is asked",
    "curious|intrigu\\w{1,4}|puzzl\\w{1,4}|baffl\\w{1,4}|(?:nags?|bothers?|bugs?|eludes?|escapes?|beats|worr(?:y|ies)|troubles?|mystifies|irks) (?:at )?(?:me|us)|at a loss|in the dark|mystery|riddle|beyond me",
    "(?:not|isn't|wasn't|far from|less than|anything but|never) (?:yet |quite |entirely |really |at all |so )?(?:clear|obvious|certain|sure|known|evident|plain)|unclear|unsure|uncertain|unknown|unexplained|unresolved|unanswered|undetermined|unsettled|no idea|no clue|not the (?:faintest|slightest|least)",
    `(?:remains?|stays?|is|are|left|still) ${ADVERBS}to be (?:${KNOWN})|(?:remains?|stays?|is still|are still|left) ${ADVERBS}(?:open|unclear|unknown|unexplained|a puzzle|a mystery|a question|an open question|unanswered|unsettled|undecided|doubtful)`,
    "(?:nothing|no (?:word|trace|hint|mention|note|record|clue|sign|explanation|source)) (?:in|on|about|of|from|anywhere)\\b|anyone's guess|an open (?:question|point|issue|matter)|open question|(?:question|point|matter|issue) (?:is|remains|arises|here is|of|as to|that)|to be (?:clarified|determined|found out|established|ascertained|seen)",
  ].join("|")})\\b`,
  "i",
);
const ASKED =
  /\b(?:(?:for|by|in|at|to|on|upon|from|with|under|of|since|until|through) (?:what|which|whom|whose)|whether|if|who|whose|what|how|why|which|when|where)\b/i;
const WORD =
  "(?:(?:for|by|in|at|to|on|upon|from|with|under|of|since|until|through) )?(?:what|which|whom|whose)|whether|if|who|how|why|when|where";
const QUESTION_WORD = new RegExp(`\\b(?:${WORD})\\b`, "gi");
/** A question word at the beginning: "Why it failed is unclear". */
const BEFORE = new RegExp(`^(?:(?:and|but|so|just|exactly) )?(?:${WORD})\\b`, "i");

const LOOK =
  "(?:ask|check|look|find|see|test|try|measure|read|search|dig|come back|return|deal|clarify|raise|follow up|investigate|verify|confirm|think|talk|call|phone|write|mail|ping|watch|wait|decide|tell|know)";
/** A guess, or what someone will do about a question. */
const DEFERS = new RegExp(
  `^(?:maybe|perhaps|possibly|presumably|i guess|i suppose|i suspect|my guess|later|not now|tomorrow|todo|${LOOK})\\b|\\b(?:might|must have|could (?:be|have))\\b|\\b(?:will|'ll|should|shall|must|have to|has to|needs? to|ought to|going to|let me|let's|remember to|forget to|want to|would like to)\\b.{0,40}\\b${LOOK}\\b|\\b(?:on|for) (?:my|the|our) (?:list|agenda|todo)\\b`,
  "i",
);

/** Whether a statement guesses or defers, so that it does not answer the question before it. */
export const isDeferred = (text: string): boolean => DEFERS.test(text.replaceAll("’", "'"));

/** Whether a statement says that something is not known, or should be found out. */
export function isIgnorant(text: string): boolean {
  const plain = text.replaceAll("’", "'");
  // "Nobody knows; we count with today's price." answers with an assumption.
  return plain.split(/; |, (?:but|so|hence|therefore) /i).every((part) => IGNORANT.test(part));
}

/** "To find out: how long …", "Not known: does …". */
const LABELLED = new RegExp(
  `^(?:(?:still|yet|what is) )?(?:to (?:be )?(?:${KNOW}|${KNOWN}|check|ask|verify|look (?:up|into)|investigate|confirm|research|follow up)|(?:not|un) ?(?:yet )?(?:${KNOWN}|clear|sure)|unclear|open|unsolved|(?:open )?(?:question|point|issue)s?|tbd|todo)[^:]{0,20}: (?:(?:ask|check|find out|clarify|verify) )?(.{4,2000})$`,
  "i",
);
/** "Unclear to me: the role of the valve", "no explanation for the gap": what is asked is a noun. */
const NOMINAL =
  /^(?:still |yet )?(?:unclear|unknown|unexplained|not (?:clear|known|understood))[^:]{0,20}: (.{4,2000})$|\bno (?:explanation|reason) (?:for|of|behind) (.{4,2000})$/i;
/** A question word, or an auxiliary verb before its subject. */
const ASKS = new RegExp(
  `^(?:${WORD}|(?:do|does|did|is|are|was|were|has|have|had|can|could|will|would|shall|should|may|might|must)(?:n't)? (?!the case))\\b`,
  "i",
);
/** "She will want to know": another person's question. */
const OTHERS =
  /^(?:[^,;:]{0,60}[,;] )?(?:and |but )?(?:(?:[Tt]he|[Mm]y|[Oo]ur|[Hh]is|[Hh]er) [A-Za-z]{2,20}|[Hh]e|[Ss]he|[Tt]hey|(?!One|Nobody|Someone|Somebody|Everyone|Everybody)[A-Z][a-z]{1,20}) (?:will |would |may |might |also |then )?(?:wants?|wonders?|wondered|asks?|asked|is asking|would like|needs?|wanted)\b/;
/** "Does anyone check the brakes, I wonder." */
const INVERTED =
  /^((?:do|does|did|is|are|was|were|has|have|can|could|will|would|should)\b.{4,1000}), (?:I|we) (?:do |really )?(?:wonder|ask(?: myself)?|don't know)\b/i;
/** "What I can't work out is where …", "What puzzles me: the counter goes down". */
const CLEFT = new RegExp(
  `^(?:and |but |so )?what\\b[^,;:]{1,80}?(?: (?:is|was) ((?:${WORD})\\b.{1,2000})|: (.{4,2000}))$`,
  "i",
);

/** The clause that asks, of a statement that says that the author does not know: "why it restarts". */
export function indirectQuestion(text: string): string | undefined {
  const plain = text.replaceAll("’", "'").replace(/\bin question\b/gi, "");
  const labelled = LABELLED.exec(plain);
  if (labelled && ASKS.test(labelled[1]!)) return labelled[1];
  const nominal = NOMINAL.exec(plain);
  if (nominal) return nominal[1] ?? nominal[2];
  const inverted = INVERTED.exec(plain);
  if (inverted) return inverted[1];
  if (!ASKED.test(plain)) return undefined;
  const ignorance = IGNORANT.exec(plain);
  if (!ignorance || OTHERS.test(plain.slice(0, ignorance.index + ignorance[0].length))) return undefined;
  const cleft = CLEFT.exec(plain);
  if (cleft) return cleft[1] ?? cleft[2];
  const before = plain.slice(0, ignorance.index);
  if (BEFORE.test(before) && !/^if\b/i.test(before)) return before;
  // ", which" and ", where" describe a noun.
  for (const { index } of plain.slice(ignorance.index).matchAll(QUESTION_WORD)) {
    const at = ignorance.index + index;
    if (!plain.slice(0, at).endsWith(", ")) return plain.slice(at);
  }
  return undefined;
}

/** The part of a direct question that says what is asked. */
export function directQuestion(text: string): string {
  const found = /\b(?:namely|whether)\b/i.exec(text);
  const clause = found && text.slice(found.index + found[0].length);
  return clause && clause.length > SHORTEST ? clause : text;
}

/** A shorter clause does not say what is asked. */
const SHORTEST = 10;
