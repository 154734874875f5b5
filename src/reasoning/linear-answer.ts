import { isRecord, jsonIn } from "./json-in.ts";

/** What a model said to one step of linear reasoning. */
export interface LinearAnswer {
  readonly thought: string;
  /** Between 0 and 1. */
  readonly confidence: number;
  /** The confidence as the model gave it, where that differs. */
  readonly given?: number;
  readonly metadata?: Readonly<Record<string, unknown>>;
}

/** The confidence of an answer that names none. */
const UNSAID = 0.8;

/** Reads a model's answer: JSON with `thought` and `confidence`, fenced or not; any other text is the thought itself. */
export function readLinearAnswer(text: string): LinearAnswer {
  const said = jsonIn(text);
  const thought = typeof said?.thought === "string" ? said.thought.trim() : "";
  if (!said || thought === "") return { thought: text.trim(), confidence: UNSAID };
  const { metadata } = said;
  return {
    thought,
    ...readConfidence(said.confidence),
    ...(isRecord(metadata) && Object.keys(metadata).length > 0 && { metadata }),
  };
}

function readConfidence(said: unknown): Pick<LinearAnswer, "confidence" | "given"> {
  const given = typeof said === "string" && said.trim() !== "" ? Number(said) : said;
  if (typeof given !== "number" || !Number.isFinite(given)) return { confidence: UNSAID };
  const confidence = Math.min(1, Math.max(0, given));
  return confidence === given ? { confidence } : { confidence, given };
}
