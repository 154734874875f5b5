import { isRecord, jsonIn } from "./parse-answer.ts";

/** A model's answer to one step of linear reasoning. */
export interface LinearAnswer {
  readonly thought: string;
  /** Between 0 and 1. */
  readonly confidence: number;
  /** The model's own value, if it was outside that range. */
  readonly given?: number;
  readonly metadata?: Readonly<Record<string, unknown>>;
}

/** The confidence of an answer without one. */
const DEFAULT_CONFIDENCE = 0.8;

/** Reads a model's answer: JSON with `thought` and `confidence`, fenced or not. Any other text is the thought itself. */
export function readLinearAnswer(text: string): LinearAnswer {
  const json = jsonIn(text);
  const thought = typeof json?.thought === "string" ? json.thought.trim() : "";
  if (!json || thought === "") return { thought: text.trim(), confidence: DEFAULT_CONFIDENCE };
  const { metadata } = json;
  return {
    thought,
    ...readConfidence(json.confidence),
    ...(isRecord(metadata) && Object.keys(metadata).length > 0 && { metadata }),
  };
}

function readConfidence(value: unknown): Pick<LinearAnswer, "confidence" | "given"> {
  const given = typeof value === "string" && value.trim() !== "" ? Number(value) : value;
  if (typeof given !== "number" || !Number.isFinite(given)) return { confidence: DEFAULT_CONFIDENCE };
  const confidence = Math.min(1, Math.max(0, given));
  return confidence === given ? { confidence } : { confidence, given };
}
