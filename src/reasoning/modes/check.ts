import { Failure } from "../../ledger/index.ts";
import { checkContent } from "../../sessions/record.ts";

/** A refusal in the seed's form: the field, then what to send instead. */
export function invalid(field: string, problem: string): Failure {
  return new Failure("INVALID_ARGUMENT", { problem: `${field} - ${problem}` });
}

/** The question of a mode. */
export function questionOf(content: string | undefined): string {
  const refusal = checkContent(content);
  if (refusal) throw refusal;
  return content!;
}

/** A whole number within bounds, or the default. */
export function countOf(
  field: string,
  value: number | undefined,
  [low, high]: readonly [number, number],
  otherwise: number,
): number {
  if (value === undefined) return otherwise;
  if (!Number.isInteger(value) || value < low || value > high)
    throw invalid(
      field,
      `Send a whole number from ${low} to ${high}, or omit it for ${otherwise}; got ${value}.`,
    );
  return value;
}

/** A number from 0 to 1, or the default. */
export function shareOf(field: string, value: number | undefined, otherwise: number): number {
  if (value === undefined) return otherwise;
  if (!(value >= 0 && value <= 1))
    throw invalid(field, `Send a number from 0 to 1, or omit it for ${otherwise}; got ${value}.`);
  return value;
}
