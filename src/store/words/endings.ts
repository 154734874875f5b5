/** A suffix and its replacement. */
export interface Ending {
  readonly ending: string;
  readonly replacement: string;
  /** One of these letters must precede it. */
  readonly behind?: string;
}

/** The suffixes of a step by their second last letter, from a; longer ones before those that they end with. */
type Endings = readonly (readonly Ending[])[];

/** Step 2: double suffixes become single ones. */
export const ENDINGS_2: Endings = byLetter(
  "ational>ate tional>tion enci>ence anci>ance izer>ize logi>log bli>ble alli>al entli>ent ousli>ous eli>e " +
    "ization>ize ation>ate ator>ate alism>al iveness>ive fulness>ful ousness>ous aliti>al iviti>ive biliti>ble",
);

/** Step 3. */
export const ENDINGS_3: Endings = byLetter("icate>ic ative> alize>al iciti>ic ical>ic ful> ness>");

/** Step 4: removes the remaining suffix. */
export const ENDINGS_4: Endings = byLetter(
  "al> ance> ence> er> ic> able> ible> ant> ement> ment> ent> ion> ou> ism> ate> iti> ous> ive> ize>",
);

function byLetter(rules: string): Endings {
  const byIndex: Ending[][] = Array.from({ length: 26 }, () => []);
  for (const rule of rules.split(" ")) {
    const [ending = "", replacement = ""] = rule.split(">");
    const behind = ending === "ion" ? { behind: "st" } : {};
    byIndex[ending.charCodeAt(ending.length - 2) - 97]!.push({ ending, replacement, ...behind });
  }
  return byIndex;
}
