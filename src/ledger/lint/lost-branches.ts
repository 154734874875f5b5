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
  const branches = new Map<string, { readonly end: number; readonly own: ReadonlySet<string> }>();
  for (const [name, thoughts] of context.branches) {
    if (name === "") continue;
    branches.set(name, {
      end: thoughts.at(-1)!.seq,
      own: new Set(wordsOf(name.replace(/[-_/.]/g, " "))),
    });
  }
  const byWord = new Map<string, string[]>();
  for (const [name, { own }] of branches)
    for (const word of own) byWord.set(word, [...(byWord.get(word) ?? []), name]);
  if (branches.size === 0) return lost;
  for (const thought of context.thoughts) {
    const named = new Set(
      [...context.words(thought), ...codeWords(thought)].flatMap((word) => byWord.get(word) ?? []),
    );
    for (const name of named) {
      const { end, own } = branches.get(name)!;
      if (thought.seq < end || thought.branchId === name) continue;
      const fate = fateIn(thought, own);
      if (fate === "lost" && !lost.has(name)) lost.set(name, thought.seq);
      if (fate === "kept") lost.delete(name);
    }
  }
  return lost;
}

const codeWords = ({ content }: Thought): readonly string[] =>
  content.includes("`")
    ? [...content.slice(0, READ).matchAll(/`([^`\n]{1,40})`/g)].flatMap(([, code]) =>
        wordsOf(code!.replace(/[-_/.]/g, " ")),
      )
    : [];

/** What the clauses of a thought that name a branch say about it; the last such clause counts. */
function fateIn({ content }: Thought, own: ReadonlySet<string>): "lost" | "kept" | undefined {
  let fate: "lost" | "kept" | undefined;
  for (const clause of content.slice(0, READ).replace(/[`_-]/g, " ").split(CLAUSE)) {
    if (/\?$/.test(clause)) continue;
    const words = new Set(wordsOf(clause));
    if (![...own].every((word) => words.has(word))) continue;
    if (LOSES.test(clause)) fate = "lost";
    else if (KEEPS.test(clause)) fate = "kept";
  }
  return fate;
}
