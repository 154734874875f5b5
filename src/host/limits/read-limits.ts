import { Failure } from "../../ledger/index.ts";
import type { Allowance, HostLimits } from "./limits.ts";

/** A limit; a bare number means per message. */
export type SpanLimit = number | { readonly per_message?: number; readonly per_session?: number };

/** `max_tool_calls` of a configuration, where it is more than a number. */
export interface MaxToolCalls {
  readonly per_message?: number;
  readonly per_session?: number;
  readonly per_tool?: Readonly<Record<string, SpanLimit>>;
  readonly per_minute?: number;
  /** Tools that a share of the calls is kept for. */
  readonly critical?: readonly string[];
  /** That share, from 0 to 1; a fifth when tools are named and it is not. */
  readonly reserve?: number;
  readonly adaptive?: boolean;
}

/** `limits` of a configuration: what a session may use besides tool calls. */
export interface ResourceLimits {
  readonly tokens?: SpanLimit;
  /** In dollars. */
  readonly cost?: SpanLimit;
  readonly wall_ms?: SpanLimit;
}

/** Brings the limits of a configuration into one form; throws `INVALID_ARGUMENT` with the field that is wrong. */
export function readLimits(maxToolCalls?: number | MaxToolCalls, resources?: ResourceLimits): HostLimits {
  const calls = fieldsOf("max_tool_calls", maxToolCalls, CALL_FIELDS, whole);
  const more = fieldsOf("limits", resources, RESOURCE_FIELDS);
  const perTool = toolLimits(calls.per_tool);
  const tokens = spans("limits.tokens", more.tokens, whole);
  const cost = spans("limits.cost", more.cost, amount);
  const wallMs = spans("limits.wall_ms", more.wall_ms, amount);
  const critical = names(calls.critical);
  const of = (span: keyof Spans, own: number | undefined): Allowance => ({
    perTool: Object.fromEntries(
      perTool.flatMap(([name, limit]) => (limit[span] === undefined ? [] : [[name, limit[span]]])),
    ),
    ...given("calls", own),
    ...given("tokens", tokens[span]),
    ...given("cost", cost[span]),
    ...given("wallMs", wallMs[span]),
  });
  return {
    message: of("per_message", optional("max_tool_calls.per_message", calls.per_message, whole)),
    session: of("per_session", optional("max_tool_calls.per_session", calls.per_session, whole)),
    ...given("perMinute", optional("max_tool_calls.per_minute", calls.per_minute, whole)),
    critical,
    reserve:
      optional("max_tool_calls.reserve", calls.reserve, share) ?? (critical.length > 0 ? USUAL_RESERVE : 0),
    adaptive: optional("max_tool_calls.adaptive", calls.adaptive, flag) ?? false,
  };
}

const SPAN_FIELDS = ["per_message", "per_session"];
const CALL_FIELDS = [...SPAN_FIELDS, "per_tool", "per_minute", "critical", "reserve", "adaptive"];
const RESOURCE_FIELDS = ["tokens", "cost", "wall_ms"];
const USUAL_RESERVE = 0.2;

interface Spans {
  readonly per_message?: number;
  readonly per_session?: number;
}

type Fields = Readonly<Record<string, unknown>>;
type Read<T> = (field: string, value: unknown) => T;

function spans(field: string, value: unknown, read: Read<number>): Spans {
  const fields = fieldsOf(field, value, SPAN_FIELDS, read);
  return {
    ...given("per_message", optional(`${field}.per_message`, fields.per_message, read)),
    ...given("per_session", optional(`${field}.per_session`, fields.per_session, read)),
  };
}

function toolLimits(value: unknown): readonly (readonly [string, Spans])[] {
  const field = "max_tool_calls.per_tool";
  return Object.entries(fieldsOf(field, value)).map(([name, limit]) => [
    name,
    spans(`${field}.${name}`, limit, whole),
  ]);
}

/** The fields of an object, of which all must be known; a number stands for `per_message` where one is read. */
function fieldsOf(field: string, value: unknown, known?: readonly string[], number?: Read<number>): Fields {
  if (value === undefined) return {};
  if (number !== undefined && typeof value === "number") {
    number(field, value);
    return { per_message: value };
  }
  if (typeof value !== "object" || value === null || Array.isArray(value))
    return wrong(field, value, number === undefined ? "an object" : "a number or an object");
  const stranger = known && Object.keys(value).find((name) => !known.includes(name));
  if (stranger === undefined) return value as Fields;
  return refuse(`${field}.${stranger} is not known. Known are: ${known?.join(", ")}.`);
}

function names(value: unknown): readonly string[] {
  if (value === undefined) return [];
  const isList = Array.isArray(value) && value.every((name) => typeof name === "string");
  return isList ? value : wrong("max_tool_calls.critical", value, "a list of names of tools");
}

const whole: Read<number> = (field, value) =>
  Number.isSafeInteger(value) && Number(value) >= 0
    ? Number(value)
    : wrong(field, value, "a whole number of 0 or more");

const amount: Read<number> = (field, value) =>
  Number.isFinite(value) && Number(value) >= 0 ? Number(value) : wrong(field, value, "a number of 0 or more");

const share: Read<number> = (field, value) =>
  Number.isFinite(value) && Number(value) >= 0 && Number(value) <= 1
    ? Number(value)
    : wrong(field, value, "a number from 0 to 1");

const flag: Read<boolean> = (field, value) =>
  typeof value === "boolean" ? value : wrong(field, value, "true or false");

function optional<T>(field: string, value: unknown, read: Read<T>): T | undefined {
  return value === undefined ? undefined : read(field, value);
}

function given<N extends string, T>(name: N, value: T | undefined) {
  return value === undefined ? {} : ({ [name]: value } as { readonly [K in N]: T });
}

function wrong(field: string, value: unknown, right: string): never {
  const shown = typeof value === "number" ? String(value) : (JSON.stringify(value) ?? typeof value);
  return refuse(`${field}: ${shown.length > 60 ? `${shown.slice(0, 60)}…` : shown} is not ${right}.`);
}

function refuse(problem: string): never {
  throw new Failure("INVALID_ARGUMENT", { problem });
}
