import type { SearchQuery, SessionFilter, SessionMatch } from "./port.ts";
import { questionWords } from "./question.ts";
import { snippetOf } from "./snippet.ts";

/** How many of the newest thoughts that contain all words of a text are checked for their sessions. */
export const MOST_MATCHES = 2_000;

/** The search in thoughts for listing sessions by a text. */
export function searchOf({ text = "", project, tags, owner, archived }: SessionFilter): SearchQuery {
  return {
    text,
    project,
    tags,
    owner,
    ...(archived && { archived: true }),
  };
}

const NO_STEMS: ReadonlySet<string> = new Set();

/**
 * Creates a function that turns the row of a thought into a match. It returns undefined if the thought was found by the
 * title, tags or project of its session, which the index adds to the first thought.
 */
export function createMatchOf(
  text: string,
): (row: Readonly<Record<string, unknown>>) => SessionMatch | undefined {
  const stems = new Set(questionWords(text).map(({ stem }) => stem));
  return ({ seq, number, content }) => {
    const snippet = snippetOf(content as string, stems);
    if (snippet === snippetOf(content as string, NO_STEMS)) return undefined;
    return { seq: seq as number, thoughtNumber: number as number, snippet };
  };
}
