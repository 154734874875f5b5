import * as z from "zod";
import { type Aliases, Failure } from "../../ledger/index.ts";

/** Other names of the arguments: the seeds, and models, call the same thing differently. */
export const aliases: Aliases = {
  notebookId: ["id", "notebook"],
  cellId: ["cell"],
  cellType: ["type", "kind"],
  content: ["code", "source", "text"],
  title: ["name"],
  dependencies: ["deps", "packages"],
  timeoutMs: ["timeout"],
  path: ["file"],
};

/** The arguments that several operations have. */
export const argument = {
  notebookId: z
    .string()
    .optional()
    .describe("The notebook; by default the last one this handle or connection used"),
  cellId: z.string().describe("The cell, by its id or a code cell's filename"),
  timeoutMs: z
    .int()
    .min(1, "must be at least 1")
    .optional()
    .describe("Milliseconds a cell may run, up to the operator's maximum"),
  expectedVersion: z.int().optional().describe("Refuses when the cell's version is another"),
  allowNet: z
    .array(z.string())
    .optional()
    .describe("Hosts that cells may talk to, where the operator permits them"),
};

/** The choice that a word means; a word that means none is refused with those that do. */
export function choose<T extends string>(
  name: string,
  given: string,
  choices: Readonly<Record<string, T>>,
): T {
  const word = given.trim().toLowerCase();
  if (Object.hasOwn(choices, word)) return choices[word]!;
  const known = [...new Set(Object.values(choices))].map((choice) => `"${choice}"`).join(", ");
  throw new Failure("INVALID_ARGUMENT", { problem: `${name} is one of ${known}.` });
}
