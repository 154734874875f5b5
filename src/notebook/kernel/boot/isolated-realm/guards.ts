/** A refusal whose message the cell sees. */
export class Refusal extends Error {}

/** The result of a look at a cell's value, or undefined when it throws. */
export function guarded<T>(look: () => T): T | undefined {
  try {
    return look();
  } catch {
    return undefined;
  }
}

/** An error that may be given to cells: errors of this realm would let them reach it. */
export function foreign(error: unknown): unknown {
  return error instanceof Error ? host.typeError(`${error.message}`) : error;
}

export function cut(text: string, limit: number): string {
  return text.length <= limit ? text : `${text.slice(0, limit)}…`;
}
