import { Failure, tolerate } from "../../ledger/index.ts";
import { Answer, type ToolContext } from "../../mcp/define.ts";
import { schemaOf } from "../../mcp/schema.ts";
import type { Desk } from "../../notebook/notebooks.ts";
import { aliases } from "./arguments.ts";
import type { NotebookOperation } from "./operation.ts";
import { notebookOperations } from "./operations.ts";

/** Answers one operation on notebooks, whichever door it came through. */
export async function callNotebook(
  name: string,
  args: unknown,
  context: ToolContext,
  desk: Desk,
): Promise<Answer<Record<string, unknown>>> {
  const operation = notebookOperations.find((one) => letters(one.name) === letters(name));
  if (!operation)
    throw new Failure("INVALID_OPERATION", {
      operation: name.slice(0, 40).toWellFormed(),
      known: notebookOperations.map((one) => one.name).join(", "),
    });
  const { value, warnings } = tolerate(schemaOf(operation.input), args, aliases);
  const unread = [...context.unread, ...warnings];
  const input = check(operation, withoutBlanks(value), unread);
  const outcome = await operation.run(input, { ...context, unread, desk });
  const answer = outcome instanceof Answer ? outcome : new Answer(outcome);
  const told = answer.value as Record<string, unknown>;
  const warning = [...unread, ...(told.warning === undefined ? [] : [told.warning])].join(" ");
  return new Answer(warning === "" ? told : { ...told, warning }, {
    embedded: answer.embedded,
    ...(answer.failed && { failed: answer.failed }),
  });
}

/** The arguments of an operation as its schema has them; refuses with what is missing and a call that works. */
function check({ name, input, example }: NotebookOperation, value: object, unread: readonly string[]) {
  const parsed = input.safeParse(value);
  if (parsed.success) return parsed.data;
  const problems = parsed.error.issues.map(({ path, code, message }) =>
    code === "invalid_type" ? `needs ${path.join(".")}` : `${path.join(".")} ${message}`,
  );
  throw new Failure("INVALID_ARGUMENT", {
    problem: `${name}: ${[...problems, ...unread].join("; ")}. Send args such as ${JSON.stringify(example)}.`,
  });
}

/** An empty name counts as absent; an empty content is a content. */
function withoutBlanks(value: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(value).filter(
      ([name, one]) => name === "content" || typeof one !== "string" || one.trim() !== "",
    ),
  );
}

const letters = (name: string): string => name.replace(/[^\p{L}]/gu, "").toLowerCase();
