import type { SearchQuery, SessionFilter, SessionMatch } from "./port.ts";
import { questionWords } from "./question.ts";
import { snippetOf } from "./snippet.ts";

/** How many of the newest thoughts that contain all words of a text are checked for their sessions. */
export const MOST_MATCHES = 2_000;

/** The search in thoughts that belongs to listing sessions by a text. */
export function searchOf({ text = "", project, tags, owner, archived }: SessionFilter): SearchQuery {
  return {
    text,
    ...(project !== undefined && { project }),
    ...(tags && { tags }),
    ...(owner !== undefined && { owner }),
    ...(archived && { archived: true }),
  };
}

/** Creates a function that turns the row of a thought into a match. */
export function createMatchOf(text: string): (row: Readonly<Record<string, unknown>>) => SessionMatch {
  const stems = new Set(questionWords(text).map(({ stem }) => stem));
  return ({ seq, number, content }) => ({
    seq: seq as number,
    thoughtNumber: number as number,
    snippet: snippetOf(content as string, stems),
  });
}
