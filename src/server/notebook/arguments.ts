import * as z from "zod";
import { type Aliases, Failure } from "../../ledger/index.ts";
import type { NotebookOperation } from "./operation.ts";

/** Other names for the arguments, which compatible tools and models use. */
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

/** Arguments that several operations share. */
export const argument = {
  notebookId: z
    .string()
    .optional()
    .describe("The notebook; by default the last one that this handle or connection used"),
  cellId: z.string().describe("The cell, by its id or a code cell's filename"),
  timeoutMs: z
    .int()
    .min(1, "must be at least 1")
    .optional()
    .describe("Time limit for a cell in milliseconds, up to the operator's maximum"),
  expectedVersion: z.int().optional().describe("Refuses the change if the cell has another version"),
  allowNet: z
    .array(z.string())
    .optional()
    .describe("Hosts that cells may reach, if the operator permits them"),
};

/** The choice that a word stands for; the refusal of an unknown word lists the choices. */
export function choose<T extends string>(
  name: string,
  input: string,
  choices: Readonly<Record<string, T>>,
): T {
  const word = input.trim().toLowerCase();
  if (Object.hasOwn(choices, word)) return choices[word]!;
  const known = [...new Set(Object.values(choices))].map((choice) => `"${choice}"`).join(", ");
  throw new Failure("INVALID_ARGUMENT", { problem: `${name} must be one of ${known}.` });
}

/** The arguments of an operation in short: `{cellId, timeoutMs?}`. The notebook, which nearly all take, is left out. */
export function argumentsLine({ input }: NotebookOperation): string {
  const names = Object.entries(input.shape)
    .filter(([name]) => name !== "notebookId")
    .map(([name, schema]) => (isOptional(schema) ? `${name}?` : name));
  return names.length === 0 ? "" : `{${names.join(", ")}}`;
}

export function isOptional(schema: NotebookOperation["input"]["shape"][string]): boolean {
  return schema._zod.optin === "optional";
}
