import { fitted } from "../fitted.ts";
import { isRecord, looseJsonIn } from "../json-in.ts";

/** Several texts of a model travel in one answer, and clients drop messages over 10 MiB. */
const MOST_BYTES = 200_000;

/** One field after another until one holds words; a model does not always keep to the names it was given. */
export function wordsIn(said: Readonly<Record<string, unknown>>, ...names: readonly string[]): string {
  for (const name of names) {
    const value = said[name];
    const text = Array.isArray(value) ? value.filter((one) => typeof one === "string").join("\n") : value;
    if (typeof text === "string" && text.trim() !== "") return clean(text);
  }
  return "";
}

/** The objects of a list that an answer is or holds under one of these names; a mere text counts as a `name`. */
export function objectsIn(text: string, ...names: readonly string[]): readonly Record<string, unknown>[] {
  const said = looseJsonIn(text);
  const held = isRecord(said) ? names.map((name) => said[name]).find(Array.isArray) : said;
  return (Array.isArray(held) ? held : []).flatMap((one) =>
    isRecord(one) ? [one] : typeof one === "string" ? [{ name: one }] : [],
  );
}

/** The object that an answer holds; an empty one where it holds none. */
export function objectIn(text: string): Readonly<Record<string, unknown>> {
  const said = looseJsonIn(text);
  return isRecord(said) ? said : {};
}

/** How sure the model says it is, brought between 0 and 1 and kept as it was given where that differs. */
export interface Sureness {
  readonly confidence?: number;
  readonly given?: number;
}

/** Reads a model's confidence; nothing is made up where it names none. */
export function surenessIn(said: Readonly<Record<string, unknown>>): Sureness {
  const value = said.confidence;
  const given = typeof value === "string" && value.trim() !== "" ? Number(value) : value;
  if (typeof given !== "number" || !Number.isFinite(given)) return {};
  const confidence = Math.min(1, Math.max(0, given));
  return confidence === given ? { confidence } : { confidence, given };
}

/** A step of reasoning as a model said it. */
export interface SaidThought extends Sureness {
  readonly thought: string;
}

/** Reads a thought and its confidence; plain text is the thought itself, without a confidence. */
export function readThought(text: string): SaidThought {
  const said = objectIn(text);
  const thought = wordsIn(said, "thought", "answer", "content", "text");
  return thought === "" ? { thought: clean(text) } : { thought, ...surenessIn(said) };
}

/** A text that the ledger takes as it is. */
export function clean(text: string): string {
  return fitted(text.trim().toWellFormed(), MOST_BYTES);
}
