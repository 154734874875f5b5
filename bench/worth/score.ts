import type { Brief, BriefLine } from "../../src/ledger/index.ts";
import type { DevSession, Planted } from "./dev-set.ts";

/** The section that a planted fact belongs to. */
export const SECTION_OF: Readonly<Record<Planted["kind"], BriefLine["section"]>> = {
  goal: "goal",
  decision: "decided",
  dead_end: "dropped",
  open: "open",
  answered: "answered",
  next: "next",
  outcome: "outcome",
};

/** Whether a text has all keys of a fact. */
export function hasAll(text: string, keys: readonly string[]): boolean {
  const lower = text.toLowerCase();
  return keys.every((key) => lower.includes(key));
}

/** Whether a line of a brief has a fact, and whether one in its own section does. */
export function findFact(
  { lines }: Brief,
  { keys, kind }: Planted,
): { readonly any: boolean; readonly own: boolean } {
  const holding = lines.filter(({ text }) => hasAll(text, keys));
  return { any: holding.length > 0, own: holding.some(({ section }) => fits(section, SECTION_OF[kind])) };
}

/** A fact counts in its own section, or where a reader expects it too. */
function fits(section: BriefLine["section"], wanted: BriefLine["section"]): boolean {
  if (section === wanted) return true;
  if (section === "branches") return wanted === "dropped" || wanted === "decided";
  return wanted === "answered" && section === "decided";
}

/** The branches whose state in a brief is false. */
export function wrongFates({ name, fates }: DevSession, { lines }: Brief): string[] {
  const states = new Map<string, string>();
  for (const { section, text } of lines)
    for (const branch of fates.keys())
      if (section === "dropped" && text.startsWith(`Branch ${branch}, `)) states.set(branch, "dropped");
      else if (section === "branches" && text.startsWith(`${branch}, `))
        states.set(branch, /, (won|dropped|open)\b/.exec(text)?.[1] ?? "");
  return [...fates]
    .filter(([branch, fate]) => states.get(branch) !== fate)
    .map(([branch, fate]) => `${name}/${branch}: ${states.get(branch)} instead of ${fate}`);
}

/** The traps that a brief shows as facts of their kind. */
export function sprungTraps({ name, traps }: DevSession, { lines }: Brief): string[] {
  return traps
    .filter(({ kind, key }) =>
      lines.some(({ section, text }) => section === SECTION_OF[kind] && text.toLowerCase().includes(key)),
    )
    .map(({ kind, key, wording }) => `${name}: ${kind} ${wording} "${key}"`);
}
