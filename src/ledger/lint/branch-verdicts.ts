import { pace } from "../pace.ts";
import type { Thought } from "../thought.ts";
import { closes, isBare } from "./closing.ts";
import type { LintContext } from "./context.ts";
import { isUnclaimed, sentencesOf, stem, wordsOf } from "./prose.ts";

const LOST =
  /\b(?:drop(?:s|ped|ping)?|abandon(?:ed|ing)?|reject(?:ed|ing)?|discard(?:ed)?|rul(?:e|ed|es|ing) (?:\w{1,40} ){0,3}out|is out|are out|dead[- ]end|not worth|too (?:slow|many|much|expensive|costly|complex|risky|steep|late|big|heavy|fragile)|(?:won't|cannot|can't|does not|doesn't|did not|didn't) (?:work|scale|help|fit|pay)|fail(?:s|ed)?|gave up|give up|giving up|set aside|leav(?:e|es|ing) (?:\w{1,40} ){1,4}(?:aside|out|there)|kill(?:s (?:it|this|that|the)\b|ed)|(?:set|put|lay|laid) (?:\w{1,40} ){1,3}aside|park(?:ed|ing)|clos(?:e|ed|ing) (?:this|the|that) (?:\w{1,20} )?(?:line|branch|path)|refuted|dead\b|so much for|not (?:this|that|needed|necessary|allowed)|nothing to see|(?:better|rather) not|scrap that|isn't it|is not it|infeasible|impossible|no good|worse|more than we can|not with|not viable|no gain|little to gain|unacceptable|dismiss(?:ed)?|scrapp?(?:ed)?|not pursu\w{1,40}|no longer pursu\w{1,40}|against it|makes? no sense|no use|useless|pointless|(?:we|I) (?:ended|stopped|cancel\w{0,3}|closed)|not (?:acceptable|possible|affordable|allowed|enough)|costs? more than|(?:cannot|can't|could not|couldn't) be the|not (?:for us|taking|going|what (?:drains|causes|we))|(?:I|we) (?:would not|wouldn't|will not|won't|are not|am not|do not|don't)|never going to|off the (?:list|table)|so no [a-z]{3,20}(?! (?:[a-z]{1,20} )?(?:is|are|was|were|will be) needed)|(?:does not|doesn't|did not|didn't|won't|would not|wouldn't) (?:buy|bring|give|gain|save|win) (?:us |me |them )?(?:anything|much|enough|a thing)|insufficient|inadequate|unsuitable|unsatisfactory|not (?:be )?(?:continued|followed up|taken further|carried further|pursued|adopted|the answer|an option|convincing|promising|suitable|sufficient|realistic|feasible|practical|what we)|next (?:year|season|time|quarter), then|shelv(?:e|ed|ing)|skip(?:ped|ping)?(?: (?:it|this|that)\b|[.!;,]|$)|pass on (?:it|this|that)|stays? out|(?:would|will|could) (?:not|never) (?:be )?(?:accept|allow|agree|approve|survive|tolerate|stomach|hold|pass|sign)(?:ed)?|back (?:on|to|at) .{1,60}\b(?:stays?|remains?|leave it)|no takers|forget (?:it|about it|this|that)|count(?:s|ed)? (?:it |this |that )?out|exclud\w{0,3}|end of story|of no consequence|withdrawn|(?:matter|case|question|subject|chapter)(?: \w{1,20}){0,3} (?:is|as) (?:closed|settled|finished|done)|(?:doesn't|does not) (?:stretch|add up|hold|matter|explain)|let \w{1,40} \w{1,40} stand|(?:clear|hard|firm|plain|flat|definite) no|(?:this|that|it|which) (?:closes|ends|settles|finishes|buries|sinks|decides)|no need to .{1,40} any (?:further|more|longer))\b/i;
const WON =
  /\b(?:go(?:ing|es)? with|went with|adopt(?:ed|ing)?|pick(?:ed|ing)?|choos(?:e|ing)|chose|chosen|works(?! (?:on|at|in|for|with))|wins|won|accept(?:ed|able)?|best|merg(?:e|ed|ing)|settl(?:e|ed) on|succeed(?:s|ed)?|solves|solved|fixes|fixed|(?:good|fast|cheap|simple) enough|prefer(?:red)?|(?:stay|stick)(?:ing)? (?:with|to)|recommend(?:ed)?|keep(?:ing)? (?:this|it)|take (?:this|it)|it is this one|this is the one|ship(?:ped)? it|confirmed|promising enough|henceforth|from now on|(?:is|are|becomes?|became) (?:now |henceforth )?(?:the|our) (?:new )?(?:practice|standard|default|rule|method|way|norm|procedure|habit)|taken (?:into|over)|goes into|went into|rolled out|(?:it|this|that|now)(?: is|.s)? (?:now )?in use|here to stay|(?:it|this|that) stays in|we have our (?:culprit|answer|cause|winner|man|solution)|culprit|this is (?:it|the path|the way)|the path we(?:'ll| will)? follow|do it|sold|(?:have|found|got|is|it's) (?:a|our|the) winner|go for it|going for it|winner (?:is|are)|gets? (?:my|our) vote|(?:reason|cause|source|trouble) (?:is|was) (?:the|an?)\b|(?:this|that|it) (?:is|was) the (?:reason|cause|source|bug)|continue (?:from here|with (?:it|this|that)))\b/i;
const CHOSEN =
  /^(?:so |then |ok,? |hence )?(?:we|I)(?:'ll| will| are|'re)? (?:now |therefore |all )?(?:go(?:ing)? with|went with|adopt\w{0,3}|choose|chose|chosen|settled? on|opt(?:ed)? for|take|pick)\b/i;
/** "Diesel, then, with the workshop fitting it.", "Diesel rather than gas." */
const THEN =
  /^(?:(?:so |the |an? )?[\p{L}\d][\p{L}\d -]{1,30}, then\b|\p{L}{2,30} rather than \p{L}{2,30}[.!]?$)/iu;
const OBJECTS = /^(?:but|however|alas|unfortunately|sadly|except that|yet|hm+,? no|no[,.:])\b/i;
/** "Not the template." */
const NOT_THIS = /^not (?:the|this|that|a|an|my|our|it)\b.{0,60}$/i;
const REFUSES =
  /(?:^|[,;:–—] ?)(?:hm{1,9},? |so |thus |hence |a |hard |clear )?(?:no(?: way| thanks| good| go|pe)?|pass|rejected|declined|skip|next)[.!]?$/i;
/** "So no wet screed." */
const WITHOUT = /^(?:so|thus|hence|therefore|then|ok|okay|right|well)?,? ?no (\p{L}[\p{L} -]{2,60})/iu;
const VERDICT =
  /^(?:(?:verdict|conclusion|decision|result|outcome|summary|in short|in sum|to sum up|all in all)\b|so: )/i;

/**
 * Finds which branches have ended: by the facts of the session, by the end of the branch itself, and by later thoughts
 * elsewhere that name it.
 */
export async function branchVerdicts(
  context: LintContext,
): Promise<Pick<LintContext, "dropped" | "decided">> {
  const dropped = new Map<string, number>();
  const decided = new Set<string>();
  for (const { branchId, fate, evidence: statements } of context.facts.branches) {
    // The first of several thoughts of a branch proposes it.
    const [first, second] = context.branches.get(branchId) ?? [];
    const evidence = statements.filter(({ seq }) => !second || seq !== first!.seq);
    // Other lines may mention a branch that stayed open, and a good result in the branch itself is not yet a choice.
    const isStated = evidence.some(
      ({ text, branchId: at }) => fate === "dropped" || (fate === "won" && at !== branchId) || decides(text),
    );
    if (!isStated) continue;
    decided.add(branchId);
    if (fate === "dropped") dropped.set(branchId, Math.min(...evidence.map(({ seq }) => seq)));
  }
  for (const name of closedTogether(context)) decided.add(name);
  for (const name of closedNext(context)) decided.add(name);
  for (const name of namedInParts(context)) decided.add(name);
  const later = await statementsAbout(context, decided);
  for (const [name, thoughts] of context.branches) {
    if (name === "") continue;
    await pace();
    const elsewhere = later.get(name);
    // A choice on another line wins over what the branch says about itself.
    const verdict = elsewhere?.isChosen ? elsewhere : (verdictIn(context, name, thoughts) ?? elsewhere);
    if (!verdict && (isTested(context, thoughts) || isTakenUp(context, thoughts))) decided.add(name);
    if (!verdict) continue;
    decided.add(name);
    if (verdict.isLost) dropped.set(name, Math.min(verdict.seq, dropped.get(name) ?? verdict.seq));
    if (!verdict.isLost) dropped.delete(name);
  }
  return { dropped, decided };
}

/** Whether a sentence decides something. `names` are the words of the name of a branch. */
const decides = (text: string, names?: ReadonlySet<string>): boolean =>
  LOST.test(text) ||
  WON.test(text) ||
  CHOSEN.test(text) ||
  THEN.test(text) ||
  VERDICT.test(text) ||
  closes(text, names);

/** "0" counts, and "0.3" and "no. 5" do not. */
const NEGATIVE = /\b(?:no|not|none|nothing|nobody|never|neither|zero|unchanged|same|0(?![.,]?\d))\b|n't\b/i;

/** Whether a branch ends with the result of a test that answers its question, or in which nothing was found. */
function isTested(context: LintContext, branch: readonly Thought[]): boolean {
  const [first, last] = [branch[0]!, branch.at(-1)!];
  if (first === last || !last.evidence?.length) return false;
  const result = context.sentences(last).at(-1);
  if (!result || result.isQuestion) return false;
  return NEGATIVE.test(result.text) || context.sentences(first).at(-1)?.isQuestion === true;
}

const TOGETHER =
  /\b(?:(both|neither|(?:the|these|those) two(?= (?:are|were|have|do|fail|roads|ways|paths|ideas|options|variants|branches|lines)\b))|(?:all|none|each) of (?:them|these|those)|all (?:three|four|five))\b/i;

/** How many thoughts ago the last thought of a branch may be that is closed together with another one. */
const TOGETHER_WITHIN = 6;

/** Branches that a thought soon after them closes together: "both roads end here", "none of them helps". */
function* closedTogether(context: LintContext): Iterable<string> {
  const recent = new Map<string, number>();
  for (const [place, thought] of context.thoughts.entries()) {
    for (const [name, at] of recent) if (place - at > TOGETHER_WITHIN) recent.delete(name);
    if (thought.branchId !== undefined) recent.set(thought.branchId, place);
    else if (recent.size > 1) {
      const stated = context.sentences(thought).filter(({ isQuestion }) => !isQuestion);
      const count = stated.map(({ text }) => TOGETHER.exec(text)).find((found) => found !== null);
      if (!count || (count[1] !== undefined && recent.size !== 2)) continue;
      if (stated.some(({ text }) => LOST.test(text) || WON.test(text) || closes(text))) yield* recent.keys();
    }
  }
}

const THAT_LINE =
  /\b(?:this|that) (?:branch|path|line|road|route|idea|option|variant|track|door|avenue|candidate)\b/i;

/** Branches that the next thought of the main line closes: "that branch I abandon". */
function* closedNext(context: LintContext): Iterable<string> {
  let before: Thought | undefined;
  for (const thought of context.thoughts) {
    const { branchId } = before ?? {};
    if (branchId !== undefined && thought.branchId === undefined)
      if (
        context
          .sentences(thought)
          .some(({ text, isQuestion }) => !isQuestion && THAT_LINE.test(text) && closes(text))
      )
        yield branchId;
    before = thought;
  }
}

/** Shorter names are not made of two words. */
const COMPOUND = 7;

/** Branches with a name like "numberline" that a later verdict writes as two words. */
function* namedInParts(context: LintContext): Iterable<string> {
  const names = new Map<string, string>();
  for (const [name, thoughts] of context.branches) {
    const plain = name.toLowerCase();
    if (
      plain.length >= COMPOUND &&
      /^\p{L}+$/u.test(plain) &&
      context.frequency(stem(plain)) <= thoughts.length
    )
      names.set(plain, name);
  }
  if (names.size === 0) return;
  for (const thought of context.thoughts)
    for (const { text, isQuestion } of context.sentences(thought)) {
      if (isQuestion || !(LOST.test(text) || WON.test(text))) continue;
      let last = "";
      for (const [word] of text.toLowerCase().matchAll(/\p{L}{1,40}/gu)) {
        const name = names.get(last + word);
        if (
          name !== undefined &&
          thought.branchId !== name &&
          thought.seq > context.branches.get(name)!.at(-1)!.seq
        )
          yield name;
        last = word;
      }
    }
}

/** How many of a branch's own words must occur after it, outside of it, to show that the session continued with it. */
const TAKEN_UP = 3;
/** How many of the rarest words of a branch are looked for. */
const OWN_WORDS = 12;

/** Whether a later thought of another line is about the topic of the branch. */
function isTakenUp(context: LintContext, branch: readonly Thought[]): boolean {
  const end = branch.at(-1)!;
  const inBranch = new Map<string, number>();
  for (const thought of branch)
    for (const word of context.words(thought)) inBranch.set(word, (inBranch.get(word) ?? 0) + 1);
  const own = new Set(
    [...inBranch]
      .filter(
        ([word, count]) =>
          word.length > 3 && context.frequency(word) - count <= 3 && context.frequency(word) > count,
      )
      .sort(([a], [b]) => context.frequency(a) - context.frequency(b) || (a < b ? -1 : 1))
      .slice(0, OWN_WORDS)
      .map(([word]) => word),
  );
  if (own.size < TAKEN_UP - 1) return false;
  const places = [...own].flatMap((word) => context.thoughtsWith(word));
  const counts = new Map<Thought, number>();
  for (const thought of places)
    if (thought.seq > end.seq && thought.branchId !== end.branchId)
      counts.set(thought, (counts.get(thought) ?? 0) + 1);
  return [...counts].some(
    ([thought, count]) =>
      count >= TAKEN_UP ||
      (count === TAKEN_UP - 1 &&
        context.sentences(thought).some(({ text, isQuestion }) => !isQuestion && LOST.test(text))),
  );
}

interface Verdict {
  readonly isLost: boolean;
  /** Whether the statement chooses the branch outright. */
  readonly isChosen?: boolean;
  readonly seq: number;
}

function verdictIn(context: LintContext, name: string, branch: readonly Thought[]): Verdict | undefined {
  // The first of several thoughts proposes.
  const thoughts = branch.length > 1 ? branch.slice(1).slice(-2) : branch;
  const parts = new Set(wordsOf(name.replace(/[-_/.]/g, " ")));
  const last = thoughts.at(-1)!;
  // "But …" as the first word of the last thought is the objection that ended the branch.
  if (branch.length > 1 && OBJECTS.test(last.content) && !context.sentences(last).at(-1)?.isQuestion)
    return { isLost: true, seq: last.seq };
  if (REFUSES.test(context.sentences(last).at(-1)?.text ?? "")) return { isLost: true, seq: last.seq };
  const sentences = context.sentences(last);
  const ending = sentences.at(-1);
  if (ending && !ending.isQuestion) {
    if (sentences.some(({ text, isQuestion }) => !isQuestion && closes(text, parts)))
      return { isLost: true, seq: last.seq };
    if ((branch.length > 1 || sentences.length > 1) && isBare(ending.text) && !WON.test(ending.text))
      return { isLost: LOST.test(ending.text), seq: last.seq };
  }
  for (const thought of thoughts.toReversed())
    for (const { text, isQuestion } of context.sentences(thought).toReversed()) {
      if (isQuestion) continue;
      if (
        LOST.test(text) ||
        NOT_THIS.test(text) ||
        wordsOf(WITHOUT.exec(text)?.[1] ?? "").some((word) => parts.has(word))
      )
        return { isLost: true, seq: thought.seq };
      const won = WON.exec(text);
      if ((won && !isUnclaimed(text.slice(0, won.index))) || VERDICT.test(text) || THEN.test(text))
        return { isLost: false, seq: thought.seq };
    }
  return undefined;
}

/** Finds statements that name a branch in thoughts outside of it, after its last thought. One pass over the session. */
async function statementsAbout(
  context: LintContext,
  decided: Set<string>,
): Promise<ReadonlyMap<string, Verdict>> {
  const names = new Map<string, { readonly name: string; readonly parts: readonly string[] }[]>();
  const ends = new Map<string, number>();
  for (const [name, thoughts] of context.branches) {
    if (name === "") continue;
    ends.set(name, thoughts.at(-1)!.seq);
    const parts = wordsOf(name.replace(/[-_/.]/g, " "));
    if (parts.length === 0) continue;
    const [key] = parts.toSorted((a, b) => context.frequency(a) - context.frequency(b));
    const others = names.get(key!) ?? [];
    others.push({ name, parts });
    names.set(key!, others);
  }
  const found = new Map<string, Verdict>();
  if (names.size === 0) return found;
  for (const thought of context.thoughts) {
    await pace();
    for (const word of context.words(thought))
      for (const { name, parts } of names.get(word) ?? []) {
        if (thought.branchId === name || thought.seq < ends.get(name)!) continue;
        if (!parts.every((part) => context.words(thought).has(part))) continue;
        // A name in code is a name too.
        const code = `\`${name}\``;
        if (thought.content.includes(code))
          for (const { text, isQuestion } of sentencesOf(thought.content.replaceAll(code, name)))
            if (!isQuestion && text.includes(name)) {
              decided.add(name);
              // "`labels`: out, 0.01 is noise"
              if (isLostIn(text.replace(`${name}:`, `${name} is`), parts) && !found.get(name)?.isLost)
                found.set(name, { isLost: true, seq: thought.seq });
            }
        for (const sentence of context.sentences(thought)) {
          const { text, isQuestion } = sentence;
          if (isQuestion || !parts.every((part) => context.wordsIn(sentence).includes(part))) continue;
          const isLost = isLostIn(text, parts);
          if (!isLost && !decides(text, new Set(parts))) continue;
          // A branch is lost from the first statement on that says so.
          if (isLost && found.get(name)?.isLost) continue;
          found.set(name, { isLost, isChosen: !isLost && CHOSEN.test(text), seq: thought.seq });
        }
      }
  }
  return found;
}

/** Whether a sentence that names a branch states that it lost, directly or after "rather than" and similar words. */
function isLostIn(text: string, parts: readonly string[]): boolean {
  const [, other] =
    /\b(?:rather than|instead of|over|as against|as opposed to|in preference to|not)\b(.{0,400})/i.exec(
      text,
    ) ?? [];
  const behind = new Set(wordsOf(other ?? ""));
  return parts.every((part) => behind.has(part)) || (LOST.test(text) && !WON.test(text));
}
