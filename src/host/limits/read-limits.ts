import { Failure } from "../../ledger/index.ts";
import type { Allowance, HostLimits } from "./limits.ts";

/** A limit; a bare number applies to each message. */
export type SpanLimit = number | Spans;

interface Spans {
  readonly per_message?: number;
  readonly per_session?: number;
}

/** The object form of `max_tool_calls`. */
export interface MaxToolCalls extends Spans {
  readonly per_tool?: Readonly<Record<string, SpanLimit>>;
  readonly per_minute?: number;
  /** Tools for which a share of the calls is reserved. */
  readonly critical?: readonly string[];
  /** That share, from 0 to 1. Defaults to a fifth if critical tools are named. */
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

/** Normalizes the limits of a configuration. Throws `INVALID_ARGUMENT` with the wrong field. */
export function readLimits(maxToolCalls?: number | MaxToolCalls, resources?: ResourceLimits): HostLimits {
  const calls = fieldsOf("max_tool_calls", maxToolCalls, CALL_FIELDS, whole);
  const more = fieldsOf("limits", resources, RESOURCE_FIELDS);
  const perTool = toolLimits(calls.per_tool);
  const tokens = readSpans("limits.tokens", more.tokens, whole);
  const cost = readSpans("limits.cost", more.cost, amount);
  const wallMs = readSpans("limits.wall_ms", more.wall_ms, amount);
  const critical = names(calls.critical);
  const allowance = (span: keyof Spans): Allowance => ({
    perTool: Object.fromEntries(
      perTool.flatMap(([name, limit]) => (limit[span] === undefined ? [] : [[name, limit[span]]])),
    ),
    calls: optional(`max_tool_calls.${span}`, calls[span], whole),
    tokens: tokens[span],
    cost: cost[span],
    wallMs: wallMs[span],
  });
  return {
    message: allowance("per_message"),
    session: allowance("per_session"),
    perMinute: optional("max_tool_calls.per_minute", calls.per_minute, whole),
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

type Fields = Readonly<Record<string, unknown>>;
type Read<T> = (field: string, value: unknown) => T;

function readSpans(field: string, value: unknown, read: Read<number>): Spans {
  const fields = fieldsOf(field, value, SPAN_FIELDS, read);
  return {
    per_message: optional(`${field}.per_message`, fields.per_message, read),
    per_session: optional(`${field}.per_session`, fields.per_session, read),
  };
}

function toolLimits(value: unknown): readonly (readonly [string, Spans])[] {
  const field = "max_tool_calls.per_tool";
  return Object.entries(fieldsOf(field, value)).map(([name, limit]) => [
    name,
    readSpans(`${field}.${name}`, limit, whole),
  ]);
}

/** The fields of an object, all of which must be known. If `number` is given, a bare number means `per_message`. */
function fieldsOf(field: string, value: unknown, known?: readonly string[], number?: Read<number>): Fields {
  if (value === undefined) return {};
  if (number !== undefined && typeof value === "number") return { per_message: number(field, value) };
  if (typeof value !== "object" || value === null || Array.isArray(value))
    return wrong(field, value, number === undefined ? "an object" : "a number or an object");
  const unknown = known && Object.keys(value).find((name) => !known.includes(name));
  if (unknown === undefined) return value as Fields;
  return refuse(`${field}.${unknown} is unknown. Use one of: ${known?.join(", ")}.`);
}

function names(value: unknown): readonly string[] {
  if (value === undefined) return [];
  const isList = Array.isArray(value) && value.every((name) => typeof name === "string");
  return isList ? value : wrong("max_tool_calls.critical", value, "a list of tool names");
}

const number =
  (isRight: (value: number) => boolean, right: string): Read<number> =>
  (field, value) =>
    typeof value === "number" && isRight(value) ? value : wrong(field, value, right);

const whole = number((value) => Number.isSafeInteger(value) && value >= 0, "a whole number of 0 or more");
const amount = number((value) => Number.isFinite(value) && value >= 0, "a number of 0 or more");
const share = number((value) => value >= 0 && value <= 1, "a number from 0 to 1");

const flag: Read<boolean> = (field, value) =>
  typeof value === "boolean" ? value : wrong(field, value, "true or false");

function optional<T>(field: string, value: unknown, read: Read<T>): T | undefined {
  return value === undefined ? undefined : read(field, value);
}

function wrong(field: string, value: unknown, right: string): never {
  const shown = typeof value === "number" ? String(value) : (JSON.stringify(value) ?? typeof value);
  return refuse(`${field} must be ${right}, got ${shown.length > 60 ? `${shown.slice(0, 60)}…` : shown}.`);
}

function refuse(problem: string): never {
  throw new Failure("INVALID_ARGUMENT", { problem });
}
