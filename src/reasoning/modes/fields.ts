import { fitThought } from "../fit-thought.ts";
import { isRecord, looseJsonIn } from "../parse-answer.ts";

/** Limit of each text: several travel in one answer, and clients drop messages over 10 MiB. */
const MOST_BYTES = 200_000;

/** The first of these fields with text: models do not always use the requested names. */
export function textIn(said: Readonly<Record<string, unknown>>, ...names: readonly string[]): string {
  for (const name of names) {
    const value = said[name];
    const text = Array.isArray(value) ? value.filter((one) => typeof one === "string").join("\n") : value;
    if (typeof text === "string" && text.trim() !== "") return clean(text);
  }
  return "";
}

/** The objects in an answer's list, bare or under one of these names; a plain string counts as a `name`. */
export function objectsIn(text: string, ...names: readonly string[]): readonly Record<string, unknown>[] {
  const said = looseJsonIn(text);
  const held = isRecord(said) ? names.map((name) => said[name]).find(Array.isArray) : said;
  return (Array.isArray(held) ? held : []).flatMap((one) =>
    isRecord(one) ? [one] : typeof one === "string" ? [{ name: one }] : [],
  );
}

/** The object in an answer; empty without one. */
export function objectIn(text: string): Readonly<Record<string, unknown>> {
  const said = looseJsonIn(text);
  return isRecord(said) ? said : {};
}

/** The model's confidence, limited to 0 to 1; `given` is its own value if that differs. */
export interface Confidence {
  readonly confidence?: number;
  readonly given?: number;
}

/** Reads a model's confidence; empty if it gave none. */
export function confidenceIn(said: Readonly<Record<string, unknown>>): Confidence {
  const value = said.confidence;
  const given = typeof value === "string" && value.trim() !== "" ? Number(value) : value;
  if (typeof given !== "number" || !Number.isFinite(given)) return {};
  const confidence = Math.min(1, Math.max(0, given));
  return confidence === given ? { confidence } : { confidence, given };
}

/** A model's reasoning step. */
export interface ModelThought extends Confidence {
  readonly thought: string;
}

/** Reads a thought and its confidence; plain text is a thought without a confidence. */
export function readThought(text: string): ModelThought {
  const said = objectIn(text);
  const thought = textIn(said, "thought", "answer", "content", "text");
  return thought === "" ? { thought: clean(text) } : { thought, ...confidenceIn(said) };
}

/** A text that the ledger accepts unchanged. */
export function clean(text: string): string {
  return fitThought(text.trim().toWellFormed(), MOST_BYTES);
}
