import type { Thought } from "../thought.ts";
import type { LintContext } from "./context.ts";
import { wordsOf } from "./prose.ts";

/** Words that end what the clause is about. */
const LOSES =
  /\b(?:drop(?:s|ped|ping)?|abandon(?:s|ed)?|reject(?:s|ed)?|discard(?:s|ed)?|dismiss(?:es|ed)?|scrap(?:s|ped)?|shel(?:f|ve[sd]?)|bin(?:ned)?|park(?:ed)?|out|dead|gone|lost|loses|withdrawn|closed?|let .{1,40} go|go(?:es)? no further|off the table|no (?:difference|effect|good|use)|not (?:taken|worth|pursued))\b/i;
const KEEPS =
  /\b(?:tak(?:e|es|ing|en)|pick(?:s|ed)?|choos(?:e|es|ing)|chose|chosen|adopt(?:s|ed)?|keeps?|kept|stays? in|stands?|wins?|won|go(?:es|ing)? (?:in|with|on with|for)|is the one|settled? (?:on|for)|prefer(?:s|red)?|select(?:s|ed)?)\b/i;
const CLAUSE = /[.!?;](?:\s|$)|, (?:and |but |while |whereas |so )?| and | but |\n/;
/** How much of what a clause says is read for the fate of a branch. */
const READ = 2000;

/** The branches that a later thought outside of them drops, clause by clause, with the `seq` of that thought. */
export function lostBranches(context: LintContext): ReadonlyMap<string, number> {
  const lost = new Map<string, number>();
  // Each branch is looked up by the rarest word of its name.
  const byWord = new Map<string, Named[]>();
  for (const [name, thoughts] of context.branches) {
    if (name === "") continue;
    const own = wordsOf(name.replace(/[-_/.]/g, " "));
    const [key] = own.toSorted((a, b) => context.frequency(a) - context.frequency(b));
    if (key === undefined) continue;
    const others = byWord.get(key) ?? [];
    others.push({ name, own, end: thoughts.at(-1)!.seq });
    byWord.set(key, others);
  }
  if (byWord.size === 0) return lost;
  for (const thought of context.thoughts) {
    const inCode = codeWords(thought);
    const words = inCode.length > 0 ? context.words(thought).union(new Set(inCode)) : context.words(thought);
    let clauses: readonly Clause[] | undefined;
    for (const word of words)
      for (const { name, own, end } of byWord.get(word) ?? []) {
        if (thought.seq < end || thought.branchId === name || !own.every((one) => words.has(one))) continue;
        clauses ??= clausesOf(thought);
        const isLost = clauses.findLast((clause) => own.every((one) => clause.words.has(one)))?.isLost;
        if (isLost === false) lost.delete(name);
        else if (isLost && !lost.has(name)) lost.set(name, thought.seq);
      }
  }
  return lost;
}

interface Named {
  readonly name: string;
  readonly own: readonly string[];
  readonly end: number;
}

/** A clause that drops or keeps what it is about. */
interface Clause {
  readonly words: ReadonlySet<string>;
  readonly isLost: boolean;
}

const codeWords = ({ content }: Thought): readonly string[] =>
  content.includes("`")
    ? [...content.slice(0, READ).matchAll(/`([^`\n]{1,40})`/g)].flatMap(([, code]) =>
        wordsOf(code!.replace(/[-_/.]/g, " ")),
      )
    : [];

function clausesOf({ content }: Thought): readonly Clause[] {
  const clauses = content.slice(0, READ).replace(/[`_-]/g, " ").split(CLAUSE);
  return clauses.flatMap((clause) => {
    const isLost = LOSES.test(clause);
    return clause.endsWith("?") || (!isLost && !KEEPS.test(clause))
      ? []
      : [{ words: new Set(wordsOf(clause)), isLost }];
  });
}
