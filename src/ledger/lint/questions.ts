/** Verbs of knowing and of coming to know. */
const KNOW =
  "(?:know|understand|learn|find (?:this |that |it )?out|see|tell|say|explain|establish|clarify|determine|ascertain|discover|figure (?:this |that |it )?out|remember|recall|work (?:this |that |it )?out|make out|hear|get|grasp|fathom|think of|answer|account for|be (?:sure|certain|clear))";
const KNOWN =
  "(?:known|understood|learn(?:ed|t)|found out|seen|explained|established|clarified|determined|ascertained|discovered|decided|settled|answered|worked out|checked|resolved|asked|examined|addressed|told|heard)";
/** Not "not what the papers say". */
const ADVERBS = "(?:(?!wh(?:at|o|y|en|ich|ere|ose)\\b|how\\b)[a-z]{1,14} ){0,3}?";
/** Not knowing, or wanting to know. */
const IGNORANT = new RegExp(
  `\\b(?:${[
    `(?:don't|do not|doesn't|does not|didn't|did not|can't|cannot|can not|couldn't|could not|haven't|have not|not|never|unable to|failed? to|yet to|still to|no way to|hard to|difficult to|impossible to|nobody|no one|none of us) ${ADVERBS}${KNOW}`,
    `(?:haven't|have not|hasn't|has not|not|nobody has|no one has|never been|never) ${ADVERBS}${KNOWN}`,
    `(?:would|'d|should|might|shall) ${ADVERBS}(?:like|love|want|wish|prefer|be (?:glad|curious|interested|good|nice|helpful|useful|worth|interesting)) ${ADVERBS}(?:to )?${KNOW}`,
    `(?:I|we|one|someone|somebody|anyone) (?:would|should|could|might) ${ADVERBS}${KNOW}`,
    `(?:need|needs|want|wants|have|has|ought|must|should|like|wish|remember|keen|eager|glad|curious|interested|good|nice|worth) ${ADVERBS}(?:to )?${KNOW}`,
    "(?:gladly|love to|like to|rather) be (?:informed|told)|who (?:knows|(?:can|could) (?:know|say|tell))",
    "worth (?:knowing|asking|finding out|learning|checking|clarifying)|(?:maybe|perhaps) (?:somebody|someone|anybody|anyone) knows|no (?:explanation|reason)\\b",
    "wonder(?:s|ed|ing)?(?! (?:if|whether) (?:you|someone) c)",
    "(?:ask|asks|asking) (?:myself|ourselves|oneself|yourself)|led to ask|one (?:may|might|must|could) ask|I ask|is asked",
    "curious|intrigu\\w{1,4}|puzzl\\w{1,4}|baffl\\w{1,4}|(?:nags?|bothers?|bugs?|eludes?|escapes?|beats|worr(?:y|ies)|troubles?|mystifies|irks) (?:at )?(?:me|us)|at a loss|in the dark|mystery|riddle|beyond me",
    "(?:not|isn't|wasn't|far from|less than|anything but|never) (?:yet |quite |entirely |really |at all |so )?(?:clear|obvious|certain|sure|known|evident|plain)|unclear|unsure|uncertain|unknown|unexplained|unresolved|unanswered|undetermined|unsettled|no idea|no clue|not the (?:faintest|slightest|least)",
    `(?:remains?|stays?|is|are|left|still) ${ADVERBS}to be (?:${KNOWN})|(?:remains?|stays?|is still|are still|left) ${ADVERBS}(?:open|unclear|unknown|unexplained|a puzzle|a mystery|a question|an open question|unanswered|unsettled|undecided|doubtful)`,
    "(?:nothing|no (?:word|trace|hint|mention|note|record|clue|sign|explanation|source)) (?:in|on|about|of|from|anywhere)\\b|anyone's guess|an open (?:question|point|issue|matter)|open (?:question|point)|(?:question|issue) is|(?:question|point|issue) (?:remains|arises|here is|of|as to|that)|matter (?:remains|arises)|no (?:consensus|decision|agreement|rule|answer|verdict) (?:yet )?(?:on|about|for|as to|over)|in the air|(?:someone|somebody|one) (?:should|must|ought to|needs? to|has to) (?:look|check|ask|think|dig) ?(?:at|into|about|for|on)?|to be (?:clarified|determined|found out|established|ascertained|seen)",
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
  `^(?:(?:still|yet|what is|left|remaining) )?(?:to (?:be )?(?:${KNOW}|${KNOWN}|check|ask|verify|look (?:up|into)|investigate|confirm|research|follow up)|(?:not|un) ?(?:yet )?(?:${KNOWN}|clear|sure)|unclear|open|unsolved|(?:open )?(?:question|point|issue)s?|tbd|todo)[^:]{0,20}: (?:(?:ask|check|find out|clarify|verify) )?(.{4,2000})$`,
  "i",
);
/** "Unclear to me: the role of the valve", "no explanation for the gap": what is asked is a noun. */
const NOMINAL =
  /^(?:still |yet )?(?:unclear|unknown|unexplained|not (?:clear|known|understood))[^:]{0,20}: (.{4,2000})$|\bno (?:explanation|reason) (?:for|of|behind) (.{4,2000})$|\b(?:puzzl|baffl|stump)(?:es|ing) (?:me|us)(?: \w{1,12}){0,2}: (.{4,2000})$|\b(?:I|we|nobody|no one|none of us)(?: am| are| is)? (?:can't|cannot|couldn't|could not|can|could|unable to) (?:yet |really )?explain (?:yet |to myself )?(?:is |are |was )?((?:the|an?|its|their|these?|those) .{4,2000})$/i;
/** "The traffic there puzzles me a bit": the subject is what is asked about. */
const PUZZLING = / (?:puzzles|baffles|mystifies|stumps|eludes) (?:me|us)\b/i;
/** "Something was switched on; what, I can't tell": a lone question word stands for the statement before it. */
const LONE =
  /[,;:–—] (?:and |but )?(?:what|who|why|how|where|when|which)(?: exactly| of them| one)?,? (?:I|we|nobody|no one|none of us)\b.{0,20}?(?:don't|do not|can't|cannot|couldn't|could|can|knows?)\b/i;
/** A question word, or an auxiliary verb before its subject. */
const ASKS = new RegExp(
  `^(?:${WORD}|(?:do|does|did|is|are|was|were|has|have|had|can|could|will|would|shall|should|may|might|must)(?:n't)? (?!the case))\\b`,
  "i",
);
/** "She will want to know": another person's question. */
const OTHERS =
  /^(?:[^,;:]{0,60}[,;] )?(?:and |but )?(?:(?:[Tt]he|[Mm]y|[Oo]ur|[Hh]is|[Hh]er) [A-Za-z]{2,20}|[Hh]e|[Ss]he|[Tt]hey|(?!One|Nobody|Someone|Somebody|Everyone|Everybody)[A-Z][a-z]{1,20}) (?:will |would |may |might |also |then )?(?:wants?|wonders?|wondered|asks?|asked|is asking|would like|needs?|wanted)\b/;
/** "Whether they accept it, they have not said": a clause that asks, and that nothing is known about it. */
const TOPICAL =
  /^(?:(?:and|but|so|also|now),? )?(?:(whether|to whom|if (?=.{1,100}\bat all\b))|who|how|why|which|what)\b/i;
const UNSETTLED =
  /\b(?:nobody|no one|neither|no (?:idea|rule|answer|reply|decision|word)|un(?:tested|known|decided|determined|clear|resolved|settled|certain|answered)|remains (?:to|open|un\p{L}{3,20})|(?:still|is|left) open|leave (?:it )?to|still (?:ask|find|check)|hangs? on|in the air|(?:cannot|can't|could not) be|to be \p{L}{3,20}ed)\b/iu;
/** After "whether" less is enough. */
const DOUBTED =
  /\b(?:not|n't|cannot|none|nothing|remains?|open|waits?|pending|depends? on|up to|silent|yet|so far|later|after the)\b/iu;
const SETTLED =
  /\b(?:matters? (?:not|little)|doesn't matter|does not matter|no difference|irrelevant|never mind|not important|not our|clear now|I (?:now )?know|will be [a-z]{3,20}ed by)\b/i;
/** "Children's portions: an open point", "in the dark about the seal": what is asked is a noun. */
const NOUN_OPEN =
  /^(.{4,80}): (?:still )?(?:an? )?(?:open (?:point|question|issue|matter)|undecided|unclear|unknown|not (?:yet )?(?:decided|clear|known)|tbd|to be (?:decided|clarified|determined))\b|\b(?:in the dark|no consensus|no agreement|no decision|undecided|nothing decided|up in the air) (?:yet )?(?:about|on|over|as to|regarding) ([^;:]{4,200})/i;

/** "Does anyone check the brakes, I wonder." */
const INVERTED =
  /^((?:do|does|did|is|are|was|were|has|have|can|could|will|would|should)\b.{4,1000}), (?:I|we) (?:do |really )?(?:wonder|ask(?: myself)?|don't know)\b/i;
/** "What I can't work out is where …", "What puzzles me: the counter goes down". */
const CLEFT = new RegExp(
  `^(?:and |but |so )?what\\b[^,;:]{1,80}?(?: (?:is|was) ((?:${WORD})\\b.{1,2000})|: (.{4,2000}))$`,
  "i",
);

/** "She can't tell where sounds come from", "the people who will read this need to know": someone else's ignorance, or a reason. */
const THIRD =
  /\b(?:[Hh]e|[Ss]he|[Tt]hey|[Yy]ou|people|who|readers?|users?|customers?|pupils|who'll \w{1,20} this) (?:(?:will|would|can|could|should|must|also|then|really) ){0,2}$|^(?:Since|Because|As|Unless|So that|Before) /;
const UNWANTED = /\b(?:do not|don't) (?:really )?want to (?:know|see|hear)\b/i;

/** "No idea how to do it, but there is a guide": the author knows where to look. */
const HELPED =
  /\bhow (?:to|I|we|one)\b.{1,100}?, but (?:there|here|I have|I've|we have|we've|it|the|this)\b/i;

/** The clause that asks, of a statement that says that the author does not know: "why it restarts". */
export function indirectQuestion(text: string): string | undefined {
  const plain = text.replaceAll("’", "'").replace(/\bin question\b/gi, "");
  const labelled = LABELLED.exec(plain);
  if (labelled && ASKS.test(labelled[1]!)) return labelled[1];
  const nominal = NOMINAL.exec(plain);
  if (nominal) return nominal.slice(1).find((one) => one !== undefined);
  const rest = PUZZLING.exec(plain) ?? LONE.exec(plain);
  if (rest && rest.index >= SHORTEST) return plain.slice(0, rest.index);
  const inverted = INVERTED.exec(plain);
  if (inverted) return inverted[1];
  const noun = NOUN_OPEN.exec(plain);
  if (noun) return noun[1] ?? noun[2];
  if (!ASKED.test(plain)) return undefined;
  const topical = SETTLED.test(plain) ? null : TOPICAL.exec(plain);
  const after = plain.slice(SHORTEST);
  const unsettled = topical && (UNSETTLED.exec(after) ?? (topical[1] ? DOUBTED.exec(after) : null));
  if (unsettled) return plain.slice(0, SHORTEST + unsettled.index);
  const ignorance = IGNORANT.exec(plain);
  if (
    !ignorance ||
    THIRD.test(plain.slice(0, ignorance.index)) ||
    UNWANTED.test(plain) ||
    HELPED.test(plain) ||
    OTHERS.test(plain.slice(0, ignorance.index + ignorance[0].length))
  )
    return undefined;
  const cleft = CLEFT.exec(plain);
  if (cleft) return cleft[1] ?? cleft[2];
  const before = plain.slice(0, ignorance.index);
  if (BEFORE.test(before) && !/^if\b/i.test(before)) return before;
  // ", which" and ", where" describe a noun.
  const end = ignorance.index + ignorance[0].length;
  for (const { index, 0: word } of plain.slice(ignorance.index).matchAll(QUESTION_WORD)) {
    const at = ignorance.index + index;
    // "worth asking again if teams complain" is a condition.
    if (/^if$/i.test(word) && at > end && !ADJACENT.test(plain.slice(end, at))) continue;
    if (!plain.slice(0, at).endsWith(", ")) return plain.slice(at);
  }
  return undefined;
}

/** What may stand between "nobody can say" and "if". */
const ADJACENT =
  /^(?:ly|ing|e?d|s)?(?:,? (?:yet|now|so far|today|here|from here|for (?:sure|certain)|(?:to )?(?:me|us|myself|you)|either|at all)){0,2} $/i;

/** Who was asked, and that they did not answer. */
const NO_ANSWER =
  /\b(?:(?:says?|said|gives?|tells?|shows?|states?|mentions?|heard|got) (?:\p{L}{1,12} )?(?:nothing|no (?:reply|answer|word|response))|(?:have|has) no (?:reply|answer|word|idea)|(?:doesn't|does not|didn't|did not|don't) (?:say|tell|mention|show)|no (?:reply|answer|response|word|news|explanation)|silen(?:t|ce)|nothing (?:in(?! common)|on|about|from)|(?:nobody|no one)(?:'s| has| have| is| could| can)|to be (?:checked|clarified|asked|decided)|(?:asked|written|wrote|mailed|put the question) (?:to|in)|waiting for|parked|don't have an? (?:explanation|answer|idea)|can't (?:see|tell)|(?:none|neither|nobody|no one|not one|not a soul)\b[^.;]{0,30} (?:clue|idea|notion|inkling|answer|knows?|sure|certain|remembers?|can say)|(?:want|need|like|love)s? (?:to (?:have|see|get) )?(?:it|this|that|to be) (?:explained|clarified|answered|cleared up|looked (?:up|at|into)|settled|investigated)|(?:is|are|was|were|went|gone|been) (?:all |both |still )?(?:on (?:holiday|holidays|leave|vacation|maternity leave|parental leave)|out of (?:the )?office|unreachable|not (?:in|reachable|available)|engaged)|line (?:is |was )?(?:busy|dead)|voicemail|answering machine)\b/iu;

/** Whether a statement says that a question has no answer yet. */
export const isAdmission = (text: string): boolean => NO_ANSWER.test(text.replaceAll("’", "'"));

/** A question that is raised in order to be answered. */
const RAISES =
  /\b(?:question (?:arises|is)|(?:may|might|must|could) ask|should (?:know|see|ask|check|find out)|wonder|need to (?:know|see|find|ask|check)|has to be (?:seen|checked|looked (?:at|into)))\b/i;

/** Whether a statement only raises a question, and does not say that it is open. */
export const isRaised = (text: string): boolean => RAISES.test(text);

/** What its author does next. */
const ANNOUNCES =
  /\b(?:let me|let's|I'll|I will|(?:I'm|I am|we're|we are) (?:now )?going to|I want to|we want to|I look|I'd (?:rather )?(?:look|check|test|try))\b|^(?:so|then|next|first|now)[:,]? (?:for )?(?:a|an|the|some|two|three|one)\b/i;

/** Whether a statement says what its author does next. */
export const isAnnounced = (text: string): boolean => ANNOUNCES.test(text.replaceAll("’", "'"));

/** The part of a direct question that says what is asked. */
export function directQuestion(text: string): string {
  const found = /\b(?:namely|whether)\b/i.exec(text);
  const clause = found && text.slice(found.index + found[0].length);
  return clause && clause.length > SHORTEST ? clause : text;
}

/** A shorter clause does not say what is asked. */
const SHORTEST = 10;
