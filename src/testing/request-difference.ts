import type { RequestBody } from "./reply.ts";

/** The first relevant difference to a recorded request: model or pipe, messages, tools. */
export function requestDifference(recorded: RequestBody, sent: RequestBody): string | undefined {
  return firstDifference(essence(recorded), essence(sent), "");
}

function essence({ model, name, messages, tools }: RequestBody) {
  return plain({ model, name, messages, tools: (tools ?? []).map(toolOf) });
}

/** A tool in the format of either service, without additions of an adapter. */
function toolOf(tool: Readonly<Record<string, unknown>>) {
  const { name, description, input_schema, parameters } = (tool.function ?? tool) as Record<string, unknown>;
  return { name, description, input: input_schema ?? parameters };
}

/** Removes values that differ between runs or adapters: ids, signatures, cache marks, dates, versions. */
function plain(value: unknown): unknown {
  if (typeof value === "string") return undated(value);
  if (Array.isArray(value)) return value.map(plain);
  if (typeof value !== "object" || value === null) return value;
  const kept = Object.entries(value).filter(([name, one]) => !isVolatile(name, one));
  return Object.fromEntries(kept.map(([name, one]) => [name, plain(name === "content" ? parts(one) : one)]));
}

/** Ids are strings. A schema property with such a name is an object, and stays. */
function isVolatile(name: string, value: unknown): boolean {
  if (name === "cache_control" || name === "citations") return true;
  return typeof value === "string" && /^(id|tool_use_id|tool_call_id|signature|data)$/.test(name);
}

/** A plain text equals a list with one text. */
function parts(content: unknown): unknown {
  return typeof content === "string" ? [{ type: "text", text: content }] : content;
}

function undated(text: string): string {
  return text
    .replace(/\b[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\b/gi, "<id>")
    .replace(/\b\d{4}-\d{2}-\d{2}(T[\d:.]+Z?)?/g, "<date>")
    .replace(/\b\d+\.\d+\.\d+\b/g, "<version>");
}

function firstDifference(before: unknown, now: unknown, path: string): string | undefined {
  if (before === null || now === null || typeof before !== "object" || typeof now !== "object")
    return Object.is(before, now) ? undefined : `${path} was ${show(before)} and is ${show(now)}`;
  for (const name of new Set([...Object.keys(before), ...Object.keys(now)])) {
    const member = (value: object) => (value as Record<string, unknown>)[name];
    const found = firstDifference(member(before), member(now), path === "" ? name : `${path}.${name}`);
    if (found !== undefined) return found;
  }
}

function show(value: unknown): string {
  const text = JSON.stringify(value) ?? "absent";
  return text.length > 200 ? `${text.slice(0, 200)}…` : text;
}
