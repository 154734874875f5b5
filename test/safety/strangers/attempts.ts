import type * as z from "zod";
import type { Catalogue, Tool } from "../../../src/mcp/define.ts";
import { reasoningModes } from "../../../src/reasoning/modes/index.ts";
import { operations as gateway } from "../../../src/server/gateway/operations.ts";
import { notebookOperations } from "../../../src/server/notebook/operations.ts";
import { observingOperations } from "../../../src/server/tools/observability-gateway.ts";
import { type Belongings, RUMOUR } from "./belongings.ts";

type Args = Readonly<Record<string, unknown>>;

/** A tool call that tries to access another principal's data. */
export interface Attempt {
  readonly tool: string;
  readonly arguments: Args;
}

/**
 * Values for each argument that could name another principal's data; arguments that are not listed must be harmless.
 */
const NAMES: Readonly<Record<string, (of: Belongings) => readonly unknown[]>> = {
  sessionId: (of) => of.sessionIds,
  session_id: (of) => of.sessionIds,
  workflow_id: (of) => of.sessionIds,
  notebookId: (of) => of.notebookIds,
  cellId: (of) => of.cellIds,
  path: (of) => of.files,
  destination: (of) => of.folders,
  rootUri: (of) => of.folders.map((folder) => `file://${folder}`),
  query: () => [RUMOUR],
  project: () => ["project-x", "_default"],
  tags: () => [["tag-x"], []],
  filter: () => [{ project: "project-x" }, { tags: ["tag-x"] }],
  value: () => ["project-x"],
  revisesThought: () => [1],
  branchFromThought: () => [1],
  name: (of) => of.sessionIds.slice(0, 1),
  model: (of) => of.sessionIds.slice(0, 1),
};

/** Arguments that cannot name anything that a principal owns. */
const HARMLESS = new Set(
  `thought content title description task aspect sessionTitle sessionTags confidence nextThoughtNeeded thoughtNumber
   totalThoughts isRevision branchId needsMoreThoughts critique includeGuide operation action args to source since until
   limit maxTokens format language template allowNet cellType filename position expectedVersion timeoutMs dependencies
   overwrite keepGoing time start end step status state branches perspectives threshold rounds options criteria weights
   scores marks evidence needsInput answersNote kind archived view`.split(/\s+/),
);

interface Named {
  readonly name: string;
  readonly input: z.ZodObject;
  readonly example: Args;
}

/** The operations of each tool that has them; an operation that is not listed was forgotten in this test. */
const OPERATIONS: Readonly<Record<string, readonly Named[]>> = {
  notebook: notebookOperations as readonly Named[],
  thoughtbox_gateway: gateway as readonly Named[],
  observability_gateway: observingOperations as readonly Named[],
};

/** The actions of operations that have some. */
const ACTIONS: Readonly<Record<string, readonly string[]>> = {
  session: ["list", "get", "export", "analyze", "search", "brief"],
  notebook: notebookOperations.map(({ name }) => name),
  mental_models: ["list", "get", "list_tags"],
};

/** Arguments that were forgotten in this test: neither listed as harmless nor with values to try. */
export function unknownArguments({ tools }: Catalogue): readonly string[] {
  const shapes = [
    ...tools.map(({ input }) => input),
    ...Object.values(OPERATIONS)
      .flat()
      .map(({ input }) => input),
  ];
  const names = new Set(shapes.flatMap(({ shape }) => Object.keys(shape)));
  const operated = tools.filter(({ input }) => "operation" in input.shape).map(({ name }) => name);
  return [
    ...[...names].filter((name) => !HARMLESS.has(name) && !Object.hasOwn(NAMES, name)),
    ...operated.filter((name) => !["mental_models", "reasoning"].includes(name) && !OPERATIONS[name]),
    ...Object.values(OPERATIONS)
      .flat()
      .flatMap(({ name, input }) => ("action" in input.shape && !ACTIONS[name] ? [name] : [])),
  ];
}

/** Every call that tries to access what another principal owns, generated from the catalogue. */
export function attemptsAt({ tools }: Catalogue, of: Belongings): readonly Attempt[] {
  return tools.flatMap((tool) => attemptsWith(tool, of));
}

function attemptsWith(tool: Tool, of: Belongings): readonly Attempt[] {
  const call = (args: Args): Attempt => ({ tool: tool.name, arguments: args });
  if (tool.name === "reasoning") {
    const modes = reasoningModes.flatMap((operation) =>
      [{ content: "Which?", options: ["a", "b"], criteria: ["c"] }].flatMap((base) => [
        ...variants(base, ["session_id"], of).map((args) => ({ operation, args })),
      ]),
    );
    return modes.map(call);
  }
  const operations = OPERATIONS[tool.name];
  if (!operations) return variants(exampleOf(tool), Object.keys(tool.input.shape), of).map(call);
  return operations.flatMap((operation) =>
    argumentsOf(operation, tool.name === "thoughtbox_gateway", of).map((args) =>
      call({ operation: operation.name, args }),
    ),
  );
}

function argumentsOf({ name, input, example }: Named, isGateway: boolean, of: Belongings): readonly Args[] {
  // A template's cells take long to run.
  const { template: _, ...base } = example;
  const keys = [...new Set([...Object.keys(input.shape), ...(isGateway ? ["sessionId"] : [])])];
  const actions = ACTIONS[name];
  if (!actions || !("action" in input.shape)) return variants(base, keys, of);
  return actions.flatMap((action) => {
    const inner = name === "notebook" ? notebookOperations.find((one) => one.name === action) : undefined;
    const { template: __, ...own } = (inner?.example ?? {}) as Args;
    const names = inner ? [...Object.keys(inner.input.shape), "sessionId"] : keys;
    return variants({ ...own, action }, names, of);
  });
}

/** The call unchanged, with all of another's values at once, and with each of them alone. */
function variants(base: Args, keys: readonly string[], of: Belongings): readonly Args[] {
  const named = keys.filter((key) => Object.hasOwn(NAMES, key)).map((key) => [key, NAMES[key]!(of)] as const);
  const all = Object.fromEntries(named.map(([key, values]) => [key, values[0]]));
  const each = named.flatMap(([key, values]) => values.map((value) => ({ ...base, [key]: value })));
  return [base, { ...base, ...all }, ...each];
}

function exampleOf({ examples }: Tool): Args {
  return (examples[0]?.input ?? {}) as Args;
}
