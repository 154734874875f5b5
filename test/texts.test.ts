import { existsSync, readdirSync, readFileSync } from "node:fs";
import { encode } from "gpt-tokenizer/encoding/o200k_base";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import { thoughtbox } from "../src/server/tools/thoughtbox.ts";

const COOKBOOK_BUDGET = 1600;
const PROMPT_TOKENS = { least: 350, most: 650 };

const PATTERNS = ["Forward", "Backward", "Branching", "Revision", "Interleaved", "First principles"];

const THOUGHTBOX_ARGUMENTS = new Set(Object.keys(thoughtbox.input.shape));

const SEED_CALL = {
  thought: "User wants to cancel flight ABC123. Need to verify: user ID, reservation ID, reason.",
};
const SEED_ANSWER = {
  status: "success",
  step: 1,
  ...SEED_CALL,
  context_size: 1,
  session_id: "workflow-uuid",
};

describe("the patterns cookbook", () => {
  const cookbook = read("src/server/resources/patterns-cookbook.md");
  const sections = new Map(
    cookbook
      .split(/^## /m)
      .slice(1)
      .map((section) => [section.split("\n", 1)[0]!, section]),
  );

  test("[B8] the cookbook has six patterns, each with its sign of being done and its mistake", () => {
    expect([...sections.keys()]).toEqual(PATTERNS);
    for (const section of sections.values()) {
      expect(section).toMatch(/^Done: ./m);
      expect(section).toMatch(/^Mistake: ./m);
    }
  });

  test("[B8] the cookbook stays within its token budget", () => {
    const tokens = encode(cookbook).length;
    console.log(`patterns cookbook: ${tokens} of ${COOKBOOK_BUDGET} tokens`);
    expect(tokens).toBeLessThan(COOKBOOK_BUDGET);
  });

  test.each(PATTERNS)("[B8] the tool accepts the calls of the pattern %s", (pattern) => {
    const calls = callsOf(sections.get(pattern)!);
    expect(calls.length).toBeGreaterThanOrEqual(3);
    expect(calls.length).toBeLessThanOrEqual(6);
    for (const call of calls) {
      expect(Object.keys(call).filter((name) => !THOUGHTBOX_ARGUMENTS.has(name))).toEqual([]);
      expect(call).toMatchObject({
        thought: expect.any(String),
        thoughtNumber: expect.any(Number),
        totalThoughts: expect.any(Number),
        nextThoughtNeeded: expect.any(Boolean),
      });
      expect(call.thoughtNumber).toBeLessThanOrEqual(call.totalThoughts as number);
    }
    expect(calls.map((call) => call.nextThoughtNeeded)).toEqual(calls.map((_, i) => i < calls.length - 1));
  });

  test("[B8] the backward example counts down from its total", () => {
    const calls = callsOf(sections.get("Backward")!);
    expect(calls.map((call) => call.thoughtNumber)).toEqual([4, 3, 2, 1]);
    expect(calls[0]!.totalThoughts).toBe(4);
  });

  test("[B8] branches and revisions in the examples refer to earlier thoughts", () => {
    for (const section of sections.values()) {
      const sent = new Set<unknown>();
      for (const call of callsOf(section)) {
        for (const target of [call.branchFromThought, call.revisesThought])
          if (target !== undefined) expect(sent).toContain(target);
        sent.add(call.thoughtNumber);
      }
    }
  });
});

describe("the domain prompts", () => {
  const names = readdirSync(file("src/server/prompts")).filter((name) => name.endsWith(".md"));

  test("[T9] there is a prompt for airline, retail and coding work", () => {
    expect(names).toEqual(expect.arrayContaining(["airline.md", "retail.md", "coding.md"]));
  });

  test.each(["airline", "retail", "coding"])(
    "[T9] the prompt %s keeps to its size and has one place for the task",
    (name) => {
      const text = read(`src/server/prompts/${name}.md`);
      const tokens = encode(text).length;
      console.log(`prompt ${name}: ${tokens} tokens`);
      expect(tokens).toBeGreaterThanOrEqual(PROMPT_TOKENS.least);
      expect(tokens).toBeLessThanOrEqual(PROMPT_TOKENS.most);
      expect(text.split("\n").filter((line) => line === "{{task}}")).toHaveLength(1);
      expect(text.split("{{")).toHaveLength(2);
      expect(text.split("\n").indexOf("{{task}}")).toBeLessThan(5);
    },
  );
});

describe("the Dify description", () => {
  const tool = parse(read("integrations/dify/tools/think.yaml"));
  const provider = parse(read("integrations/dify/provider/clew.yaml"));
  const manifest = parse(read("integrations/dify/manifest.yaml"));

  test("[T10] the tool has the seed's name, both labels and its required thought", () => {
    expect(tool.identity).toEqual({
      name: "think",
      author: "Clew",
      label: { en_US: "Think", zh_Hans: "思考" },
    });
    const [thought, session] = tool.parameters;
    expect(thought).toMatchObject({ name: "thought", type: "string", required: true, form: "llm" });
    expect(session).toMatchObject({ name: "session_id", type: "string", required: false, form: "llm" });
    for (const parameter of tool.parameters) {
      expect(parameter.llm_description).toMatch(/\S/);
      expect(Object.keys(parameter.label)).toEqual(["en_US", "zh_Hans"]);
      expect(Object.keys(parameter.human_description)).toEqual(["en_US", "zh_Hans"]);
    }
  });

  test("[T10] the output variables are the five fields of the answer", () => {
    expect(Object.keys(tool.output_schema.properties)).toEqual(Object.keys(SEED_ANSWER));
  });

  test("[T10] the manifest refers to the provider, the provider to the tool, and both to an icon", () => {
    expect(manifest.plugins.tools).toEqual(["provider/clew.yaml"]);
    expect(provider.tools).toEqual(["tools/think.yaml"]);
    expect(provider.identity.name).toBe(manifest.name);
    for (const { icon } of [manifest, provider.identity])
      expect(existsSync(file(`integrations/dify/_assets/${icon}`))).toBe(true);
  });
});

describe("the guides", () => {
  test.each([
    ["think", SEED_CALL],
    ["dify", { ...SEED_CALL, session_id: "workflow-uuid" }],
  ])("the guide %s shows the seed's call and answer within its first screenful", (name, call) => {
    const guide = read(`docs/guide/${name}.md`);
    const blocks = [...guide.matchAll(/^```json\n(.*?)^```/gms)].map((match) => JSON.parse(match[1]!));
    expect(blocks).toEqual([call, SEED_ANSWER]);
    expect(guide.split("\n").slice(0, 12).join("\n")).toContain("```");
  });

  test("the guides and the Dify folder link only to files that exist", () => {
    for (const page of ["docs/guide/dify.md", "docs/guide/think.md", "integrations/dify/README.md"])
      for (const [, target] of read(page).matchAll(/\]\((?!https?:)([^)#]+)[^)]*\)/g))
        expect(existsSync(new URL(target!, file(page))), `${page} links to ${target}`).toBe(true);
  });
});

function callsOf(section: string): Record<string, unknown>[] {
  return section
    .split("\n")
    .filter((line) => line.startsWith("{"))
    .map((line) => JSON.parse(line));
}

function read(path: string): string {
  return readFileSync(file(path), "utf8");
}

function file(path: string): URL {
  return new URL(`../${path}`, import.meta.url);
}
