import * as z from "zod";
import { schemaOf } from "../mcp/schema.ts";

/** Argument types that need no further description. */
const TYPES: Readonly<Record<string, () => z.ZodType>> = {
  string: () => z.string(),
  integer: () => z.int(),
  number: () => z.number(),
  boolean: () => z.boolean(),
  array: () => z.array(z.string()),
};

/**
 * The `args` of a tool with operations. Its common members are named, because some model APIs refuse an object without
 * properties; each operation takes further ones.
 */
export function operationArgs(inputs: readonly z.ZodObject[], names: readonly string[]) {
  const members = names.map((name) => {
    const type = inputs.map((input) => schemaOf(input).properties?.[name]?.type).find(Boolean);
    if (type === undefined) throw new Error(`No operation has an argument '${name}'`);
    return [name, TYPES[type]!().optional()] as const;
  });
  return z.looseObject(Object.fromEntries(members)).optional();
}
