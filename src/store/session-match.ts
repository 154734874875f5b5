import type { SearchQuery, SessionFilter, SessionMatch } from "./port.ts";
import { questionWords } from "./question.ts";
import { snippetOf } from "./snippet.ts";

/** Of the thoughts that hold all words of a text so many, the newest, are looked at for their sessions. */
export const MOST_MATCHES = 2_000;

/** What to look for in the thoughts of sessions that are listed by a text. */
export function searchOf({ text = "", project, tags, owner }: SessionFilter): SearchQuery {
  return {
    text,
    ...(project !== undefined && { project }),
    ...(tags && { tags }),
    ...(owner !== undefined && { owner }),
  };
}

/** Makes the function that shows a thought, from its row, as what was found by a text. */
export function createMatchOf(text: string): (row: Readonly<Record<string, unknown>>) => SessionMatch {
  const stems = new Set(questionWords(text).map(({ stem }) => stem));
  return ({ seq, number, content }) => ({
    seq: seq as number,
    thoughtNumber: number as number,
    snippet: snippetOf(content as string, stems),
  });
}
