import { createHash } from "node:crypto";
import { operationText, readOperation } from "./codex-operation.ts";
import { type AskedQuestion, asksPerson, decisionText, readAnswers, readQuestions } from "./decision.ts";
import { readThinkingCall, type ThinkingCall } from "./thinking-tool.ts";
import { exitCodeIn } from "./tool-log.ts";
import type { AskedDecision, Skips, ThoughtKind, TokenCounts } from "./transcript.ts";
import { contentText, countOf, type JsonObject, listOf, objectOf, parseObject, textOf } from "./value.ts";

/** The content of one line of a rollout. */
export interface CodexItem {
  readonly id?: string | undefined;
  readonly thoughts: readonly {
    readonly kind: ThoughtKind;
    readonly content: string;
    readonly decision?: AskedDecision;
  }[];
  readonly prompt?: string | undefined;
  /** The prompt is a repetition: the other of the two layers contained it already. */
  readonly isRepeated?: boolean;
  readonly title?: string | undefined;
  readonly cwd?: string | undefined;
  readonly gitBranch?: string | undefined;
  readonly model?: string | undefined;
  /** Hidden reasoning blocks; negative if the text of a block that was counted as hidden follows later. */
  readonly hidden?: number;
  readonly tokens?: Partial<TokenCounts>;
  readonly compacted?: boolean;
  /** How many turns of the user were rolled back. */
  readonly rolledBack?: number;
  /** Whether the session could end here. */
  readonly state?: boolean;
  readonly call?: {
    readonly id: string | undefined;
    readonly name: string;
    readonly input: unknown;
    readonly thinking?: ThinkingCall | undefined;
  };
  readonly result?: {
    readonly id: string | undefined;
    readonly failed: boolean;
    readonly code?: number | undefined;
  };
}

/** Rollouts contain most things two or three times, in any order: as events, completed items and items of the model's answer. */
export interface CodexState {
  /** How often each text of this turn occurred in each layer. */
  readonly texts: Map<string, Record<Layer, number>>;
  /** Whether events contained readable reasoning since the last reasoning item. */
  hasReasoned: boolean;
  /** Whether the last reasoning item had no text and is the newest record. */
  isHiding: boolean;
  prompted?: string | undefined;
  /** Whether a turn has started and not ended; prose does not end it. */
  inTurn?: boolean;
  /** Whether the last record reported a compaction, which several records may report. */
  isCompacting: boolean;
  /** Ids of the calls that the model made. */
  readonly calls: Set<string | undefined>;
  /** Questions to the person, by call. */
  readonly asked: Map<string, readonly AskedQuestion[]>;
}

/** The state before the first record. */
export function createCodexState(): CodexState {
  return {
    texts: new Map(),
    hasReasoned: false,
    isHiding: false,
    isCompacting: false,
    calls: new Set(),
    asked: new Map(),
  };
}

const MOST_CALLS = 100_000;
const NOTHING: CodexItem = { thoughts: [] };
const ENVELOPES = new Set([
  "session_meta",
  "turn_context",
  "event_msg",
  "response_item",
  "compacted",
  "world_state",
]);
/** The beginnings of texts that Codex itself inserts into user messages. */
const INSERTED = /^\s*(<|# AGENTS\.md|\[Image|Warning:)/;

/** Reads one record; undefined if it contains nothing that the reader knows. */
export function readCodexItem(record: JsonObject, state: CodexState, skips?: Skips): CodexItem | undefined {
  const type = textOf(record.type);
  if (record.record_type !== undefined) return undefined;
  if (type === undefined) {
    // The first line of files before September 2025.
    if (textOf(record.id) !== undefined) return metaOf(record);
    skips?.add("unknown record");
    return undefined;
  }
  const payload = ENVELOPES.has(type) && record.payload !== undefined ? objectOf(record.payload) : undefined;
  if (type === "session_meta") return metaOf(payload ?? record);
  if (type === "turn_context")
    return { ...NOTHING, model: textOf(payload?.model), cwd: textOf(payload?.cwd) };
  if (type === "compacted") return compaction(state);
  if (type === "event_msg") return eventOf(payload ?? {}, state, skips);
  if (type === "world_state") return undefined;
  return itemOf(payload ?? record, state, skips);
}

function metaOf(meta: JsonObject): CodexItem {
  return {
    thoughts: [],
    cwd: textOf(meta.cwd),
    gitBranch: textOf(objectOf(meta.git).branch),
    model: textOf(meta.model),
    title: textOf(meta.title) ?? textOf(meta.thread_name),
  };
}

function eventOf(event: JsonObject, state: CodexState, skips?: Skips): CodexItem | undefined {
  switch (event.type) {
    case "agent_reasoning":
    case "agent_reasoning_raw_content": {
      const text = textOf(event.text);
      return text === undefined ? undefined : reasoning([text], state, "event");
    }
    case "agent_message":
      return prose(textOf(event.message), state, "event");
    case "user_message":
      return prompt(textOf(event.message), state);
    case "token_count": {
      // Without `info` the event is about rate limits only.
      const total = objectOf(event.info).total_token_usage;
      return total ? { ...NOTHING, tokens: tokensOf(objectOf(total)) } : undefined;
    }
    case "context_compacted":
      return compaction(state);
    case "thread_rolled_back":
      return { ...NOTHING, rolledBack: Math.max(1, countOf(event.num_turns)) };
    case "thread_name_updated":
      return { ...NOTHING, title: textOf(event.thread_name) };
    case "task_complete":
    case "turn_complete":
      state.inTurn = false;
      return { ...NOTHING, state: true };
    case "task_started":
    case "turn_started":
      state.inTurn = true;
      return { ...NOTHING, state: false };
    case "turn_aborted":
      state.inTurn = false;
      return { ...NOTHING, state: false };
    case "item_completed":
      return completed(objectOf(event.item), state);
    default:
      if (!WITHOUT_REASONING.test(String(event.type))) skips?.add("unknown record");
      return undefined;
  }
}

/** Events about the progress of a turn, without content to import. */
const WITHOUT_REASONING =
  /_(begin|end|delta|break|started|output|update|updated|diff|mode|request|response|notice|event|error|configured|ready|status|call)$|^(error|warning|turn_\w{1,40}|task_\w{1,40})$/;

function completed(item: JsonObject, state: CodexState): CodexItem | undefined {
  switch (textOf(item.type)?.toLowerCase()) {
    case "agentmessage":
    case "agent_message":
      return prose(contentText(item.content) ?? textOf(item.text), state, "completed");
    case "reasoning": {
      const parts = [
        ...listOf(item.summary_text),
        ...listOf(item.summary),
        ...listOf(item.raw_content),
      ].flatMap((part) => textOf(part) ?? textOf(objectOf(part).text) ?? []);
      return parts.length === 0 ? undefined : reasoning(parts, state, "completed");
    }
    default:
      return operation(item, state);
  }
}

/** An operation, unless it completes a call that the model made. */
function operation(item: JsonObject, state: CodexState): CodexItem | undefined {
  const found = readOperation(item);
  if (!found || state.calls.has(found.id) || !isNew(operationText(found), state, "completed"))
    return undefined;
  const { id, name, input, failed, code, isDone } = found;
  const result = isDone ? { id, failed, code } : undefined;
  return { id, thoughts: [], call: { id, name, input }, ...(result && { result }), state: false };
}

function itemOf(item: JsonObject, state: CodexState, skips?: Skips): CodexItem | undefined {
  const id = textOf(item.id);
  switch (item.type) {
    case "reasoning": {
      const parts = [...listOf(item.summary), ...listOf(item.content)].flatMap(
        (part) => textOf(objectOf(part).text) ?? [],
      );
      return { ...reasoning(parts, state, "item"), id };
    }
    case "message":
      if (item.role === "assistant") return { ...prose(contentText(item.content), state, "item"), id };
      if (item.role === "user") return prompt(contentText(item.content), state);
      return undefined;
    case "function_call":
    case "custom_tool_call":
    case "local_shell_call":
    case "web_search_call": {
      const name = textOf(item.name) ?? String(item.type).replace(/_call$/, "");
      const given = textOf(item.arguments) ?? textOf(item.input);
      const input =
        given === undefined
          ? (item.action ?? item.arguments)
          : (parseObject(given) ?? patchInput(given) ?? { command: given });
      const callId = textOf(item.call_id) ?? id;
      if (callId !== undefined && state.calls.size < MOST_CALLS) state.calls.add(callId);
      isNew(operationText({ name, input }), state, "item");
      state.isCompacting = false;
      state.isHiding = false;
      const thinking = readThinkingCall(name, input);
      if (asksPerson(name) && callId !== undefined && state.asked.size < 1000)
        state.asked.set(callId, readQuestions(input));
      const thoughts = thinking ? [{ kind: "tool" as const, content: thinking.content }] : [];
      return { id: id ?? callId, thoughts, call: { id: callId, name, input, thinking }, state: false };
    }
    case "function_call_output":
    case "custom_tool_call_output":
      return outputOf(item, state);
    case "compaction":
    case "compaction_summary":
      return compaction(state);
    case "ghost_snapshot":
    case "other":
      return undefined;
    default:
      skips?.add("unknown record");
      return undefined;
  }
}

const PATCHED = /^\*\*\* (?:Update|Add|Delete) File: (.{1,400})$/m;

/** The first file that a patch changes. */
function patchInput(text: string): JsonObject | undefined {
  const path = PATCHED.exec(text.slice(0, 4000))?.[1]?.trim();
  return path === undefined ? undefined : { path };
}

function outputOf(item: JsonObject, state: CodexState): CodexItem {
  const id = textOf(item.call_id);
  const text = textOf(item.output) ?? contentText(objectOf(item.output).content) ?? "";
  const output = parseObject(text) ?? objectOf(item.output);
  const given = objectOf(output.metadata).exit_code ?? output.exit_code;
  const code = typeof given === "number" ? given : exitCodeIn(text);
  const failed = (code !== undefined && code !== 0) || output.success === false;
  const questions = id === undefined ? undefined : state.asked.get(id);
  const decisions = questions ? readAnswers(questions, output, text) : [];
  return {
    id,
    thoughts: decisions.map((decision) => ({ kind: "decision", content: decisionText(decision), decision })),
    result: { id, failed, code },
    state: false,
  };
}

type Layer = "event" | "completed" | "item";

/** Whether a text is new: no other layer has contained it as often in this turn. */
function isNew(text: string, state: CodexState, layer: Layer): boolean {
  // A turn may be as long as the file, so long texts are stored as digests.
  const key = text.length < 100 ? text : createHash("sha256").update(text).digest("base64");
  const counts = state.texts.get(key) ?? { event: 0, completed: 0, item: 0 };
  const before = Math.max(counts.event, counts.completed, counts.item);
  counts[layer]++;
  state.texts.set(key, counts);
  return counts[layer] > before;
}

/** A reasoning block; hidden if neither its item nor the events around it have text. */
function reasoning(parts: readonly string[], state: CodexState, layer: Layer): CodexItem {
  const fresh = parts.map((part) => part.trim()).filter((text) => isNew(text, state, layer));
  const thoughts: CodexItem["thoughts"] =
    fresh.length === 0 ? [] : [{ kind: "reasoning", content: fresh.join("\n\n") }];
  state.isCompacting = false;
  if (layer !== "item") {
    const wasHiding = state.isHiding;
    state.isHiding = false;
    state.hasReasoned = !wasHiding;
    return { thoughts, ...(wasHiding && { hidden: -1 }) };
  }
  state.isHiding = parts.length === 0 && !state.hasReasoned;
  state.hasReasoned = false;
  return { thoughts, ...(state.isHiding && { hidden: 1 }) };
}

function prose(text: string | undefined, state: CodexState, layer: Layer): CodexItem {
  const said = text?.trim();
  if (said === undefined || !isNew(said, state, layer)) return NOTHING;
  state.prompted = undefined;
  state.isCompacting = false;
  state.isHiding = false;
  return { thoughts: [{ kind: "prose", content: said }], ...(!state.inTurn && { state: true }) };
}

function compaction(state: CodexState): CodexItem | undefined {
  if (state.isCompacting) return undefined;
  state.isCompacting = true;
  return { ...NOTHING, compacted: true };
}

function prompt(text: string | undefined, state: CodexState): CodexItem | undefined {
  if (text === undefined) return undefined;
  if (INSERTED.test(text)) return folderIn(text);
  const isRepeated = state.prompted === text;
  state.prompted = text;
  if (!isRepeated) state.texts.clear();
  state.hasReasoned = false;
  state.isHiding = false;
  state.isCompacting = false;
  return { thoughts: [], prompt: text, isRepeated, state: false };
}

/** Old files name the folder only in the context that Codex inserts. */
function folderIn(text: string): CodexItem | undefined {
  const head = text.slice(0, 4000);
  const cwd =
    /<cwd>([^<\n]{1,1000})<\/cwd>/.exec(head)?.[1] ??
    /Current working directory: ([^\n]{1,1000})/.exec(head)?.[1];
  return cwd === undefined ? undefined : { ...NOTHING, cwd: cwd.trim() };
}

function tokensOf(usage: JsonObject): Partial<TokenCounts> {
  return {
    input: Math.max(0, countOf(usage.input_tokens) - countOf(usage.cached_input_tokens)),
    cacheRead: countOf(usage.cached_input_tokens),
    output: countOf(usage.output_tokens),
    reasoning: countOf(usage.reasoning_output_tokens),
  };
}
