import { type AskedQuestion, asksPerson, decisionText, readAnswers, readQuestions } from "./decision.ts";
import { readThinkingCall, type ThinkingCall } from "./thinking-tool.ts";
import type { AskedDecision, Skips, ThoughtKind, TokenCounts } from "./transcript.ts";
import { contentText, countOf, type JsonObject, listOf, objectOf, parseObject, textOf } from "./value.ts";

/** What one line of a rollout says. */
export interface CodexItem {
  readonly id?: string | undefined;
  readonly thoughts: readonly {
    readonly kind: ThoughtKind;
    readonly content: string;
    readonly decision?: AskedDecision;
  }[];
  readonly prompt?: string | undefined;
  /** The prompt was there before, in the other of the two layers. */
  readonly isRepeated?: boolean;
  readonly title?: string | undefined;
  readonly cwd?: string | undefined;
  readonly gitBranch?: string | undefined;
  readonly model?: string | undefined;
  readonly hidden?: number;
  readonly tokens?: Partial<TokenCounts>;
  readonly compacted?: boolean;
  /** How many turns of the user were taken back. */
  readonly rolledBack?: number;
  /** Whether the session could end here. */
  readonly state?: boolean;
  readonly call?: {
    readonly id: string | undefined;
    readonly name: string;
    readonly input: unknown;
    readonly thinking?: ThinkingCall | undefined;
  };
  readonly result?: { readonly id: string | undefined; readonly failed: boolean };
}

/** Rollouts say most things twice, as an event and as an item of the model's answer. */
export interface CodexState {
  /** Reasoning in events since the last reasoning item. */
  events: string[];
  /** Reasoning parts of the last item. */
  parts: Set<string>;
  /** The last prose and the last prompt. */
  said: string | undefined;
  prompted?: string | undefined;
  /** A turn was announced and has not ended: prose does not end it. */
  inTurn?: boolean;
  /** Questions to the person, by call. */
  readonly asked: Map<string, readonly AskedQuestion[]>;
}

const NOTHING: CodexItem = { thoughts: [] };
const ENVELOPES = new Set([
  "session_meta",
  "turn_context",
  "event_msg",
  "response_item",
  "compacted",
  "world_state",
]);
/** What Codex puts into user messages by itself. */
const INSERTED = /^\s*(<|# AGENTS\.md|\[Image|Warning:)/;

/** Reads one record; undefined if it says nothing that is known. */
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
  if (type === "compacted") return { ...NOTHING, compacted: true };
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
    case "agent_reasoning": {
      const text = textOf(event.text);
      return text === undefined ? undefined : reasoning([text], state, true);
    }
    case "agent_message":
      return prose(textOf(event.message), state);
    case "user_message":
      return prompt(textOf(event.message), state);
    case "token_count":
      return { ...NOTHING, tokens: tokensOf(objectOf(objectOf(event.info).total_token_usage)) };
    case "context_compacted":
      return undefined;
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
      if (textOf(event.type) === undefined) skips?.add("unknown record");
      return undefined;
  }
}

function completed(item: JsonObject, state: CodexState): CodexItem | undefined {
  switch (textOf(item.type)?.toLowerCase()) {
    case "agentmessage":
    case "agent_message":
      return prose(contentText(item.content) ?? textOf(item.text), state);
    case "reasoning": {
      const parts = [
        ...listOf(item.summary_text),
        ...listOf(item.summary),
        ...listOf(item.raw_content),
      ].flatMap((part) => textOf(part) ?? textOf(objectOf(part).text) ?? []);
      return parts.length === 0 ? undefined : reasoning(parts, state, true);
    }
    default:
      return undefined;
  }
}

function itemOf(item: JsonObject, state: CodexState, skips?: Skips): CodexItem | undefined {
  const id = textOf(item.id);
  switch (item.type) {
    case "reasoning": {
      const parts = [...listOf(item.summary), ...listOf(item.content)].flatMap(
        (part) => textOf(objectOf(part).text) ?? [],
      );
      return { ...reasoning(parts, state, false), id };
    }
    case "message":
      if (item.role === "assistant") return { ...prose(contentText(item.content), state), id };
      if (item.role === "user") return prompt(contentText(item.content), state);
      return undefined;
    case "function_call":
    case "custom_tool_call":
    case "local_shell_call":
    case "web_search_call": {
      const name = textOf(item.name) ?? String(item.type).replace(/_call$/, "");
      const given = textOf(item.arguments) ?? textOf(item.input);
      const input =
        given === undefined ? (item.action ?? item.arguments) : (parseObject(given) ?? { command: given });
      const callId = textOf(item.call_id) ?? id;
      const thinking = readThinkingCall(name, input);
      if (asksPerson(name) && callId !== undefined && state.asked.size < 1000)
        state.asked.set(callId, readQuestions(input));
      const thoughts = thinking ? [{ kind: "tool" as const, content: thinking.content }] : [];
      return { id: id ?? callId, thoughts, call: { id: callId, name, input, thinking }, state: false };
    }
    case "function_call_output":
    case "custom_tool_call_output":
      return outputOf(item, state);
    case "ghost_snapshot":
    case "compaction":
    case "other":
      return undefined;
    default:
      skips?.add("unknown record");
      return undefined;
  }
}

function outputOf(item: JsonObject, state: CodexState): CodexItem {
  const id = textOf(item.call_id);
  const text = textOf(item.output) ?? contentText(objectOf(item.output).content) ?? "";
  const output = parseObject(text) ?? objectOf(item.output);
  const code = objectOf(output.metadata).exit_code;
  const failed = (typeof code === "number" && code !== 0) || output.success === false;
  const questions = id === undefined ? undefined : state.asked.get(id);
  const decisions = questions ? readAnswers(questions, output, text) : [];
  return {
    id,
    thoughts: decisions.map((decision) => ({ kind: "decision", content: decisionText(decision), decision })),
    result: { id, failed },
    state: false,
  };
}

/** A reasoning block; hidden if neither its item nor the events before it have text. */
function reasoning(parts: readonly string[], state: CodexState, isEvent: boolean): CodexItem {
  const texts = parts.map((part) => part.trim());
  const isNew = (text: string) => !state.parts.has(text) && !state.events.includes(text);
  const fresh = texts.filter(isNew);
  if (isEvent) {
    state.events.push(...fresh);
    return { thoughts: thoughtOf(fresh) };
  }
  const isHidden = texts.length === 0 && state.events.length === 0;
  state.events = [];
  state.parts = new Set(texts);
  return { thoughts: thoughtOf(fresh), ...(isHidden && { hidden: 1 }) };
}

function thoughtOf(texts: readonly string[]): CodexItem["thoughts"] {
  return texts.length === 0 ? [] : [{ kind: "reasoning", content: texts.join("\n\n") }];
}

function prose(text: string | undefined, state: CodexState): CodexItem {
  const said = text?.trim();
  if (said === undefined || said === state.said) return NOTHING;
  state.said = said;
  state.prompted = undefined;
  return { thoughts: [{ kind: "prose", content: said }], ...(!state.inTurn && { state: true }) };
}

function prompt(text: string | undefined, state: CodexState): CodexItem | undefined {
  if (text === undefined || INSERTED.test(text)) return undefined;
  const isRepeated = state.prompted === text;
  state.prompted = text;
  state.said = undefined;
  state.parts = new Set();
  state.events = [];
  return { thoughts: [], prompt: text, isRepeated, state: false };
}

function tokensOf(usage: JsonObject): Partial<TokenCounts> {
  return {
    input: Math.max(0, countOf(usage.input_tokens) - countOf(usage.cached_input_tokens)),
    cacheRead: countOf(usage.cached_input_tokens),
    output: countOf(usage.output_tokens),
    reasoning: countOf(usage.reasoning_output_tokens),
  };
}
