import { encode } from "gpt-tokenizer/encoding/o200k_base";
import { describe, expect, test } from "vitest";
import { geminiProblems, type Schema, strictForm, strictProblems } from "../../scripts/schema-subsets.ts";
import { openNotebooks } from "../../test/support/notebooks.ts";
import { temporaryFolder } from "../../test/support/temporary-folder.ts";
import { tolerate } from "../ledger/index.ts";
import { langbaseEngine } from "../llm/index.ts";
import { callTool } from "../mcp/call.ts";
import type { Tool } from "../mcp/define.ts";
import { argumentSchema, toListedTool } from "../mcp/schema.ts";
import { createReasoning } from "../reasoning/index.ts";
import { createSessions } from "../sessions/index.ts";
import { openStore } from "../store/open.ts";
import { startModelServer } from "../testing/index.ts";
import { catalogueOf, readToolSets, toolSets } from "./catalogue.ts";

const names = (sets: readonly string[]) => catalogueOf(sets).tools.map(({ name }) => name);
const everyTool = [...new Set(Object.values(toolSets).flat())].map((tool): [string, Tool] => [
  tool.name,
  tool,
]);

describe("tool sets", () => {
  test("[P7] all is every set except classic, which can be added", () => {
    const all = [
      "think",
      "thoughtbox",
      "export_reasoning_chain",
      "notebook",
      "mental_models",
      "thoughtbox_gateway",
      "reasoning_linear",
      "reasoning",
      "observability_gateway",
      "recall",
    ];
    expect(names(["all"])).toEqual(all);
    expect(names(["all", "classic", "think"])).toEqual([...all, "sequentialthinking"]);
  });

  test.each(Object.keys(toolSets))("[P7] %s can be selected alone", (set) => {
    expect(names([set])).toEqual(toolSets[set]!.map(({ name }) => name));
  });

  test("[P7] reads a list with whitespace and duplicates", () => {
    expect(readToolSets(" think, classic ,,think")).toEqual(["think", "classic"]);
  });

  test.each(["", " , ", "thimk", "think,thimk", "constructor"])(
    "[P7] refuses %j and lists the known sets",
    (list) => {
      expect(readToolSets(list)).toEqual({
        problem: expect.stringMatching(
          /^unknown tool set '.*'; choose from all, think, thoughtbox, notebook, models, gateway, reasoning, observability, recall, classic$/,
        ),
      });
    },
  );

  test("[P7] lists each tool by one name, in the requested spelling", () => {
    for (const spelling of ["plain", "dotted"] as const) {
      const { tools, aliases } = catalogueOf(["all", "classic"], spelling);
      const listed = tools.map(({ name }) => name);
      expect(new Set(listed).size).toBe(everyTool.length);
      for (const [alias, name] of Object.entries(aliases)) {
        expect(listed).toContain(name);
        expect(listed).not.toContain(alias);
      }
    }
  });
});

test.each([
  ["all", 3300],
  ["think,reasoning", 680],
])("[P8] the tool list of --tools %s costs under %i tokens", (sets, most) => {
  const tokens = encode(JSON.stringify(catalogueOf(sets.split(",")).tools.map(toListedTool))).length;
  console.log(`--tools ${sets}: ${tokens} of ${most} tokens`);
  expect(tokens).toBeLessThan(most);
});

describe.each(everyTool)("the tool %s", (_, tool) => {
  test("[P4] is listed in a form that clients and model APIs accept", () => {
    const { name, description, inputSchema, outputSchema } = toListedTool(tool);
    expect(name).toMatch(/^[a-zA-Z0-9_-]{1,64}$/);
    expect(description!.length).toBeLessThanOrEqual(1024);
    expect([inputSchema.type, outputSchema?.type]).toEqual(["object", "object"]);
    expect(JSON.stringify(inputSchema)).not.toMatch(/"(\$ref|\$defs|anyOf|oneOf|allOf)":/);
  });

  test("[P23] its arguments fit a Gemini function declaration and, made nullable, OpenAI's strict mode", () => {
    const schema = toListedTool(tool).inputSchema as Schema;
    expect(geminiProblems(schema)).toEqual([]);
    expect(strictProblems(strictForm(schema))).toEqual([]);
  });

  test("[P23] null means an omitted argument", () => {
    if (tool.strictInput) return void expect(tool.name).toBe("sequentialthinking");
    const { properties = {}, required = [] } = toListedTool(tool).inputSchema as Schema;
    const optional = Object.keys(properties).filter((name) => !required.includes(name));
    expect(optional.length).toBeGreaterThan(0);
    const given = Object.fromEntries(optional.map((name) => [name, null]));
    expect(tolerate(argumentSchema(tool), given, tool.aliases)).toEqual({ value: {}, warnings: [] });
  });

  test("[P15] [W5] answers its examples according to its output schema", async () => {
    using home = temporaryFolder();
    const store = await openStore({ memory: true });
    await using model = await startModelServer(() => ({ text: '{"thought": "Both.", "confidence": 0.7}' }));
    const engine = langbaseEngine({ apiKey: "k", baseUrl: model.url });
    const context = {
      sessions: createSessions(store, { thinkMaxThoughts: 100, home: home.path }),
      reasoning: createReasoning(store, { engine }),
      caller: {
        rawArguments: {},
        author: (session?: string) => ({
          handle: { text: session ?? "test", origin: "connection" } as const,
        }),
        roots: async () => undefined,
      },
      notebooks: openNotebooks(store, home.path),
      catalogue: catalogueOf(["all"]),
      progress: { signal: new AbortController().signal, report: async () => {} },
    };
    // Examples may be about a session that is there: the caller's own, and the one that the seeds name.
    await context.sessions.record("library", context.caller.author(), { thought: "What is known?" });
    await store.openSession({ id: "debug-auth-2025-01", title: "Debug authentication flow", mode: "chain" });
    const faults: unknown[] = [];
    expect(tool.examples.length).toBeGreaterThan(0);
    for (const { title, input } of tool.examples) {
      expect(tool.input.safeParse(input), title).toMatchObject({ success: true });
      const result = await callTool(tool, input, context, (__, error) => faults.push(error));
      expect(result.isError, title).toBeUndefined();
      const { output } = tool;
      const exact = output.def.catchall === undefined ? output.strict() : output;
      expect(exact.parse(result.structuredContent)).toEqual(result.structuredContent);
      expect(JSON.parse((result.content[0] as { text: string }).text)).toEqual(result.structuredContent);
    }
    expect(faults).toEqual([]);
    await context.notebooks.close();
    await store.close();
  });
});

test.each<[string, Schema, number, number]>([
  ["an object without properties", { type: "object" }, 1, 1],
  ["a list without items", { type: "object", properties: { a: { type: "array" } }, required: ["a"] }, 2, 1],
  ["a member without a type", { type: "object", properties: { a: {} }, required: ["a"] }, 2, 1],
  [
    "an unknown keyword",
    { type: "object", properties: { a: { type: "string" } }, patternProperties: {} } as Schema,
    3,
    1,
  ],
  [
    "a closed object with all required",
    { type: "object", properties: { a: { type: "string" } }, required: ["a"], additionalProperties: false },
    0,
    1,
  ],
])("[P23] the checks find the problem of %s", (_, schema, strict, gemini) => {
  expect(strictProblems(schema)).toHaveLength(strict);
  expect(geminiProblems(schema)).toHaveLength(gemini);
});
