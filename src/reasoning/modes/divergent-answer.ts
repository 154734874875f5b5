import { clean, objectIn, objectsIn, type Sureness, surenessIn, wordsIn } from "./fields.ts";

/** A view of the question that gives up one assumption. */
export interface Perspective extends Sureness {
  readonly name: string;
  readonly assumption: string;
  readonly thought: string;
}

/** What perspectives have in common and where they part; empty where the model did not say. */
export interface Comparison {
  readonly agree: string;
  readonly disagree: string;
}

/** Perspectives that each name another assumption, at most so many; one without an assumption is not accepted. */
export function readPerspectives(text: string, most: number): readonly Perspective[] {
  const found = new Map<string, Perspective>();
  for (const one of objectsIn(text, "perspectives", "views")) {
    const assumption = wordsIn(
      one,
      "assumption",
      "challenges",
      "assumption_challenged",
      "challenged_assumption",
    );
    const thought = wordsIn(one, "thought", "content", "view", "text");
    const key = assumption.toLowerCase();
    if (assumption === "" || thought === "" || found.has(key) || found.size === most) continue;
    const name = wordsIn(one, "name", "title", "perspective")
      .replace(/\s+/g, " ")
      .slice(0, 80)
      .toWellFormed();
    found.set(key, {
      name: name || `Perspective ${found.size + 1}`,
      assumption,
      thought,
      ...surenessIn(one),
    });
  }
  return [...found.values()];
}

/** What an answer says about agreement. */
export function readComparison(text: string): Comparison {
  const said = objectIn(text);
  return {
    agree: wordsIn(said, "agree", "agreement", "agreements", "common"),
    disagree: wordsIn(said, "disagree", "disagreement", "disagreements", "tension"),
  };
}

/** A comparison from an answer that was asked for nothing else; plain text will do. */
export function readAnyComparison(text: string): Comparison {
  const { agree, disagree } = readComparison(text);
  return agree === "" && disagree === "" ? { agree: clean(text), disagree: "" } : { agree, disagree };
}
