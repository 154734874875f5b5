import { slug, type Thought } from "../../ledger/index.ts";
import { type Confidence, clean, confidenceIn, objectIn, objectsIn, textIn } from "./fields.ts";

/** A way to answer the question. */
export interface Approach {
  readonly name: string;
  readonly idea: string;
}

/** An approach whose branch is recorded. */
export interface Explored {
  readonly approach: Approach;
  readonly branchId: string;
  readonly thought: Thought;
}

/** What the model concludes from the branches. */
export interface Verdict extends Confidence {
  /** The winning branch. */
  readonly winner: string;
  readonly why: string;
  readonly wouldChange: string;
}

/** A longer name is a sentence and not a branch name. */
const NAME_CHARACTERS = 80;

/** At most `most` approaches with different names, also from a plain text list. */
export function readApproaches(text: string, most: number): readonly Approach[] {
  const said = objectsIn(text, "approaches", "branches", "options").map((one) => ({
    name: textIn(one, "name", "title", "approach"),
    idea: textIn(one, "idea", "description", "summary"),
  }));
  const approaches = new Map<string, Approach>();
  for (const approach of said.length > 0 ? said : listed(text)) {
    const name = approach.name.replace(/\s+/g, " ").trim();
    if (name === "") continue;
    const key = name.toLowerCase();
    if (approaches.size < most && !approaches.has(key))
      approaches.set(key, {
        name: name.slice(0, NAME_CHARACTERS).toWellFormed(),
        idea: name.length > NAME_CHARACTERS && approach.idea === "" ? name : approach.idea,
      });
  }
  return [...approaches.values()];
}

/** Lines such as `1. Name: idea` and `- Name`. */
function listed(text: string): readonly Approach[] {
  return text.split("\n").flatMap((line) => {
    const item = /^\s{0,8}(?:[-*•]|\d{1,2}[.)])\s+(\S.*)$/.exec(line)?.[1];
    if (item === undefined) return [];
    const [name, ...idea] = item.replaceAll("**", "").split(/:\s|\s[-–—]\s/);
    return [{ name: name!.trim(), idea: idea.join(": ").trim() }];
  });
}

/** The verdict; undefined if it names no branch. In the last answer, plain text that names one branch is accepted. */
export function readVerdict(
  text: string,
  explored: readonly Explored[],
  isLast: boolean,
): Verdict | undefined {
  const said = objectIn(text);
  const winner = findBranch(
    textIn(said, "winner", "branch", "branch_id") || String(said.winner ?? ""),
    explored,
  );
  const why = textIn(said, "verdict", "why", "reason", "thought", "content");
  if (winner !== undefined && why !== "")
    return {
      winner,
      why,
      wouldChange: textIn(said, "would_change", "wouldChange", "what_would_change"),
      ...confidenceIn(said),
    };
  if (!isLast) return undefined;
  const named = explored.filter(
    ({ branchId, approach }) => mentions(text, branchId) || mentions(text, approach.name),
  );
  return named.length === 1 ? { winner: named[0]!.branchId, why: clean(text), wouldChange: "" } : undefined;
}

/** Finds a branch by id, name or position in the list. */
function findBranch(said: string, explored: readonly Explored[]): string | undefined {
  const wanted = slug(said);
  const found =
    explored.find(({ branchId }) => branchId === said) ??
    explored.find(
      ({ branchId, approach }) => wanted !== "" && (branchId === wanted || slug(approach.name) === wanted),
    );
  const place = /^(?:branch|approach)?\s*#?(\d)$/i.exec(said.trim())?.[1];
  return (found ?? (place === undefined ? undefined : explored[Number(place) - 1]))?.branchId;
}

function mentions(text: string, name: string): boolean {
  return text.toLowerCase().includes(name.toLowerCase());
}
