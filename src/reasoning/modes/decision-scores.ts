import type { Criterion } from "../../ledger/index.ts";
import { isRecord } from "../parse-answer.ts";
import { finite, parsedIfJson } from "./decision-names.ts";
import { LARGEST } from "./decision-request.ts";

/** A score and its reason, if given. */
export interface Score {
  readonly score: number;
  readonly reason?: string;
}

/** The scores of a table, or what is wrong with them. */
export type Scores =
  | { readonly scores: readonly (readonly Score[])[]; readonly problem?: never }
  | { readonly problem: string };

const REASON_CHARACTERS = 300;

/** Whether any scores were sent. */
export function hasScores(given: unknown): boolean {
  const scores = parsedIfJson(given);
  if (scores === undefined || scores === null || scores === "") return false;
  return typeof scores !== "object" || Object.keys(scores).length > 0;
}

/** Reads scores: rows by option and cells by criterion, in order or by name. */
export function readScores(
  given: unknown,
  options: readonly string[],
  criteria: readonly Criterion[],
): Scores {
  const rows = inOrder(parsedIfJson(given), options, "option");
  if ("problem" in rows) return rows;
  const scores: (readonly Score[])[] = [];
  for (const [index, option] of options.entries()) {
    const names = criteria.map(({ name }) => name);
    const cells = inOrder(parsedIfJson(rows.items[index]), names, "criterion");
    if ("problem" in cells) return { problem: `For '${option}': ${cells.problem}` };
    const row: Score[] = [];
    for (const [place, criterion] of criteria.entries()) {
      const cell = readCell(cells.items[place], criterion);
      if ("problem" in cell) return { problem: `'${option}' on '${criterion.name}': ${cell.problem}` };
      row.push(cell);
    }
    scores.push(row);
  }
  return { scores };
}

/** The items of a list, or of an object by name, in the order of the names. */
function inOrder(
  given: unknown,
  names: readonly string[],
  noun: "option" | "criterion",
): { readonly items: readonly unknown[] } | { readonly problem: string } {
  const wanted = noun === "option" ? "a row per option" : "a number per criterion";
  if (Array.isArray(given))
    return given.length === names.length
      ? { items: given }
      : { problem: `send ${wanted}: ${names.length}, not ${given.length}.` };
  if (!isRecord(given)) return { problem: `send ${wanted}, as a list or by name.` };
  const found = new Map(Object.entries(given).map(([key, value]) => [key.trim().toLowerCase(), value]));
  const missing = names.find((name) => !found.has(name.toLowerCase()));
  if (missing !== undefined) return { problem: `nothing was sent for the ${noun} '${missing}'.` };
  if (found.size > names.length) {
    const known = new Set(names.map((name) => name.toLowerCase()));
    const odd = Object.keys(given).find((key) => !known.has(key.trim().toLowerCase()));
    return { problem: `'${odd?.slice(0, 40)}' is not a known ${noun}.` };
  }
  return { items: names.map((name) => found.get(name.toLowerCase())) };
}

function readCell(given: unknown, { scale }: Criterion): Score | { readonly problem: string } {
  const said = isRecord(given) ? given : { score: given };
  const score = finite(said.score ?? said.value);
  if (score === undefined || Math.abs(score) > LARGEST) return { problem: "a score is a number." };
  if (scale && (score < scale[0] || score > scale[1]))
    return { problem: `${score} lies outside the scale from ${scale[0]} to ${scale[1]}.` };
  const reason = typeof said.reason === "string" ? said.reason.replace(/\s+/g, " ").trim() : "";
  return { score, ...(reason !== "" && { reason: reason.slice(0, REASON_CHARACTERS).toWellFormed() }) };
}
