import type { Evidence } from "../evidence.ts";
import type { Thought } from "../thought.ts";
import { closes } from "./closing.ts";
import type { LintContext, Rule } from "./context.ts";
import { type Judgement, judge, judgePlainClaim, Properties, sumOf } from "./judge.ts";
import { addCourse } from "./novelty.ts";
import { isUnclaimed, type Sentence, wordsOf } from "./prose.ts";

/** Participles and past tenses of verification. */
const VERIFIED =
  "(?:re-?)?(?:verified|confirmed|validated|proven|proved|corroborated|substantiated|demonstrated|certified|ascertained|authenticated|reconciled)|(?:[a-z]{1,12}-)(?:checked|tested|verified|proven|validated|certified)";
/** Claims that need no second word: a verb of verification, or a test and its result. */
const CLAIMS: readonly RegExp[] = [
  new RegExp(`\\b(?:${VERIFIED})\\b`, "gi"),
  /\b(?:results?|benchmarks?|measurements?|logs?|data|figures|experiments?|tests?|runs?|numbers|checks?|inspections?|comparisons?|readings?|trials?|samples?|analys[ei]s|this|that|which|it|output) (?:clearly |all |now |also |both |thereby )?(?:confirms?|proves?|verif(?:y|ies)|validates?|demonstrates?|bears? (?:this|it|that) out)\b/gi,
  /\b(?:shown to (?:be|work|hold)|found to be (?:\w{1,20} )?(?:correct|right|sound|safe|fine|valid|accurate|stable|reliable|consistent|in order)|signed off|(?:has|have) (?:now |already )?signed (?:it |this |that )?off)\b/gi,
  /^(?:it|this|that|everything|all|they|both) (?:all |now |also )?pass(?:es|ed)?[.!,;]/gi,
  /\b(?:results?|figures?|numbers?|findings?|measurements?|values?|effects?|yields?|outcomes?) (?:\w{1,20} ){0,4}?(?:was|were|is|are|been|be|could be) (?:\w{1,20}ly )?(?:reproduced|replicated|repeated)\b|\b(?:reproduced|replicated) (?:the|their|his|her|our|its) (?:\w{1,20} ){0,2}(?:results?|figures?|numbers?|findings?|measurements?|values?|effects?|yields?|outcomes?)\b/gi,
  /\b(?:obtained|got|gave|yielded|reached|came to|arrived at) (?:exactly |precisely )?(?:the same|identical|equal|matching) (?:results?|figures?|numbers?|values?|answer|outcome)\b/gi,
  /\b(?:tests?|test suite|suite|specs?|build|CI|pipeline|checks|assertions|lint|linter|typecheck|type check|dry run|smoke run|rehearsal|validation|verification|inspection|trial|audit|test run|proof|regression)\b(?: [\w'’/-]{1,40}){0,7}? (?:pass|passes|passed|passing|succeeds?|succeeded|successful|successfully|green|clean|went through|went (?:well|fine)|complete|came back (?:clean|green|negative|fine)|comes back (?:clean|green|negative|fine))\b/gi,
  /\ball (?:\d{1,7} )?(?:of (?:them|the \w{1,20}) |tests |checks |specs )?(?:pass(?:es|ed|ing)?|green)\b/gi,
  /(?:^|[,;:–—] |\b(?:has|have|had|is|are|was|were|been|got|gets|and|I|we) )(?:now |also |fully |successfully |thoroughly |all ){0,2}(?:tested|double-checked|cross-checked)\b(?! (?:for|whether|if|how|against|positive)\b)/gi,
  /\b(?:I|we|they|he|she|team) (?:have |has |had |'ve )?(?:\w{1,12} ){0,1}(?:checked that|tested (?:that|it|this|the)|made sure|satisfied (?:myself|ourselves))\b/gi,
  /^(?:\w{1,30} ){1,4}tested(?=[.,;!]|$)/gi,
  /\b(?:stood|stands|held|holds|stand) up (?:well )?(?:to|under|against|in)\b|\b(?:has|have) (?:since |now |already |also |fully ){0,2}proved (?:it|them)sel(?:f|ves)\b/gi,
  /\bindependent(?:ly)?\b[^.;]{0,80}\b(?:reproduced|replicated)\b|\b(?:reproduced|replicated)\b[^.;]{0,80}\bindependent(?:ly)?\b/gi,
  /\b(?:it's|it is|it has been|is now|has now been) (?:now |thereby |well )?established that\b/gi,
  /\b(?:equals?|identical|same|match(?:es|ed)?|agrees?|agreed)\b[^.;]{0,60}?\b(?:bit|byte|character|letter|digit|pixel|line|row) (?:for|by) (?:bit|byte|character|letter|digit|pixel|line|row)\b|\b(?:is|are|was|were|out) (?:bit|byte)-(?:identical|exact)\b/gi,
  /\b(?:has|have) given (?:\w{1,20} ){1,3}(?:all-clear|clean bill)\b/gi,
  /^(?:made sure|tested (?:it|this|that|the|on|in|with|both|all))\b/gi,
  /\bpass(?:es|ed) (?:every|all|each|the|its|their|with) (?:\w{1,20} )?(?:tests?|checks?|inspections?|audits?|review|flying colou?rs)\b/gi,
  /\b(?:everything|all of it|it all|all checks|the whole thing) (?:\w{1,12} ){0,2}(?:pass(?:es|ed)?|works|worked|green|succeeded|checks out|fits(?! (?:in|into|on)\b)|adds up|matches)\b/gi,
  /\b(?:good to go|checks? out|checked out (?:fine|ok|okay|clean))\b/gi,
  /\b(?:works|worked|working|runs|ran|behaves|behaved|fires|fired|responds|functions|functioned|renders|loads|holds|held|copes|performs|performed) (?:up |out )?(?:\w{1,20} ){0,2}?(?:as (?:expected|intended|verified|tested|designed|specified|planned|advertised|it should|they should)|correctly|properly|flawlessly|reliably|perfectly|smoothly|cleanly|end[- ]to[- ]end|without (?:a |any )?(?:errors?|problems?|issues?|failures?|fault|hitch|trouble|incidents?|complaints?)|like a charm)/gi,
  /\b(?:(?:fix|patch|change|workaround|rollback|failover|restore|backup|approach|solution|script|alert|import|export|migration|setup|set-up|treatment|method) (?:\w{1,30} ){0,3}?works|(?:it|this) (?:now |really |indeed |finally )?works|works (?:now|again|fine|well|on (?:all|both|every)|in (?:all|both|every|practice))|(?:is|are) (?:now |back )?working (?:now|again|fine))\b(?! (?:on paper|in theory|like|by|only|if|when|for|slowly|differently|against|out|at|through|as an?))/gi,
  /\b(?:fix|patch|change|theory|hypothesis|result|finding|conclusion|assumption|estimate) (?:\w{1,20} ){0,2}?(?:holds|held)(?: up| true| water|[.,;!]|$)/gi,
];
/** Words for an examination. They claim something only together with a good result. */
const EXAMINED =
  /(?:^|[,;:–—] |\b(?:I|we|they|he|she|team|lab|operators?|both|and|then|was|were|been|have|has|had|'ve|also|just|now|after|once|again|by|all|each) )(?:\w{1,12}ly )?(?:(?:re-?)?(?:tested|checked|reviewed|inspected|examined|audited|measured|timed|counted|weighed|compared|tried|ran|run|played|calculated|computed|read|listened|swabbed|probed|tasted|surveyed|scanned|searched|calibrated|compiled|benchmarked|profiled)|repeated|rehearsed|exercised|simulated|proof-?read|looked (?:at|through|over|into)|went (?:through|over|along|around|round)|(?:gone|been) (?:through|over)|walked (?:through|along|\w{1,20} through)|stepped through|put|queried|sampled|traced)\b|\b(?:tests?|test run|trials?|rehearsal|inspection|audit|simulation|replay|dry run|comparison|calibration|check|checks|examination|soak|burn-in)\b/gi;
const FAULTS =
  "(?:errors?|regressions?|problems?|issues?|failures?|discrepanc\\w{1,3}|mismatch\\w{0,2}|deviations?|faults?|defects?|warnings?|hitch\\w{0,2}|trouble|incidents?|complaints?|anomal\\w{1,3}|objections?|surprises?|exceptions?|leaks?|losses|loss|gaps?|drops?|resets?|crash\\w{0,2})";
const GOOD = new RegExp(
  `\\b(?:works|worked(?! examples?)|(?:they|both|all|these|those) (?:all |both |still |now )?work|holds?|held up|(?<!\\d )match(?:es|ed)?(?! what I)|agrees?|agreed|adds? up|added up|balances?|reconciles?|fits(?! (?:in|into|on)\\b)|tall(?:y|ies)|lines? up|coincides?|pass(?:es|ed)(?! (?:over|by|on|out|through|away|from))|succeed(?:s|ed)|successful(?:ly)?|flawless(?:ly)?|cleanly|(?:is|are|was|were|be|looks?|all|everything|everything's|it's|that's|came out|came back|turned out|both|found|found it|found them|found everything|found to be) (?:\\w{1,20} )?(?:fine|correct|right|ok|okay|good|in order|clean|accurate|sound|healthy|consistent|identical|green|satisfactory|normal|complete|valid|intact|safe|compliant|equal|the same)|as (?:expected|intended|specified|planned|designed|it should|they should)|within (?:the )?(?:limits?|tolerance|spec\\w{0,12})|without (?:a |any |one |further )?(?:single )?${FAULTS}|(?:no|zero|0|not a single|not one) (?:more |further |new )?${FAULTS}|no differences?|(?:nothing|none|not one) (?:is |was |were |are |has |had |have |of \\w{1,12} )?(?:affected|wrong|unusual|suspicious|broken|missing|amiss|out of place|failed|fails|shows?|has|have|had)|(?:loses?|lost|misses|missed|breaks|broke|burns|harms|damages|spoils|stains) (?:nothing|none|nobody|no \\w{1,20})|nothing (?:is |was |got |gets )?(?:lost|left behind|changed|moved|shifted|broke\\w{0,2})|(?:the )?same (?:result|outcome|value|number|answer|figure)s?)\\b`,
  "i",
);
const MAY_CLAIM =
  /verif|confirm|stood|stands? up|held up|attest|vouch|established|identical|equal|same|\bok\b|been (?:over|through)|affected|valid|prov|corrobor|substantiat|authentic|pass|green|succe|test|check|sure|everything|all of it|it all|whole thing|as (?:expected|intended|designed|specified|planned)|work|hold|held|match|agree|adds? up|balanc|reconcil|fits|tall|good to go|reproduc|replicat|demonstrat|certif|signed off|found to be|shown to|correct|propert?ly|flawless|clean|smooth|without|no \w|same|identical|equal|in order|right|fine|went through|came back|-checked|-tested|none|nothing|not (?:a|one) /i;
const IS_TASK =
  /^\W{0,6}(?:task|goal|objective|aim|please|find|fix|make|get|ensure|let|(?:we|I) (?:need|want|have)|the (?:task|goal|aim))\b|\b(?:find|fix|make|get|ensure)\b.{1,200}\bso (?:that )?(?:the|it|all)\b/i;
const VERDICTS = new Set(
  wordsOf(
    "verified confirmed validated proven proved tested tests checked passes passed passing successfully green works suite specs all once finally",
  ),
);
/** How many thoughts with a word of the claim are searched for evidence of it. */
const REPEATED = 20;
/** Evidence inside of the text: a link, a file with a line, an exit code, a cell. */
const IN_TEXT =
  /https?:\/\/\S|\b[\w./-]{1,200}\.[a-z]{1,6}:\d|\bexit(?:ed)?(?: with)?(?: code| status)? 0\b|\bexit code\b|=> 0\b|\bcell:\S|\b(?:run|build|job|pipeline|PR|report|certificate|ticket) (?:no\.? ?|#)?\d{3,12}\b/i;
const TESTS = /\b(?:tests?|suite|specs?|build|CI|pipeline|checks|assertions|green)\b/i;

/** Finds claims of verification without evidence. */
export const claimWithoutEvidence: Rule = {
  id: "CL004",
  title: "Something is called verified without evidence of it",
  level: "error",
  why: '"Tests pass" and "confirmed" are what a reader relies on most and can check least. A command with its exit code, a notebook run, a file or a link makes the claim checkable.',
  example: '"I rolled the change out and all tests pass." without `evidence`.',
  fix: 'Send `evidence: ["cmd: npm test => 0"]`, a file (`src/a.ts:12-30`), a cell (`cell:<notebook>/<cell>`) or a URL with the thought.',
  *find(context) {
    for (const [index, thought] of context.thoughts.entries()) {
      yield;
      // The first thought may state the goal rather than a result.
      if (hasEvidence(thought, "")) continue;
      const isTask = index === 0 && IS_TASK.test(thought.content);
      const claim = isTask ? undefined : claimOf(context, thought, index);
      // A revision that only confirms is found by CL010.
      if (claim !== undefined && thought.isRevision && !TESTS.test(claim)) continue;
      if (claim === undefined || isBackedUp(context, thought, index, claim)) continue;
      yield { thought, message: `"${claim.slice(0, 120)}" has no evidence` };
    }
  },
};

/** From these log odds on a passage claims that something was checked. */
const LEAST_ODDS = -0.2;
/** The most that the properties around a claim add to them. */
const AROUND = 4.5;

/** The claim that a thought makes by its words, or by its properties. */
function claimOf(context: LintContext, thought: Thought, index: number): string | undefined {
  const plain = plainClaimOf(thought, context.sentences(thought));
  const judged = plain === undefined ? judge(context, thought, "claim") : judgePlainClaim(context, thought);
  if (!judged) return undefined;
  if (judged.odds < LEAST_ODDS - AROUND) return undefined;
  const around = aroundClaim(context, thought, plain !== undefined);
  const odds = judged.odds + sumOf(around, "claim");
  if (odds < LEAST_ODDS) return undefined;
  return plain ?? (isLikely(context, thought, index, { ...judged, odds }) ? judged.text : undefined);
}

const NUMBER = /\d[\d.,:]*/g;
/** So many numbers are a result rather than a claim. */
const MANY = 3;

/** Properties of a claim that its passage alone does not have. */
export function aroundClaim(
  context: LintContext,
  thought: Thought,
  isPlain = plainClaimOf(thought, context.sentences(thought)) !== undefined,
): Properties {
  const found = new Properties();
  if (isPlain) found.put("plain");
  if ((thought.content.match(NUMBER)?.length ?? 0) >= MANY) found.put("many numbers");
  addCourse(context, found, thought);
  return found;
}

/** Whether a passage that is no claim by its words may be one by its properties. */
function isLikely(context: LintContext, thought: Thought, index: number, { text, odds }: Judgement): boolean {
  if (index === 0 || thought.isRevision || SUBORDINATE.test(text)) return false;
  if (REPORTED.test(text) || (REQUIRED.test(text) && odds < PLAIN_ODDS)) return false;
  // Ending a line of work, or choosing one of several ways, does not check it.
  return !context.sentences(thought).some((one) => closes(one.text)) && !CHOOSES.test(text);
}

/** A sentence that begins with a condition, a time or a premise. */
const SUBORDINATE =
  /^(?:and |but |so )?(?:until|unless|if|before|once|should|had|were|whether|given that|seeing that|assuming|supposing|provided|in case|as long as|when(?:ever)?|only (?:if|when|once))\b/i;
/** What somebody else reported to the author. */
const REPORTED =
  /(?:^|, )(?:(?:as )?(?:he|she|they|people|some|one|somebody) (?:told|tells?|says?|said|report(?:s|ed)?|claims?)|according to)\b/i;
const REQUIRED = /\b(?:should|would|could|might|may|must|ought|needs? to|ha(?:s|ve) to|(?:is|are) to be)\b/i;
/** From these log odds on it is a claim in spite of a verb of obligation or possibility. */
const PLAIN_ODDS = 2;
const CHOOSES =
  /\b(?:I|we)(?:'ve| have|'d)? (?:\w{1,12}ly |then |so )?(?:prefer(?:red)?|weighed|chose|choose|kept|keep|picked|settled (?:on|for)|opted|took|take|would (?:take|use|go))\b/i;

/** Items of a list that each end with a good result. */
const LISTED = /\n[-*•] [^\n]{1,60}?[ :](?:ok(?:ay)?|fine|pass(?:es|ed)?|green|clean|✓|✅)\.?(?=\n|$)/gi;

export function plainClaimOf(thought: Thought, sentences: readonly Sentence[]): string | undefined {
  if (!MAY_CLAIM.test(thought.content)) return undefined;
  if ((thought.content.match(LISTED)?.length ?? 0) > 1) return sentences[0]?.text;
  for (const { text: said, isQuestion } of sentences) {
    if (/^let (?:me|us)\b/i.test(said)) continue;
    const text = said
      .replaceAll("’", "'")
      .replace(/\bcan (?:now |also |hereby |safely )?(?:confirm|attest|testify|vouch)\b/i, "have confirmed")
      .replace(/\b(I|we|they)'ve\b/gi, "$1 have");
    if (isQuestion || !MAY_CLAIM.test(text) || INVERTED.test(text)) continue;
    if (CLAIMS.some((claim) => isStated(text, claim, isTakenBack))) return text;
    const good = LIMITED.test(text) ? null : GOOD.exec(text);
    if (good && !isUnclaimed(text.slice(0, good.index)) && isStated(text, EXAMINED)) return text;
  }
  return undefined;
}

/** A good result with a reservation is an observation. */
const LIMITED =
  /\b(?:but|yet|however|except|apart from|although|though|only|almost|nearly|\d{1,9} of the)\b/i;
/** "Had it been confirmed, …". */
const INVERTED = /^(?:had|were|should) (?!to\b)/i;

/** Whether one of the places where a pattern matches is stated as a fact. */
function isStated(text: string, pattern: RegExp, isOther?: typeof isTakenBack): boolean {
  for (const found of text.matchAll(pattern))
    if (
      !isUnclaimed(text.slice(0, found.index) + found[0].replace(/\S{1,60}$/, "")) &&
      !isOther?.(text, found)
    )
      return true;
  return false;
}

const TESTIFIES = /(?:^|[,;:] )(?:the|our|my|their|his|her) (?:\w{1,20} ){1,3}(?:has |have |had |also )?$/i;

/** "verified users" and "is confirmed by e-mail" describe a thing; "pass only if" is a condition. */
function isTakenBack(text: string, { 0: found, index }: RegExpExecArray): boolean {
  if (isUnclaimed(found.replace(/^\S+/, ""))) return true;
  if (
    /\b(?:a|an|the|each|every|any|only|no|all) (?:\w{1,20} )?(?:verified|confirmed|validated)$/i.test(
      text.slice(0, index + found.length),
    ) &&
    /^ \p{L}/u.test(text.slice(index + found.length))
  )
    return true;
  const behind = text.slice(index + found.length, index + found.length + 40);
  // "Proved a disappointment", "demonstrated the procedure".
  if (
    /proved$/i.test(found) &&
    /^ (?:an?|otherwise|too|the contrary|\w{1,20}(?:ful|ous|ing|less))\b/i.test(behind)
  )
    return true;
  if (/demonstrated$/i.test(found) && /^ (?:the|a|an|how|his|her|its|it|to)\b/i.test(behind)) return true;
  // What a person confirmed to the author is a report, not a test.
  if (
    /confirmed$/i.test(found) &&
    /^ (?:that|to (?:us|me))\b/i.test(behind) &&
    TESTIFIES.test(text.slice(0, index))
  )
    return true;
  return /^ (?:only (?:if|when)|if|unless|once|until|by e-?mail|users?|customers?|orders?|bookings?|accounts?|addresses)\b/i.test(
    behind,
  );
}

function isBackedUp(context: LintContext, thought: Thought, index: number, claim: string): boolean {
  if (hasEvidence(thought, claim) || IN_TEXT.test(thought.content)) return true;
  const words = new Set(wordsOf(claim).filter((word) => !VERDICTS.has(word) && !/^\d/.test(word)));
  const isAbout = (other: Thought, least: number) => {
    const shown = new Set([
      ...context.words(other),
      ...(other.evidence ?? []).flatMap(({ ref }) => wordsOf(ref)),
    ]);
    return words.size === 0 || words.intersection(shown).size >= Math.max(1, least * words.size);
  };
  const before = context.thoughts[index - 1];
  // The thought before may have run what this one reports.
  if (before && before.branchId === thought.branchId)
    if (hasRun(before, TESTS.test(claim) ? RUNS_TESTS : undefined) && isAbout(before, 0.4)) return true;
  if (TESTS.test(claim) && !thought.nextThoughtNeeded && context.thoughts.some((one) => hasRun(one)))
    return true;
  // A summary repeats what was shown earlier.
  if (thought.nextThoughtNeeded && !SUMMARY.test(thought.content)) return false;
  for (const word of words)
    for (const other of context.thoughtsWith(word).slice(-REPEATED))
      if (other.seq < thought.seq && hasEvidence(other, claim) && isAbout(other, 0.6)) return true;
  return false;
}

/** Whether a thought has evidence; a command that failed is none, and for tests it takes back what else there is. */
function hasEvidence({ evidence = [], metadata }: Thought, claim: string): boolean {
  if (metadata.evidence !== undefined) return true;
  const backing = evidence.filter(
    (one) => one.kind === "file" || one.kind === "cell" || one.kind === "url" || hasSucceeded(one),
  );
  if (TESTS.test(claim) && evidence.some((one) => one.kind === "command" && hasFailed(one))) return false;
  return backing.length > 0;
}

/** A command that was run, by its exit code or by what it printed: "=> 58 passed". */
const hasSucceeded = (one: Evidence): boolean =>
  one.kind === "command" && !hasFailed(one) && (one.exitCode !== undefined || /=>\s{0,9}\S/.test(one.ref));

/** No exit code is greater. */
const MOST_EXIT = 255;
const FAILED_OUTPUT =
  /=>[^=]{0,200}?(?:\b[1-9]\d{0,8} (?:\w{1,20} )?(?:fail|error)|\b(?:exit(?: code| status)?|code|status)[ :=]{1,2}[1-9]|^(?:fail|error)|=> ?(?:fail|error))/i;

function hasFailed({ exitCode, ref }: Evidence): boolean {
  if (exitCode === undefined) return FAILED_OUTPUT.test(ref);
  return exitCode !== 0 && exitCode <= MOST_EXIT;
}

const SUMMARY =
  /^(?:so,? |and |\W{1,6})?(?:in (?:conclusion|summary|short|sum)|to (?:conclude|sum up|summari[sz]e|recap)|conclusions?|summary|recap|overall|all in all|results?|answer|as (?:shown|seen|established|measured|confirmed|said) (?:above|before|earlier|in))\b/i;

const RUNS_TESTS = /test|spec|check|lint|build|make|verify|bench|run\b|tsc|jest|cargo|gradle|mvn|ci\b/i;

const hasRun = ({ evidence = [] }: Thought, command = /./): boolean =>
  evidence.some((one) => one.kind === "cell" || (hasSucceeded(one) && command.test(one.ref)));
