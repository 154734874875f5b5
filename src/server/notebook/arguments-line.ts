import type { NotebookOperation } from "./operation.ts";

/** The arguments of an operation in a few letters: `{cellId, timeoutMs?}`; the notebook, which all but a few take, is left out. */
export function argumentsLine({ input }: NotebookOperation): string {
  const names = Object.entries(input.shape)
    .filter(([name]) => name !== "notebookId")
    .map(([name, schema]) => (isOptional(schema) ? `${name}?` : name));
  return names.length === 0 ? "" : `{${names.join(", ")}}`;
}

/** Whether an argument may be left out. */
export const isOptional = (schema: NotebookOperation["input"]["shape"][string]): boolean =>
  schema._zod.optin === "optional";
