import { createHash } from "node:crypto";
import { EXPORT_VERSION, type ExportedSession, type ReadThoughts } from "./export.ts";
import type { Note } from "./note.ts";
import { speakerOf } from "./speaker.ts";
import type { Thought } from "./thought.ts";
import { withoutSecrets } from "./without-secrets.ts";

type Value = string | number | boolean | readonly string[] | undefined;
type Attributes = Readonly<Record<string, Value>>;

/** How a session's spans are described. */
interface Convention {
  readonly rootName: string;
  readonly nameOf: (thought: Thought) => string;
  readonly root: (session: ExportedSession) => Attributes;
  readonly thought: (thought: Thought, session: ExportedSession, notes: readonly Note[]) => Attributes;
}

/** A session as OTLP JSON with OpenTelemetry's GenAI conventions: a span for the agent and one for each thought. */
export const exportOtlp = spansBy({
  rootName: "invoke_agent clew",
  nameOf: (thought) => (speakerOf(thought)?.kind === "tool" ? "execute_tool" : "plan"),
  root: (session) => ({
    "gen_ai.operation.name": "invoke_agent",
    "gen_ai.provider.name": "clew",
    "gen_ai.agent.name": "clew",
    "gen_ai.agent.description": session.description,
    "gen_ai.conversation.id": session.id,
    "clew.session.title": session.title,
    "clew.session.project": session.project,
    "clew.session.tags": session.tags,
    "clew.session.status": session.status,
  }),
  thought: (thought, session, notes) => {
    const speaker = speakerOf(thought);
    const part =
      speaker?.kind === "person"
        ? { type: "text", content: thought.content }
        : { type: "reasoning", content: thought.content };
    const message = { role: speaker?.kind === "person" ? "user" : "assistant", parts: [part] };
    const key = speaker?.kind === "person" ? "gen_ai.input.messages" : "gen_ai.output.messages";
    return {
      "gen_ai.operation.name": speaker?.kind === "tool" ? "execute_tool" : "plan",
      "gen_ai.agent.name": thought.author,
      "gen_ai.conversation.id": session.id,
      ...(speaker?.kind === "tool"
        ? { "gen_ai.tool.name": toolName(speaker.name), "gen_ai.tool.call.result": thought.content }
        : {
            [key]: JSON.stringify([
              speaker?.kind === "person" ? message : { ...message, finish_reason: "stop" },
            ]),
          }),
      "gen_ai.response.model": modelOf(thought),
      ...clewFacts(thought),
      "clew.thought.notes":
        notes.length > 0 ? notes.map(({ author, text }) => `${author}: ${text}`) : undefined,
    };
  },
});

/** A session as OTLP JSON with the OpenInference conventions: an AGENT span, and a CHAIN, LLM or TOOL span for each thought. */
export const exportOpenInference = spansBy({
  rootName: "clew session",
  nameOf: (thought) => `thought ${thought.number}`,
  root: (session) => ({
    "openinference.span.kind": "AGENT",
    "session.id": session.id,
    "agent.name": "clew",
    "input.value": session.description ?? session.title,
    "input.mime_type": "text/plain",
    "tag.tags": session.tags,
    metadata: JSON.stringify({ title: session.title, project: session.project, status: session.status }),
  }),
  thought: (thought, session, notes) => {
    const speaker = speakerOf(thought);
    const model = modelOf(thought);
    const kind = speaker?.kind === "tool" ? "TOOL" : model === undefined ? "CHAIN" : "LLM";
    const side = speaker?.kind === "person" ? "input" : "output";
    return {
      "openinference.span.kind": kind,
      "session.id": session.id,
      [`${side}.value`]: thought.content,
      [`${side}.mime_type`]: "text/plain",
      "graph.node.id": thought.id,
      "graph.node.parent_id": thought.parentId,
      "graph.node.name": thought.branchId,
      ...(kind === "TOOL" && { "tool.name": toolName(speaker!.name) }),
      ...(kind === "LLM" && {
        "llm.model_name": model,
        "llm.output_messages.0.message.role": "assistant",
        "llm.output_messages.0.message.content": thought.content,
      }),
      metadata: JSON.stringify(clewFacts(thought)),
      ...annotations(notes),
    };
  },
});

/** Notes of people as annotations of a span. */
function annotations(notes: readonly Note[]): Attributes {
  return Object.fromEntries(
    notes.flatMap(({ author, text, state }, index) => {
      const prefix = `annotations.${index}.annotation`;
      return [
        [`${prefix}.name`, `note by ${author}`],
        [`${prefix}.label`, state],
        [`${prefix}.explanation`, text],
        [`${prefix}.annotator_kind`, "HUMAN"],
      ];
    }),
  );
}

/** Facts for which neither convention has a name. */
function clewFacts(thought: Thought): Attributes {
  return {
    "clew.thought.id": thought.id,
    "clew.thought.seq": thought.seq,
    "clew.thought.number": thought.number,
    "clew.thought.total": thought.total,
    "clew.thought.branch": thought.branchId,
    "clew.thought.branch_from": thought.branchFrom,
    "clew.thought.revises": thought.revises,
    "clew.thought.next_needed": thought.nextThoughtNeeded,
    "clew.thought.confidence": thought.confidence,
    "clew.thought.source": thought.source,
    "clew.thought.marks": thought.marks,
  };
}

function modelOf({ metadata: { model } }: Thought): string | undefined {
  return typeof model === "string" && model !== "" ? model : undefined;
}

const toolName = (shown: string): string => shown.replace(/^tool: /, "");

/**
 * Creates the writer of one trace: a root span with the length of the session, and a child for each thought that lasts
 * from the thought before it. The thought before it and the revised one are links. Ids are derived from those of the
 * ledger, so that a second export gives the same trace.
 */
function spansBy({ rootName, nameOf, root, thought: describe }: Convention) {
  return async function* write(given: ExportedSession, read: ReadThoughts): AsyncGenerator<string> {
    const session = withoutSecrets(given);
    const traceId = idOf(`session ${session.id} ${session.createdAt}`, 32);
    const rootId = idOf(`root ${session.id} ${session.createdAt}`, 16);
    const notesOn = Map.groupBy(session.notes ?? [], ({ on }) => on ?? 0);
    const spanOf = (id: string): string => idOf(id, 16);
    const timeOf = new Map<string, number>();
    const service = attributes({ "service.name": "clew", "service.version": EXPORT_VERSION });
    const scope = { name: "clew", version: EXPORT_VERSION };
    yield `{"resourceSpans":[${JSON.stringify({ resource: { attributes: service } }).slice(0, -1)},"scopeSpans":[${JSON.stringify({ scope }).slice(0, -1)},"spans":[`;
    const began = Date.parse(session.createdAt);
    let [start, end] = [began, Math.max(began, Date.parse(session.updatedAt))];
    for await (const one of read()) {
      const thought = withoutSecrets(one);
      const at = Date.parse(thought.createdAt);
      const before = timeOf.get(thought.parentId ?? "") ?? began;
      timeOf.set(thought.id, at);
      [start, end] = [Math.min(start, at), Math.max(end, at)];
      const span = {
        traceId,
        spanId: spanOf(thought.id),
        parentSpanId: rootId,
        name: nameOf(thought),
        kind: INTERNAL,
        startTimeUnixNano: nanoseconds(Math.min(before, at)),
        endTimeUnixNano: nanoseconds(at),
        attributes: attributes(describe(thought, session, notesOn.get(thought.number) ?? [])),
        links: [
          ...(thought.parentId === undefined ? [] : [link(traceId, spanOf(thought.parentId), "follows")]),
          ...(thought.revisesId === undefined ? [] : [link(traceId, spanOf(thought.revisesId), "revises")]),
        ],
        status: {},
      };
      yield `\n${JSON.stringify(span)},`;
    }
    const rootSpan = {
      traceId,
      spanId: rootId,
      name: rootName,
      kind: INTERNAL,
      startTimeUnixNano: nanoseconds(start),
      endTimeUnixNano: nanoseconds(end),
      attributes: attributes(root(session)),
      events: (notesOn.get(0) ?? []).map(({ createdAt, author, text }) => ({
        timeUnixNano: nanoseconds(Date.parse(createdAt)),
        name: "clew.note",
        attributes: attributes({ "clew.note.author": author, "clew.note.text": text }),
      })),
      status: {},
    };
    yield `\n${JSON.stringify(rootSpan)}\n]}]}]}\n`;
  };
}

/** SPAN_KIND_INTERNAL. */
const INTERNAL = 1;

const idOf = (text: string, characters: 16 | 32): string =>
  createHash("sha256").update(text).digest("hex").slice(0, characters);

/** A time in milliseconds as OTLP writes it: nanoseconds as a decimal text. */
const nanoseconds = (time: number): string => `${time}000000`;

const link = (traceId: string, spanId: string, relation: string) => ({
  traceId,
  spanId,
  attributes: attributes({ "clew.link": relation }),
});

function attributes(given: Attributes) {
  return Object.entries(given).flatMap(([key, value]) =>
    value === undefined ? [] : [{ key, value: attributeValue(value) }],
  );
}

function attributeValue(value: Exclude<Value, undefined>) {
  // A protobuf string is UTF-8, which has no lone surrogates.
  if (typeof value === "string") return { stringValue: value.toWellFormed() };
  if (typeof value === "boolean") return { boolValue: value };
  if (typeof value === "number")
    return Number.isInteger(value) ? { intValue: String(value) } : { doubleValue: value };
  return { arrayValue: { values: value.map((one) => ({ stringValue: one.toWellFormed() })) } };
}
