import * as z from "zod";
import { openapiOf } from "../src/http/api/openapi.ts";
import type { Route } from "../src/http/api/route.ts";

const cell = (text: string) => text.replaceAll("|", "\\|").replaceAll("\n", " ");

/** The reference page of the web API. */
export function api(routes: readonly Route[]): string {
  return [
    "# Web API\n",
    'What the page talks to, for your own programs too: JSON below `/api`, described by the OpenAPI 3.1 document at `/api/openapi.json`. A request that changes something must have `Content-Type: application/json`, also without a body. What fails is answered with `{"error": {"code", "message", "hint"?}}` and the status of [its code](errors.md). Where the server needs tokens, send `Authorization: Bearer`; without one, or without the scope, the answer is 401 or 403, and too many requests are 429 or 503, with `{"error", "error_description"?}`.\n',
    "Streams are server-sent events. They end in exactly one `done` or `error`; `/api/events` goes on until you leave, and resumes behind the `Last-Event-ID` that you send.\n",
    ...routes.map(section),
    "## Shapes\n",
    ...shapes(routes),
  ].join("\n");
}

/** What has a name of its own in the answers, with its members. */
function shapes(routes: readonly Route[]): string[] {
  const { components } = openapiOf(routes, "") as {
    readonly components: { readonly schemas: Readonly<Record<string, Answer>> };
  };
  return Object.entries(components.schemas).map(
    ([name, { properties = {}, required = [], oneOf, anyOf }]) => {
      const choices = oneOf ?? anyOf;
      const members = choices ? together(choices) : properties;
      const always = choices ? [] : required;
      const rows = Object.entries(members).map(
        ([member, of]) =>
          `| \`${member}\` | ${cell(type(of))} | ${always.includes(member) ? "yes" : ""} | ${cell(of.description ?? "")} |`,
      );
      return [`### ${name}\n`, "| member | type | always | meaning |", "|---|---|---|---|", ...rows, ""].join(
        "\n",
      );
    },
  );
}

/** The members of several shapes; a discriminator has the values of all. */
function together(choices: readonly Answer[]): Readonly<Record<string, Answer>> {
  const members: Record<string, Answer> = {};
  for (const [name, one] of choices.flatMap(({ properties = {} }) => Object.entries(properties))) {
    const known = members[name]?.enum ?? [];
    members[name] = one.const === undefined ? one : { ...one, enum: [...known, one.const] };
  }
  return members;
}

function type(of: Answer): string {
  if (of.$ref) return refName(of.$ref);
  if (of.items) return `list of ${type(of.items)}`;
  const choices = of.anyOf ?? of.oneOf;
  return choices ? choices.map(type).join(" or ") : kind(of);
}

function section(route: Route): string {
  const { method, path, summary, scopes, params, query, body } = route;
  const needs =
    scopes.length === 0 ? "No scope." : `Scope: ${scopes.map((scope) => `\`${scope}\``).join(" and ")}.`;
  return [
    `## \`${method} /api${path === "/" ? "" : path}\`\n`,
    `${summary}. ${needs}\n`,
    ...inputs("in the path", params),
    ...inputs("in the query", query),
    ...inputs("in the body", body),
    answer(route),
  ].join("\n");
}

interface Field {
  readonly type?: string;
  readonly enum?: readonly unknown[];
  readonly description?: string;
  readonly default?: unknown;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly items?: Field;
  readonly const?: unknown;
}

function inputs(where: string, fields: z.ZodObject | undefined): string[] {
  const names = Object.entries(fields?.shape ?? {});
  if (names.length === 0) return [];
  const rows = names.map(([name, schema]) => {
    const field = z.toJSONSchema(schema as z.ZodType, { io: "input", unrepresentable: "any" }) as Field;
    const isNeeded = !(schema as z.ZodType).safeParse(undefined).success;
    const otherwise = field.default === undefined ? "" : `\`${field.default}\``;
    return `| \`${name}\` | ${cell(kind(field))} | ${isNeeded ? "yes" : ""} | ${otherwise} | ${cell(field.description ?? "")} |`;
  });
  return [`| ${where} | type | needed | default | meaning |`, "|---|---|---|---|---|", ...rows, ""];
}

function kind({ type, enum: choices, items, minimum, maximum, const: only }: Field): string {
  if (choices) return choices.map((one) => `\`${one}\``).join(", ");
  if (only !== undefined) return `\`${only}\``;
  if (items) return `${kind(items)}, may be repeated`;
  if (type !== "integer") return type ?? "any";
  const most = maximum === undefined || maximum >= Number.MAX_SAFE_INTEGER ? "" : ` to ${maximum}`;
  return minimum === undefined || minimum < 0 ? "whole number" : `whole number from ${minimum}${most}`;
}

function answer(route: Route): string {
  if ("media" in route) return `Answer: a file, ${route.media.map((one) => `\`${one}\``).join(", ")}.\n`;
  if ("answer" in route) return `Answer: ${shape(route.answer)}\n`;
  const events = Object.entries(route.events).map(([name, schema]) => `- \`${name}\`: ${shape(schema)}`);
  return `Answer: a stream of these events.\n\n${events.join("\n")}\n`;
}

interface Answer extends Field {
  readonly properties?: Readonly<Record<string, Answer>>;
  readonly required?: readonly string[];
  readonly items?: Answer;
  readonly $ref?: string;
  readonly $defs?: Readonly<Record<string, Answer>>;
  readonly oneOf?: readonly Answer[];
  readonly anyOf?: readonly Answer[];
}

/** The members of an answer; a named schema is referred to by its name. */
function shape(schema: z.ZodType): string {
  const made = z.toJSONSchema(schema, { unrepresentable: "any" }) as Answer;
  const name = made.$ref?.split("/").at(-1);
  return members((name && made.$defs?.[name]) || made);
}

function members(answer: Answer): string {
  if (answer.items)
    return `a list of ${answer.items.$ref ? `\`${refName(answer.items.$ref)}\`` : members(answer.items)}`;
  const { properties, required = [] } = answer;
  if (!properties) return `${answer.type ?? "any"}.`;
  const result = Object.entries(properties).map(([name, one]) => {
    const of = one.items?.$ref ?? one.$ref;
    const mark = required.includes(name) ? "" : "?";
    return `\`${name}${mark}\`${of === undefined ? "" : ` (${one.items ? "list of " : ""}${refName(of)})`}`;
  });
  return `${result.join(", ")}.`;
}

const refName = (ref: string): string => ref.split("/").at(-1)!;
