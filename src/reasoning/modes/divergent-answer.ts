import { type Confidence, clean, confidenceIn, objectIn, objectsIn, textIn } from "./fields.ts";

/** A perspective that rejects one assumption. */
export interface Perspective extends Confidence {
  readonly name: string;
  readonly assumption: string;
  readonly thought: string;
}

/** Where perspectives agree and disagree; empty if the model did not say. */
export interface Comparison {
  readonly agree: string;
  readonly disagree: string;
}

/** At most `most` perspectives, each with a different assumption; one without an assumption is ignored. */
export function readPerspectives(text: string, most: number): readonly Perspective[] {
  const found = new Map<string, Perspective>();
  for (const one of objectsIn(text, "perspectives", "views")) {
    const assumption = textIn(
      one,
      "assumption",
      "challenges",
      "assumption_challenged",
      "challenged_assumption",
    );
    const thought = textIn(one, "thought", "content", "view", "text");
    const key = assumption.toLowerCase();
    if (assumption === "" || thought === "" || found.has(key) || found.size === most) continue;
    const name = textIn(one, "name", "title", "perspective").replace(/\s+/g, " ").slice(0, 80).toWellFormed();
    found.set(key, {
      name: name || `Perspective ${found.size + 1}`,
      assumption,
      thought,
      ...confidenceIn(one),
    });
  }
  return [...found.values()];
}

/** The agreement and disagreement in an answer. */
export function readComparison(text: string): Comparison {
  const said = objectIn(text);
  return {
    agree: textIn(said, "agree", "agreement", "agreements", "common"),
    disagree: textIn(said, "disagree", "disagreement", "disagreements", "tension"),
  };
}

/** A comparison from an answer to that question alone; plain text is accepted. */
export function readAnyComparison(text: string): Comparison {
  const { agree, disagree } = readComparison(text);
  return agree === "" && disagree === "" ? { agree: clean(text), disagree: "" } : { agree, disagree };
}
