import { EVERYDAY } from "./thesaurus-everyday.ts";
import { WORK } from "./thesaurus-work.ts";

/** The synonyms of each word, from all groups that it is in. */
const SYNONYMS = new Map<string, Set<string>>();
for (const group of `${WORK}${EVERYDAY}`.split(/[|\n]/)) {
  const words = group.split(" ").filter((word) => word !== "");
  for (const word of words) {
    const known = SYNONYMS.get(word) ?? new Set<string>();
    for (const other of words) if (other !== word) known.add(other);
    SYNONYMS.set(word, known);
  }
}

/** Words that may be used instead of one of these forms of a word. */
export function synonymsOf(forms: readonly string[]): string[] {
  const found = new Set<string>();
  for (const form of forms) {
    for (const plain of singular(form)) for (const synonym of SYNONYMS.get(plain) ?? []) found.add(synonym);
  }
  return [...found];
}

/** A word as written, and without a plural, past or progressive ending. */
function singular(word: string): string[] {
  const forms = [word];
  if (word.endsWith("ies")) forms.push(`${word.slice(0, -3)}y`);
  else if (word.endsWith("es")) forms.push(word.slice(0, -2), word.slice(0, -1));
  else if (word.endsWith("s") && !word.endsWith("ss")) forms.push(word.slice(0, -1));
  if (word.endsWith("ed")) forms.push(word.slice(0, -2), word.slice(0, -1), word.slice(0, -3));
  if (word.endsWith("ing")) forms.push(word.slice(0, -3), `${word.slice(0, -3)}e`, word.slice(0, -4));
  return forms;
}
