import type { MiddlewareHandler } from "hono";

/** Few enough for a short turn, and enough for thoughts that share a commit. */
const PER_TURN = 16;

/**
 * Lets so many requests begin in each turn of the event loop; the others wait in line. Node takes in one new connection
 * a turn: where a turn is as long as all that busy clients ask for, newcomers would wait for minutes.
 */
export function takeTurns(perTurn = PER_TURN): MiddlewareHandler {
  const line: (() => void)[] = [];
  let begun = 0;

  function nextTurn(): void {
    const next = line.splice(0, perTurn);
    begun = next.length;
    if (begun > 0) setImmediate(nextTurn);
    for (const begin of next) begin();
  }

  return async (_context, next) => {
    if (begun === 0) setImmediate(nextTurn);
    if (begun < perTurn) begun += 1;
    else await new Promise<void>((begin) => line.push(begin));
    return next();
  };
}
