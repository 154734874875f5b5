import { tolerate } from "../ledger/index.ts";

/** The session that arguments name, in whichever spelling; an empty name counts as absent. */
export function sessionArgument(args: unknown): string | undefined {
  const { value } = tolerate(SESSION, args);
  return (value.sessionId as string | undefined)?.trim() || undefined;
}

const SESSION = { properties: { sessionId: { type: "string" } } };
