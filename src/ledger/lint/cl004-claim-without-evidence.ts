import type { Thought } from "../thought.ts";
import type { LintContext, Rule } from "./context.ts";
import { isUnclaimed, wordsOf } from "./prose.ts";

const ADVERBS =
  "(?:now |also |just |already |fully |since |thereby |independently |successfully |then |all |both |again |\\w{1,40} and ){0,2}";
const CLAIMS: readonly RegExp[] = [
  new RegExp(
    `\\b(?:I|we|they|he|she|team|lab|results?|runs?|measurements?|benchmarks?|experiments?|data|logs?) (?:have |has |had )?${ADVERBS}(?:verified|confirmed|validated|proved)\\b`,
    "gi",
  ),
  new RegExp(
    `\\b(?:is|are|was|were|been|got|gets) ${ADVERBS}(?:verified|confirmed|validated|proven)\\b`,
    "gi",
  ),
  /^(?:verified|confirmed|validated)\b(?=[:,.!]|\s(?:that|by|with|on|in|the|it|this|fix|works))/gi,
  /\b(?:this|that|which|it|result|run|output) (?:clearly |also |now )?(?:confirms|proves|verifies)\b/gi,
  /\b(?:tests?|test suite|suite|specs?|build|CI|pipeline|checks|assertions)\b (?:\w{1,40} ){0,4}?(?:pass|passes|passed|passing|succeeds?|succeeded|green)\b/gi,
  /\ball (?:tests |checks )?(?:pass(?:es|ed|ing)?|green)\b/gi,
  /\b(?:fix|hypothesis|theory|assumption|suspicion|cause|result|bug) (?:verified|confirmed|validated|proven)\b/gi,
  /\b(?:works|working) as (?:expected|intended|verified|tested)\b/gi,
  /\b(?:verified|confirmed|validated|proven)(?=[.,;:!]|$| (?:that|it|this|the|by|with|on|in)\b)/gi,
  /: (?:verified|confirmed|validated|proven)\b/gi,
  /\b(?:has|have|had|is|are|was|were|been|got|gets) (?:now |also |fully |successfully |thoroughly ){0,2}(?:tested|double-checked|cross-checked)\b/gi,
  /\b(?:I|we|they|he|she|team) (?:have |has |had )?(?:\w{1,12} ){0,1}(?:double-checked|cross-checked|checked that|tested (?:that|it|this|the)|made sure)\b/gi,
  /^(?:\w{1,30} ){1,4}(?:tested|double-checked)(?=[.,;!]|$)/gi,
  /\bpass(?:es|ed) (?:every|all|each|the|its|their) (?:\w{1,20} )?(?:tests?|checks?)\b/gi,
  /\b(?:everything|all of it|it all|all checks) (?:\w{1,12} ){0,2}(?:pass(?:es|ed)?|works|green|succeeded)\b/gi,
];
const MAY_CLAIM =
  /verif|confirm|valid|prove|pass|green|succe|tested|checked|made sure|everything|all of it|it all|as (?:expected|intended)/i;
const IS_TASK =
  /^\W{0,6}(?:task|goal|objective|aim|please|find|fix|make|get|ensure|let|(?:we|I) (?:need|want|have)|the (?:task|goal|aim))\b|\b(?:find|fix|make|get|ensure)\b.{1,200}\bso (?:that )?(?:the|it|all)\b/i;
const VERDICTS = new Set(
  wordsOf(
    "verified confirmed validated proven proved tested checked passes passed passing successfully green works",
  ),
);
/** How many thoughts with a word of the claim are searched for evidence of it. */
const REPEATED = 20;
/** Evidence inside of the text: a link, a file with a line, an exit code, a cell. */
const IN_TEXT =
  /https?:\/\/\S|\b[\w./-]{1,200}\.[a-z]{1,6}:\d|\bexit(?:ed)?(?: with)?(?: code| status)? 0\b|\bexit code\b|=> 0\b|\bcell:\S/i;
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
      const claim = index === 0 && IS_TASK.test(thought.content) ? undefined : claimOf(context, thought);
      if (claim === undefined || isBackedUp(context, thought, index, claim)) continue;
      yield { thought, message: `"${claim.slice(0, 120)}" has no evidence` };
    }
  },
};

function claimOf(context: LintContext, thought: Thought): string | undefined {
  if (!MAY_CLAIM.test(thought.content)) return undefined;
  for (const { text: said, isQuestion } of context.sentences(thought)) {
    const text = said.replaceAll("’", "'").replace(/\bcan confirm\b/i, "have confirmed");
    if (isQuestion || !MAY_CLAIM.test(text)) continue;
    for (const claim of CLAIMS)
      for (const found of text.matchAll(claim))
        if (
          !isUnclaimed(text.slice(0, found.index) + found[0].replace(/\S{1,60}$/, "")) &&
          !isTakenBack(text, found)
        )
          return text;
  }
  return undefined;
}

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
  return /^ (?:only (?:if|when)|if|unless|once|until|by e-?mail|users?|customers?|orders?|bookings?|accounts?|addresses)\b/i.test(
    behind,
  );
}

function isBackedUp(context: LintContext, thought: Thought, index: number, claim: string): boolean {
  if (hasEvidence(thought, claim) || IN_TEXT.test(thought.content)) return true;
  const words = new Set(wordsOf(claim).filter((word) => !VERDICTS.has(word)));
  const isAbout = (other: Thought, least: number) =>
    words.size === 0 || words.intersection(context.words(other)).size >= Math.max(1, least * words.size);
  const before = context.thoughts[index - 1];
  // The thought before may have run what this one reports, and a claim may repeat what was shown earlier.
  if (before && before.branchId === thought.branchId && hasRun(before))
    if (TESTS.test(claim) || isAbout(before, 0.5)) return true;
  if (TESTS.test(claim) && !thought.nextThoughtNeeded && context.thoughts.some(hasRun)) return true;
  for (const word of words)
    for (const other of context.thoughtsWith(word).slice(-REPEATED))
      if (other.seq < thought.seq && hasEvidence(other, claim) && isAbout(other, 0.6)) return true;
  return false;
}

function hasEvidence({ evidence = [], metadata }: Thought, claim: string): boolean {
  if (metadata.evidence !== undefined) return true;
  const failed = evidence.some(({ kind, exitCode = 0 }) => kind === "command" && exitCode !== 0);
  const backing = evidence.filter(({ kind, exitCode }) =>
    kind === "command" ? exitCode === 0 : kind === "file" || kind === "cell" || kind === "url",
  );
  return TESTS.test(claim) && failed ? false : backing.length > 0;
}

const hasRun = ({ evidence = [] }: Thought): boolean =>
  evidence.some(({ kind, exitCode }) => kind === "cell" || (kind === "command" && exitCode === 0));
