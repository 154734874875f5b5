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

/** A name in more thoughts is a common word. */
const COMMON = 300;

/** The branches that a later thought outside of them drops, clause by clause, with the `seq` of that thought. */
export function lostBranches(context: LintContext): ReadonlyMap<string, number> {
  const lost = new Map<string, number>();
  const clauses = new Map<Thought, readonly Clause[]>();
  for (const [name, thoughts] of context.branches) {
    if (name === "") continue;
    const own = wordsOf(name.replace(/[-_/.]/g, " "));
    const [rarest] = own.toSorted((a, b) => context.frequency(a) - context.frequency(b));
    if (rarest === undefined || context.frequency(rarest) > COMMON) continue;
    for (const thought of context.thoughtsWith(rarest)) {
      if (thought.seq < thoughts.at(-1)!.seq || thought.branchId === name) continue;
      if (!own.every((word) => context.words(thought).has(word))) continue;
      if (!clauses.has(thought)) clauses.set(thought, clausesOf(thought));
      const about = clauses.get(thought)!.filter(({ words }) => own.every((word) => words.has(word)));
      if (about.at(-1)?.isLost === false) lost.delete(name);
      else if (about.at(-1)?.isLost && !lost.has(name)) lost.set(name, thought.seq);
    }
  }
  return lost;
}

/** A clause that drops or keeps what it is about. */
interface Clause {
  readonly words: ReadonlySet<string>;
  readonly isLost: boolean;
}

function clausesOf({ content }: Thought): readonly Clause[] {
  const clauses = content.slice(0, READ).replace(/[`_-]/g, " ").split(CLAUSE);
  return clauses.flatMap((clause) => {
    const isLost = LOSES.test(clause);
    return clause.endsWith("?") || (!isLost && !KEEPS.test(clause))
      ? []
      : [{ words: new Set(wordsOf(clause)), isLost }];
  });
}
