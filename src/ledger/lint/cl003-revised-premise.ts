import type { Thought } from "../thought.ts";
import { citationsOf, reliesOn } from "./citations.ts";
import type { LintContext, Rule } from "./context.ts";
import { lostBranches } from "./lost-branches.ts";
import { type Replaced, reasonOutdated, replacedIn } from "./unnamed-premises.ts";

/** Words in the clause of a dropped branch that show that the thought does not rely on it. */
const DISTANCED =
  /\b(?:wrong|incorrect|mistak\w{0,4}|misread|revis\w{0,4}|correct(?:s|ed|ion|ing)?|supersed\w{0,3}|replac\w{0,4}|no longer|drop(?:s|ped)?|abandon\w{0,3}|reject\w{0,3}|discard\w{0,3}|contrary|contradict\w{0,3}|unlike|instead of|rather than|despite|ignor\w{0,3}|invalid\w{0,5}|disprov\w{0,2}|refut\w{0,2}|rul(?:ed|es|ing) (?:\w{1,20} )?out)\b/i;

/** Finds thoughts that rely on a revised thought or a dropped branch. */
export const revisedPremise: Rule = {
  id: "CL003",
  title: "A thought relies on one that was revised or whose branch was dropped",
  level: "error",
  why: "A conclusion drawn from a corrected thought inherits its error, although the ledger shows the correction.",
  example: 'Thought 8 revises thought 3; thought 9 says "As measured in thought 3, the solvent is wet".',
  fix: "Draw the conclusion again from the revision and cite that one, or revise the thought that relies on the old one.",
  *find(given) {
    // A branch may also be dropped by what a later thought says in passing.
    const context = { ...given, dropped: new Map([...lostBranches(given), ...given.dropped]) };
    const replaced = replacedIn(context);
    for (const thought of context.thoughts) {
      yield;
      // Revised thoughts are not checked: nothing relies on them any more.
      if (context.revisions.has(thought.id)) continue;
      const problem = firstOf(citedBy(context, thought), (cited) => problemOf(context, thought, cited));
      const found = problem ?? reliesOnDropped(context, thought) ?? restates(context, thought, replaced);
      if (found) yield { thought, ...found };
    }
  },
};

/** The thoughts that a thought relies on: those that it cites for what they say, and the one it branches from. */
function citedBy(context: LintContext, thought: Thought): readonly Thought[] {
  const cited = (thought.evidence ?? []).flatMap(({ kind, number }) =>
    kind === "thought" ? (context.named(number!, thought) ?? []) : [],
  );
  for (const citation of citationsOf(context, thought)) {
    const other = context.named(citation.number, thought);
    if (other && mayBeOutdated(context, other) && reliesOn(context, citation, other)) cited.push(other);
  }
  const fork =
    thought.branchFrom === undefined || thought.parentId === undefined
      ? undefined
      : context.byId.get(thought.parentId);
  if (!fork || fork.branchId === thought.branchId) return cited;
  // A branch that began before the revision may have led to it.
  const isRevised = context.revisions.get(fork.id)?.some(({ seq }) => seq < thought.seq);
  return isRevised || fork.branchId !== undefined ? [...cited, fork] : cited;
}

const mayBeOutdated = ({ revisions }: LintContext, { id, branchId }: Thought): boolean =>
  branchId !== undefined || revisions.has(id);

function firstOf<T, R>(all: readonly T[], find: (one: T) => R | undefined): R | undefined {
  for (const one of all) {
    const found = find(one);
    if (found !== undefined) return found;
  }
  return undefined;
}

const RELIES =
  /\b(?:given|giving|since|because|as|based on|build(?:ing|s)? (?:further |more |directly )?(?:on|upon)|rel(?:y|ies|ying) on|follow(?:s|ing)?|going by|us(?:e|es|ing)|with|from|per|thanks to|keep(?:s|ing)?|combin(?:e|es|ing)|continu(?:e|es|ing)(?: with)?|tak(?:e|es|ing)|stick(?:s|ing)? (?:to|with)|according to|adopt(?:s|ing)?|extend(?:s|ing)?|on top of|in line with|see|assum(?:e|es|ing)|via|through)\b[^.;:!?]{0,60}$/i;
/** Words that mention a dropped branch without relying on it. */
const ASIDE =
  /\b(?:tried|would|had|could|might|failed|failure|lesson|learn\w{0,3}|taught|numbers?|comparison|compared|back to|come back|revisit|even though|although|not|never|no|nothing|nowhere|without|out|off|over|against|aside|where)\b|n[’']t\b/i;
/** "I'm going with the ring": the session decides for the branch here. */
const CHOOSES =
  /\b(?:i|we)(?:['’](?:m|re|ll|d)| am| are| will| shall)? (?:\w{1,12} )?(?:go(?:ing)? (?:with|for)|tak(?:e|ing)|choos(?:e|ing)|pick(?:ing)?|adopt(?:ing)?|prefer|accept|settl(?:e|ing) (?:on|for)|opt(?:ing)? for)\b[^.;:!?]{0,40}$/;
/** How many dropped branches, and how many mentions of each, are searched in one thought. */
const SEARCHED = 50;

/** Finds a branch that was dropped before the thought and that the thought builds on. */
function reliesOnDropped(context: LintContext, thought: Thought) {
  let content: string | undefined;
  let searched = 0;
  for (const [name, end] of context.droppedIn(thought)) {
    if (end >= thought.seq || name === thought.branchId) continue;
    if (++searched > SEARCHED) return undefined;
    // Code that is more than the name of a branch is output or source.
    content ??= spaced(
      thought.content
        .slice(0, 20_000)
        .replace(/`([^`\n]{0,300})`/g, (code, text: string) => (context.branches.has(text) ? code : " … ")),
    );
    for (const { before, behind } of mentionsOf(content, name)) {
      if (!RELIES.test(before) && !TAKES.test(behind)) continue;
      const clause = `${before.split(CLAUSE_END).at(-1)!} ${behind.split(CLAUSE_END)[0]!}`;
      if (DISTANCED.test(clause) || ASIDE.test(clause) || CHOOSES.test(before)) continue;
      return {
        message: `Relies on the branch "${name.slice(0, 60)}", which was dropped`,
        related: [end],
      };
    }
  }
  return undefined;
}

/** Finds what a thought gives as a reason although it no longer holds. */
function restates(context: LintContext, thought: Thought, replaced: Replaced) {
  const found = reasonOutdated(context, thought, replaced);
  if (!found) return undefined;
  const [first] = found.thoughts;
  const what =
    found.branch === undefined
      ? `thought ${first!.number}, which was revised`
      : `the branch "${found.branch.slice(0, 60)}", which was dropped`;
  return { message: `Gives a reason from ${what}`, related: [first!.seq, found.end] };
}

const TAKES = /^[`"'’)]{0,2} (?:takes care|handles|covers|solves|gives us|shows us|provides|will handle)\b/;
const CLAUSE_END = /, |;|:/;
const KIND = /^ (?:branch|route|path|approach|idea|option|plan|variant|attempt|lever)\b/;
const KIND_BEFORE = /\b(?:branch|route|approach) $/;

const spaced = (text: string): string => text.toLowerCase().replace(/[-_]/g, " ");

/** Finds mentions of a name (in quotes or code, with a hyphen, or next to a word like "branch") with the rest of their sentences. */
function* mentionsOf(content: string, branch: string) {
  const name = spaced(branch);
  const isPlain = !name.includes(" ");
  let at = -1;
  for (let places = 0; places < SEARCHED; places++) {
    at = content.indexOf(name, at + 1);
    if (at < 0) return;
    const [open = " ", close = " "] = [content[at - 1], content[at + name.length]];
    if (/[\p{L}\p{N}]/u.test(open) || /[\p{L}\p{N}]/u.test(close)) continue;
    const before = content
      .slice(Math.max(0, at - 120), at)
      .split(/[.!?]\s|\n/)
      .at(-1)!;
    const behind = content.slice(at + name.length, at + name.length + 160).split(/[.!?;]\s|\n/)[0]!;
    const isQuoted = "`\"'“".includes(open) && "`\"'”".includes(close);
    if (isPlain && !isQuoted && !KIND.test(behind) && !KIND_BEFORE.test(before)) continue;
    yield { before, behind };
  }
}

function problemOf(context: LintContext, thought: Thought, cited: Thought) {
  if (cited.id === thought.revisesId) return undefined;
  const revision = context.revisions.get(cited.id)?.[0];
  if (revision && revision.id !== thought.id && thought.revisesId !== revision.id)
    return {
      message: `Relies on thought ${cited.number}, which was revised`,
      related: [cited.seq, revision.seq],
    };
  const branch = cited.branchId;
  const end = branch === undefined || branch === thought.branchId ? undefined : context.dropped.get(branch);
  // A thought that was written before the branch was dropped may be part of dropping it.
  return end !== undefined && thought.seq > end
    ? {
        message: `Relies on thought ${cited.number} of the branch "${branch!.slice(0, 60)}", which was dropped`,
        related: [cited.seq, end],
      }
    : undefined;
}
