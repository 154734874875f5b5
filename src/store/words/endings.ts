/** An ending of a word, and what takes its place. */
export interface Ending {
  readonly ending: string;
  readonly replacement: string;
  /** The letters one of which must stand before it. */
  readonly behind?: string;
}

/** The endings of a step by their last letter but one, counted from a; the longer before those it ends in. */
type Endings = readonly (readonly Ending[])[];

/** Step 2: endings of two parts become one. */
export const ENDINGS_2: Endings = byLetter(
  "ational>ate tional>tion enci>ence anci>ance izer>ize logi>log bli>ble alli>al entli>ent ousli>ous eli>e " +
    "ization>ize ation>ate ator>ate alism>al iveness>ive fulness>ful ousness>ous aliti>al iviti>ive biliti>ble",
);

/** Step 3. */
export const ENDINGS_3: Endings = byLetter("icate>ic ative> alize>al iciti>ic ical>ic ful> ness>");

/** Step 4: what is left of an ending goes. */
export const ENDINGS_4: Endings = byLetter(
  "al> ance> ence> er> ic> able> ible> ant> ement> ment> ent> ion> ou> ism> ate> iti> ous> ive> ize>",
);

function byLetter(rules: string): Endings {
  const letters: Ending[][] = Array.from({ length: 26 }, () => []);
  for (const rule of rules.split(" ")) {
    const [ending = "", replacement = ""] = rule.split(">");
    const behind = ending === "ion" ? { behind: "st" } : {};
    letters[ending.charCodeAt(ending.length - 2) - 97]!.push({ ending, replacement, ...behind });
  }
  return letters;
}
