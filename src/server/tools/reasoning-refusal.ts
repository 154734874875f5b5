import type { Failure, FailureCode } from "../../ledger/index.ts";

/** The seed's type of each failure; what has none there goes by its own code. */
const TYPES: Partial<Record<FailureCode, string>> = {
  THOUGHT_REQUIRED: "Validation",
  THOUGHT_TOO_LARGE: "Validation",
  NUMBER_BELOW_ONE: "Validation",
  INVALID_ARGUMENT: "Validation",
  INVALID_OPERATION: "Validation",
  SESSION_NOT_FOUND: "SessionNotFound",
  THOUGHT_NOT_FOUND: "ThoughtNotFound",
  ENGINE_UNAVAILABLE: "EngineUnavailable",
  ENGINE_TIMEOUT: "Timeout",
  ENGINE_REFUSED: "ApiError",
  NO_ENGINE: "ApiError",
};

/**
 * How a failure reads at the doors of model-backed reasoning: the seed's words. It has no structured content: older
 * clients hold that of a refusal, too, to the tool's output schema.
 */
export function refusal(failure: Failure): { readonly text: string } {
  const type = typeOf(failure);
  const message =
    type === "Validation" ? `Validation failed: ${problemOf(failure)}` : `${type}: ${failure.message}`;
  return { text: `Error: ${message}` };
}

function typeOf(failure: Failure): string {
  const { engine } = failure.data as { readonly engine?: string };
  if (failure.code === "ENGINE_UNAVAILABLE" && engine === "langbase") return "LangbaseUnavailable";
  return TYPES[failure.code] ?? failure.code;
}

/** `field - reason`; an argument that cannot be used names its field itself. */
function problemOf({ code, message }: Failure): string {
  if (code === "THOUGHT_REQUIRED") return "content - Content cannot be empty";
  if (code === "THOUGHT_TOO_LARGE") return `content - ${message}`;
  return code === "INVALID_OPERATION" ? `operation - ${message}` : message;
}
