import { Failure, tolerate } from "../../ledger/index.ts";
import { Answer, type ToolContext } from "../../mcp/define.ts";
import { schemaOf } from "../../mcp/schema.ts";
import type { NotebookCaller } from "../../notebook/notebooks.ts";
import { aliases } from "./arguments.ts";
import type { NotebookOperation } from "./operation.ts";
import { notebookOperations } from "./operations.ts";

/** Runs an operation on notebooks by name, with arguments as a model sends them. */
export async function callNotebook(
  name: string,
  args: unknown,
  { notebooks, progress, unread: unreadBefore }: ToolContext,
  caller: NotebookCaller,
): Promise<Answer<Record<string, unknown>>> {
  const operation = notebookOperations.find((one) => lettersOf(one.name) === lettersOf(name));
  if (!operation)
    throw new Failure("INVALID_OPERATION", {
      operation: name.slice(0, 40).toWellFormed(),
      known: notebookOperations.map((one) => one.name).join(", "),
    });
  const { value, warnings } = tolerate(schemaOf(operation.input), args, aliases);
  const unread = [...unreadBefore, ...warnings];
  const input = check(operation, withoutBlanks(value), unread);
  const outcome = await operation.run(input, { notebooks, progress, caller });
  const answer = outcome instanceof Answer ? outcome : new Answer(outcome);
  const result = answer.value as Record<string, unknown>;
  const warning = [...unread, ...(result.warning === undefined ? [] : [result.warning])].join(" ");
  return new Answer({ ...result, warning: warning || undefined }, answer);
}

/** Checks the arguments; the refusal says what is missing and shows a call that works. */
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

/** Drops empty strings, which count as absent, except for `content`. */
function withoutBlanks(value: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(value).filter(
      ([name, one]) => name === "content" || typeof one !== "string" || one.trim() !== "",
    ),
  );
}

const lettersOf = (name: string): string => name.replace(/[^\p{L}]/gu, "").toLowerCase();
