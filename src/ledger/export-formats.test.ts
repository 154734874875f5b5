import { describe, expect, test } from "vitest";
import * as z from "zod";
import { session as plain, thought } from "../../test/support/sample-session.ts";
import { documents } from "./export-document.ts";
import type { Note } from "./note.ts";
import type { Thought } from "./thought.ts";

const session = { ...plain, description: "Why is it slow?", tags: ["api"] };
const thoughts = [
  thought(1, { metadata: { role: "user" } }),
  thought(2, { parentId: "t1", confidence: 0.5, marks: ["decision: use a cache"] }),
  thought(3, { parentId: "t2", branchId: "left </b>", branchFrom: 2, metadata: { model: "some-model" } }),
  thought(4, { parentId: "t3", branchId: "left </b>", content: 'quotes " and\nlines' }),
  thought(5, { parentId: "t2", isRevision: true, revises: 1, revisesId: "t1" }),
  thought(6, { parentId: "t5", nextThoughtNeeded: false, metadata: { role: "tool", tool: "search" } }),
];
const note = (text: string, on: number | null): Note => ({
  id: "0123456789",
  sessionId: session.id,
  on,
  author: "ann",
  text,
  state: "waiting",
  createdAt: session.createdAt,
});
const notes = [note("Look at the log", 2), note("Good work", null)];

async function written(format: keyof typeof documents, of: readonly Thought[] = thoughts): Promise<unknown> {
  const pieces = documents[format].write(
    { ...session, notes },
    async function* () {
      yield* of;
    },
    "2026-11-18T10:00:00.000Z",
  );
  return JSON.parse((await Array.fromAsync(pieces)).join(""));
}

describe("ATIF", () => {
  const Extra = z.record(z.string(), z.unknown());
  /** The fields of ATIF 1.7; unknown ones are refused, as its reference models do. */
  const Trajectory = z.strictObject({
    schema_version: z.literal("ATIF-v1.7"),
    session_id: z.string().optional(),
    trajectory_id: z.string().optional(),
    agent: z.strictObject({
      name: z.string(),
      version: z.string(),
      model_name: z.string().optional(),
      extra: Extra.optional(),
    }),
    steps: z
      .array(
        z
          .strictObject({
            step_id: z.int().min(1),
            timestamp: z.iso.datetime().optional(),
            source: z.enum(["system", "user", "agent"]),
            model_name: z.string().optional(),
            message: z.string(),
            reasoning_content: z.string().optional(),
            extra: Extra.optional(),
          })
          .refine((step) => step.source === "agent" || (!step.reasoning_content && !step.model_name)),
      )
      .refine((steps) => steps.every(({ step_id }, index) => step_id === index + 1)),
    final_metrics: z.strictObject({ total_steps: z.int() }).optional(),
    extra: Extra.optional(),
  });

  test("[E8] a trajectory has a step for each thought, and the graph in extra", async () => {
    const trajectory = Trajectory.parse(await written("atif"));
    expect(trajectory.steps.map(({ source }) => source)).toEqual([
      "user",
      "agent",
      "agent",
      "agent",
      "agent",
      "system",
    ]);
    expect(trajectory.steps[2]).toMatchObject({
      model_name: "some-model",
      reasoning_content: "thought 3",
      extra: { seq: 3, number: 3, branchId: "left </b>", branchFrom: 2, parentId: "t2" },
    });
    expect(trajectory.steps[4]!.extra).toMatchObject({ isRevision: true, revises: 1, revisesId: "t1" });
    expect(trajectory.extra).toMatchObject({ title: session.title, tags: ["api"], notes: [{}, {}] });
  });

  test("[E8] a session without thoughts is a valid trajectory", async () => {
    expect(Trajectory.parse(await written("atif", [])).steps).toEqual([]);
  });
});

describe("JSON Canvas", () => {
  const Colour = z.string().regex(/^([1-6]|#[0-9a-fA-F]{6})$/);
  const Side = z.enum(["top", "right", "bottom", "left"]);
  /** JSON Canvas 1.0 with text nodes. */
  const Canvas = z.strictObject({
    nodes: z.array(
      z.strictObject({
        id: z.string(),
        type: z.literal("text"),
        x: z.int(),
        y: z.int(),
        width: z.int().min(1),
        height: z.int().min(1),
        color: Colour.optional(),
        text: z.string(),
      }),
    ),
    edges: z.array(
      z.strictObject({
        id: z.string(),
        fromNode: z.string(),
        fromSide: Side.optional(),
        toNode: z.string(),
        toSide: Side.optional(),
        color: Colour.optional(),
        label: z.string().optional(),
      }),
    ),
  });

  test("[E9] a canvas has a node for each thought and an edge for each link", async () => {
    const { nodes, edges } = Canvas.parse(await written("canvas"));
    expect(nodes.map(({ text }) => text.split("\n\n")[1])).toEqual(thoughts.map(({ content }) => content));
    const ids = new Set(nodes.map(({ id }) => id));
    expect(ids.size).toBe(thoughts.length);
    expect(new Set(edges.map(({ id }) => id)).size).toBe(edges.length);
    expect(edges.every(({ fromNode, toNode }) => ids.has(fromNode) && ids.has(toNode))).toBe(true);
    expect(edges.map(({ fromNode, toNode, label }) => [fromNode, toNode, label])).toEqual([
      ["thought-1", "thought-2", undefined],
      ["thought-2", "thought-3", "left </b>"],
      ["thought-3", "thought-4", undefined],
      ["thought-2", "thought-5", undefined],
      ["thought-5", "thought-1", "revises"],
      ["thought-5", "thought-6", undefined],
    ]);
    const rows = nodes.toSorted((a, b) => a.y - b.y);
    expect(rows.every(({ y }, at) => at === 0 || y >= rows[at - 1]!.y + rows[at - 1]!.height)).toBe(true);
    expect(nodes[2]!.x).toBeGreaterThan(nodes[1]!.x);
  });
});

describe("spans", () => {
  const Value = z.union([
    z.strictObject({ stringValue: z.string() }),
    z.strictObject({ intValue: z.string().regex(/^-?\d+$/) }),
    z.strictObject({ doubleValue: z.number() }),
    z.strictObject({ boolValue: z.boolean() }),
    z.strictObject({
      arrayValue: z.strictObject({ values: z.array(z.strictObject({ stringValue: z.string() })) }),
    }),
  ]);
  const Attributes = z
    .array(z.strictObject({ key: z.string().min(1), value: Value }))
    .refine((list) => new Set(list.map(({ key }) => key)).size === list.length);
  const TraceId = z.string().regex(/^[0-9a-f]{32}$/);
  const SpanId = z.string().regex(/^[0-9a-f]{16}$/);
  const Time = z.string().regex(/^\d{19}$/);
  /** An ExportTraceServiceRequest in OTLP's JSON encoding. */
  const Traces = z.strictObject({
    resourceSpans: z.array(
      z.strictObject({
        resource: z.strictObject({ attributes: Attributes }),
        scopeSpans: z.array(
          z.strictObject({
            scope: z.strictObject({ name: z.string(), version: z.string() }),
            spans: z.array(
              z.strictObject({
                traceId: TraceId,
                spanId: SpanId,
                parentSpanId: SpanId.optional(),
                name: z.string().min(1),
                kind: z.int().min(1).max(5),
                startTimeUnixNano: Time,
                endTimeUnixNano: Time,
                attributes: Attributes,
                events: z
                  .array(z.strictObject({ timeUnixNano: Time, name: z.string(), attributes: Attributes }))
                  .optional(),
                links: z
                  .array(z.strictObject({ traceId: TraceId, spanId: SpanId, attributes: Attributes }))
                  .optional(),
                status: z.strictObject({ code: z.int().optional() }),
              }),
            ),
          }),
        ),
      }),
    ),
  });

  async function spansOf(format: "otlp" | "openinference", of = thoughts) {
    const { spans } = Traces.parse(await written(format, of)).resourceSpans[0]!.scopeSpans[0]!;
    const root = spans.at(-1)!;
    const steps = spans.slice(0, -1);
    expect(root.parentSpanId).toBeUndefined();
    expect(new Set(spans.map(({ spanId }) => spanId)).size).toBe(spans.length);
    const known = new Set(spans.map(({ spanId }) => spanId));
    for (const span of steps) {
      expect(span.parentSpanId).toBe(root.spanId);
      expect(BigInt(span.startTimeUnixNano) <= BigInt(span.endTimeUnixNano)).toBe(true);
      expect(BigInt(root.startTimeUnixNano) <= BigInt(span.startTimeUnixNano)).toBe(true);
      expect(BigInt(root.endTimeUnixNano) >= BigInt(span.endTimeUnixNano)).toBe(true);
      expect(span.links!.every(({ spanId }) => known.has(spanId))).toBe(true);
    }
    const shown = spans.map(({ attributes }) =>
      Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]])),
    );
    return { root: shown.at(-1)!, steps: shown.slice(0, -1), spans };
  }

  test("[E10] OTLP has an agent span and a span for each thought, with GenAI attributes", async () => {
    const { root, steps, spans } = await spansOf("otlp");
    expect(root).toMatchObject({
      "gen_ai.operation.name": "invoke_agent",
      "gen_ai.conversation.id": session.id,
    });
    expect(spans.at(-1)!.events).toMatchObject([{ name: "clew.note" }]);
    expect(steps.map((step) => step["gen_ai.operation.name"])).toEqual([
      ...Array<string>(5).fill("plan"),
      "execute_tool",
    ]);
    expect(JSON.parse(String(steps[1]!["gen_ai.output.messages"]))).toEqual([
      { role: "assistant", parts: [{ type: "reasoning", content: "thought 2" }], finish_reason: "stop" },
    ]);
    expect(JSON.parse(String(steps[0]!["gen_ai.input.messages"]))).toEqual([
      { role: "user", parts: [{ type: "text", content: "thought 1" }] },
    ]);
    expect(steps[4]).toMatchObject({ "clew.thought.revises": "1", "clew.thought.number": "5" });
    expect(spans[4]!.links).toHaveLength(2);
    expect(steps[5]).toMatchObject({ "gen_ai.tool.name": "search" });
  });

  test("[E11] OpenInference has an AGENT span, a span of a known kind for each thought, and notes as annotations", async () => {
    const { root, steps } = await spansOf("openinference");
    expect(root).toMatchObject({ "openinference.span.kind": "AGENT", "session.id": session.id });
    expect(steps.map((step) => step["openinference.span.kind"])).toEqual([
      "CHAIN",
      "CHAIN",
      "LLM",
      "CHAIN",
      "CHAIN",
      "TOOL",
    ]);
    expect(steps[1]).toMatchObject({
      "output.value": "thought 2",
      "annotations.0.annotation.name": "note by ann",
      "annotations.0.annotation.explanation": "Look at the log",
      "annotations.0.annotation.annotator_kind": "HUMAN",
    });
    expect(steps[2]).toMatchObject({ "llm.model_name": "some-model", "graph.node.parent_id": "t2" });
    for (const step of [root, ...steps])
      for (const key of Object.keys(step)) expect(key).toMatch(OPENINFERENCE_KEYS);
  });

  test("[E10] [E11] a session without thoughts is one span, and a second export has the same ids", async () => {
    for (const format of ["otlp", "openinference"] as const) {
      expect((await spansOf(format, [])).spans).toHaveLength(1);
      const ids = async () => (await spansOf(format)).spans.map(({ traceId, spanId }) => traceId + spanId);
      expect(await ids()).toEqual(await ids());
    }
  });

  /** The attributes of OpenInference that are written. */
  const OPENINFERENCE_KEYS =
    /^(openinference\.span\.kind|session\.id|agent\.name|(in|out)put\.(value|mime_type)|metadata|tag\.tags|graph\.node\.(id|parent_id|name)|tool\.name|llm\.model_name|llm\.output_messages\.\d+\.message\.(role|content)|annotations\.\d+\.annotation\.(name|label|explanation|annotator_kind))$/;
});

test("[E7] no format writes a secret", async () => {
  const secret = `sk-ant-api03-${"a1B2c3D4".repeat(8)}`;
  for (const format of ["atif", "canvas", "otlp", "openinference"] as const) {
    const text = JSON.stringify(
      await written(format, [thought(1, { content: `key ${secret}`, metadata: { note: secret } })]),
    );
    expect([format, text.includes(secret)]).toEqual([format, false]);
  }
});
