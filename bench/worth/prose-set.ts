import { readFileSync } from "node:fs";
import { devSessions } from "./dev-set.ts";
import type { RecallQuestion, RecallSession, RecallThought } from "./recall-set.ts";

/**
 * The sessions in prose, with questions by an author who knew neither the search nor its thesaurus. A right thought is named
 * by a phrase of it.
 */
export function proseSessions(): readonly RecallSession[] {
  return devSessions()
    .filter(({ set }) => set === "prose")
    .map(({ name, field, session, thoughts }) => {
      const written = thoughts.map(({ content }): RecallThought => ({ content }));
      return {
        id: name,
        title: session.title,
        project: "prose",
        tags: [],
        field: field === "software" ? "software" : "other",
        set: "held out",
        thoughts: written,
        questions: readQuestions(
          readFileSync(new URL(`prose/${name}.questions`, import.meta.url), "utf8"),
          name,
          written,
        ),
      };
    });
}

/** Reads `class | question | phrase ; phrase`. */
export function readQuestions(
  text: string,
  name: string,
  thoughts: readonly RecallThought[],
): RecallQuestion[] {
  return text
    .split("\n")
    .filter((line) => line.includes("|"))
    .map((line) => {
      const [kind = "", text = "", phrases = ""] = line.split("|").map((part) => part.trim());
      const answers = phrases.split(" ; ").map((phrase) => {
        const at = thoughts.findIndex(({ content }) => content.includes(phrase.trim()));
        if (at < 0) throw new Error(`${name} has no thought with "${phrase}"`);
        return at + 1;
      });
      return { class: kind, text, answers, filter: {} };
    });
}
