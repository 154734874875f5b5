/** How many words in a row count as a quote. */
const SHINGLE = 6;
/** Shorter words are too common to identify a text. */
const SHORTEST = 4;
/** The longest compound, such as an identifier with hyphens, that is looked for as a whole. */
const LONGEST_COMPOUND = 8;

/** Phrases that show that a text quotes another one. Words are in lower case, separated by spaces. */
export interface Phrases {
  /** Runs of six words. */
  readonly shingles: ReadonlySet<string>;
  /** Single words and compounds. They count only if they occur in no other thought. */
  readonly compounds: Set<string>;
}

/** The phrases of some texts. */
export function phrasesOf(texts: readonly string[]): Phrases {
  const shingles = new Set<string>();
  const compounds = new Set<string>();
  for (const text of texts) {
    const words = wordsIn(text);
    for (let at = 0; at + SHINGLE <= words.length; at++)
      shingles.add(words.slice(at, at + SHINGLE).join(" "));
    for (const chunk of text.split(/\s/)) {
      const parts = wordsIn(chunk);
      const compound = parts.join(" ");
      if (compound.length >= SHORTEST && parts.length <= LONGEST_COMPOUND) compounds.add(compound);
      if (parts.length > 1) for (const part of parts) if (part.length >= SHORTEST) compounds.add(part);
    }
  }
  return { shingles, compounds };
}

/** The first phrase that a text contains; undefined if it quotes nothing. */
export function quoteIn(text: string, { shingles, compounds }: Phrases): string | undefined {
  const words = wordsIn(text);
  const longest = compounds.size === 0 ? 0 : LONGEST_COMPOUND;
  for (let at = 0; at < words.length; at++) {
    if (shingles.size > 0 && at + SHINGLE <= words.length) {
      const run = words.slice(at, at + SHINGLE).join(" ");
      if (shingles.has(run)) return run;
    }
    let compound = "";
    for (let length = 1; length <= longest && at + length <= words.length; length++) {
      compound = length === 1 ? words[at]! : `${compound} ${words[at + length - 1]}`;
      if (compounds.has(compound)) return compound;
    }
  }
  return undefined;
}

/** The words of a text in lower case. Escapes of JSON in JSON separate words. */
export function wordsIn(text: string): readonly string[] {
  return (
    text
      .replace(/\\{1,9}(?:u[0-9a-fA-F]{4}|[bfnrt"/])/g, " ")
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu) ?? []
  );
}
