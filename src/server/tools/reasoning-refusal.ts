import type { Failure, FailureCode } from "../../ledger/index.ts";

/** The error type of each failure; others use their own code. */
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
 * Formats a failure as the model-backed tools do. Without structured content: older clients validate it against the
 * tool's output schema, even in an error.
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

/** `field - reason`. Most messages already start with their field. */
function problemOf({ code, message }: Failure): string {
  if (code === "THOUGHT_REQUIRED") return "content - Content cannot be empty";
  if (code === "THOUGHT_TOO_LARGE") return `content - ${message}`;
  return code === "INVALID_OPERATION" ? `operation - ${message}` : message;
}
