import { Failure } from "../../ledger/index.ts";
import { checkContent } from "../../sessions/record.ts";

/** A refusal in the seed's form: the field, and what to send instead. */
export function invalid(field: string, problem: string): Failure {
  return new Failure("INVALID_ARGUMENT", { problem: `${field} - ${problem}` });
}

/** The question that a mode is about. */
export function questionOf(content: string | undefined): string {
  const refusal = checkContent(content);
  if (refusal) throw refusal;
  return content!;
}

/** A whole number within its bounds, or what it is when nobody says. */
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
      `Send a whole number from ${low} to ${high}, or leave it out for ${otherwise}; it is ${value}.`,
    );
  return value;
}

/** A share between 0 and 1, or what it is when nobody says. */
export function shareOf(field: string, value: number | undefined, otherwise: number): number {
  if (value === undefined) return otherwise;
  if (!(value >= 0 && value <= 1))
    throw invalid(field, `Send a number from 0 to 1, or leave it out for ${otherwise}; it is ${value}.`);
  return value;
}
