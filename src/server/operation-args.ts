import * as z from "zod";
import { Failure, tolerate } from "../ledger/index.ts";
import { schemaOf } from "../mcp/schema.ts";

/** The argument types that are supported here. */
const TYPES: Readonly<Record<string, () => z.ZodType>> = {
  string: () => z.string(),
  integer: () => z.int(),
  number: () => z.number(),
  boolean: () => z.boolean(),
  array: () => z.array(z.string()),
};

/**
 * The `args` of a tool with operations. The common members are declared, because some model APIs refuse an object without
 * properties; each operation accepts more.
 */
export function operationArgs(inputs: readonly z.ZodObject[], names: readonly string[]) {
  const members = names.map((name) => {
    const type = inputs.map((input) => schemaOf(input).properties?.[name]?.type).find(Boolean);
    if (type === undefined) throw new Error(`No operation has an argument '${name}'`);
    return [name, TYPES[type]!().optional()] as const;
  });
  return z.looseObject(Object.fromEntries(members)).optional();
}

/** The session id in the arguments, in any spelling; an empty one counts as absent. */
export function sessionArgument(args: unknown): string | undefined {
  const { value } = tolerate(SESSION, args);
  return (value.sessionId as string | undefined)?.trim() || undefined;
}

const SESSION = { properties: { sessionId: { type: "string" } } };

/** Finds an operation by name; throws `INVALID_OPERATION` with the known names. */
export function findOperation<T extends { readonly name: string }>(
  operations: readonly T[],
  name: string,
): T {
  const operation = operations.find((one) => one.name === name.trim().toLowerCase());
  if (operation) return operation;
  throw new Failure("INVALID_OPERATION", {
    operation: name.slice(0, 40),
    known: operations.map((one) => one.name).join(", "),
  });
}
