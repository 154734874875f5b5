import type { Criterion } from "../../ledger/index.ts";
import { isRecord } from "../parse-answer.ts";
import { invalid } from "./check.ts";
import { finite, parsedIfJson, readNames } from "./decision-names.ts";

/** The decision request as the caller sent it. */
export interface DecisionRequest {
  readonly content?: string | undefined;
  /** Names. */
  readonly options?: unknown;
  /** Names, or `{name, weight?, kind?, scale?}`. */
  readonly criteria?: unknown;
  /** A number per criterion, in order or by name; overrides a criterion's own weight. */
  readonly weights?: unknown;
  /** A row per option, in order or by name, with a number per criterion, in order or by name. */
  readonly scores?: unknown;
}

const MOST = 20;
/** Beyond these, sums lose significant digits. */
const WEIGHTS = [1e-6, 1e6] as const;
/** The largest score, and the largest end of a scale. */
export const LARGEST = 1e12;

const KINDS: Readonly<Record<Criterion["kind"], readonly string[]>> = {
  benefit: ["benefit", "max", "maximize", "maximise", "higher", "high", "more", "positive", "gain", "+"],
  cost: ["cost", "min", "minimize", "minimise", "lower", "low", "less", "negative", "loss", "-"],
};

/** Reads the names of the options. */
export function readOptions(given: unknown): readonly string[] {
  return readNames("options", listOf("options", given, 2, '["keep", "rewrite"]').map(nameOf));
}

/** Reads the criteria with their weights. */
export function readCriteria(given: unknown, weights: unknown): readonly Criterion[] {
  const list = listOf("criteria", given, 1, '["speed", {"name": "price", "kind": "cost", "weight": 2}]');
  const names = readNames("criteria", list.map(nameOf));
  const apart = readWeights(weights, names);
  return list.map((item, index) => {
    const name = names[index]!;
    const said = isRecord(item) ? item : {};
    const weight = apart.get(name) ?? weightOf(said.weight ?? undefined, name) ?? 1;
    const scale = scaleOf(said.scale ?? said.range ?? undefined, name);
    return { name, weight, kind: kindOf(said, name), ...(scale && { scale }) };
  });
}

function listOf(field: string, given: unknown, least: number, example: string): readonly unknown[] {
  const read = parsedIfJson(given);
  const list = typeof read === "string" ? read.split(",").filter((part) => part.trim() !== "") : read;
  if (!Array.isArray(list) || list.length < least || list.length > MOST)
    throw invalid(field, `Send a list of ${least} to ${MOST}, such as ${example}.`);
  return list;
}

const nameOf = (item: unknown): unknown =>
  isRecord(item) ? (item.name ?? item.title ?? item.option ?? item.criterion) : item;

function readWeights(given: unknown, names: readonly string[]): ReadonlyMap<string, number> {
  const weights = parsedIfJson(given);
  if (weights === undefined || weights === null) return new Map();
  if (Array.isArray(weights)) {
    if (weights.length === 0) return new Map();
    if (weights.length !== names.length)
      throw invalid("weights", `Send one number per criterion: ${names.length}, not ${weights.length}.`);
    return new Map(names.map((name, index) => [name, weightOf(weights[index], name) ?? 1]));
  }
  if (!isRecord(weights)) throw invalid("weights", `Send a list of numbers, or {"${names[0]}": 2}.`);
  const known = new Map(names.map((name) => [name.toLowerCase(), name]));
  return new Map(
    Object.entries(weights).map(([key, value]) => {
      const name = known.get(key.trim().toLowerCase());
      if (name === undefined)
        throw invalid(
          "weights",
          `'${key.slice(0, 40)}' is not a criterion. The criteria are ${names.join(", ")}.`,
        );
      return [name, weightOf(value, name) ?? 1];
    }),
  );
}

function weightOf(given: unknown, criterion: string): number | undefined {
  if (given === undefined) return undefined;
  const weight = finite(given);
  if (weight === undefined || weight < WEIGHTS[0] || weight > WEIGHTS[1])
    throw invalid(
      "weights",
      `The weight of '${criterion}' must be a number above 0, from ${WEIGHTS[0]} to ${WEIGHTS[1]}.`,
    );
  return weight;
}

function kindOf(said: Readonly<Record<string, unknown>>, criterion: string): Criterion["kind"] {
  const given = said.kind ?? said.type ?? said.direction ?? said.goal ?? "benefit";
  const plain = String(given).trim().toLowerCase();
  const [first = "", verb = "", ...rest] = plain.split(/[\s_-]+/, 4);
  const isSentence = ["is", "are"].includes(verb) && rest.join() === "better";
  const word = isSentence ? first : plain;
  if (KINDS.benefit.includes(word)) return "benefit";
  if (KINDS.cost.includes(word)) return "cost";
  throw invalid(
    "criteria",
    `The kind of '${criterion}' is benefit (more is better) or cost (less is better), not '${String(given).slice(0, 40)}'.`,
  );
}

function scaleOf(given: unknown, criterion: string): readonly [number, number] | undefined {
  if (given === undefined) return undefined;
  const ends = isRecord(given) ? [given.min, given.max] : parsedIfJson(given);
  const [a, b, more] = Array.isArray(ends) ? [finite(ends[0]), finite(ends[1]), ends.length > 2] : [];
  if (a === undefined || b === undefined || a === b || more || Math.max(Math.abs(a), Math.abs(b)) > LARGEST)
    throw invalid("criteria", `The scale of '${criterion}' is two different numbers, such as [0, 100].`);
  return a < b ? [a, b] : [b, a];
}
