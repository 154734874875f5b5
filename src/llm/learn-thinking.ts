import type { ThinkingOrder } from "./engine.ts";
import type { ThinkingOverrides } from "./thinking.ts";
import { EFFORTS } from "./thinking-models.ts";

type OrderType = ThinkingOrder["type"];

/**
 * What a service's refusal of an order teaches about the model, or undefined where it is about something else. The
 * services have no code for this, so it is read from their words.
 */
export function learnThinking(order: ThinkingOrder, said: string): ThinkingOverrides | undefined {
  const most = said.match(/max_tokens: \d+ > (\d+)/)?.[1];
  if (most !== undefined) return { maxOutput: Number(most) };
  if (/\bdisplay\b/i.test(said)) return hasSummary(order) ? { summary: false } : undefined;
  if (refusesAll(said)) return { kind: "none" };
  if (refusesType(order.type, said)) return otherWay(order.type, namedTypes(said));
  if (order.type === "adaptive" && order.effort !== undefined && /\beffort\b|output_config/i.test(said))
    return { efforts: namedEfforts(said) };
}

/** Named as a value: quoted, or after a dot. The plain word `enabled` says nothing. */
const NAMED_TYPE = /["'`.](enabled|adaptive|disabled|between_tools)\b/gi;

function namedTypes(said: string): ReadonlySet<string> {
  return new Set([...said.matchAll(NAMED_TYPE)].map(([, type]) => type!.toLowerCase()));
}

function hasSummary(order: ThinkingOrder): boolean {
  return (order.type === "enabled" || order.type === "adaptive") && order.summary !== false;
}

function refusesAll(said: string): boolean {
  return (
    /(does not|doesn't) support (extended )?thinking/i.test(said) ||
    /(?<!(adaptive|enabled|disabled) )\bthinking is not (supported|available)/i.test(said) ||
    /(^|\s)thinking: extra inputs/i.test(said)
  );
}

const REFUSED_TYPE =
  /(enabled|adaptive|disabled|between_tools)["'`]?(?: thinking)? is not (?:supported|allowed|available)|(?:tag|value|type) ["'`](enabled|adaptive|disabled|between_tools)/gi;

/** Either it says so of the type itself, or it names the types it takes and this one is not among them. */
function refusesType(type: OrderType, said: string): boolean {
  const named = namedTypes(said);
  const refused = [...said.matchAll(REFUSED_TYPE)].map(([, before, after]) =>
    (before ?? after)!.toLowerCase(),
  );
  return refused.includes(type) || (/thinking/i.test(said) && named.size > 0 && !named.has(type));
}

function otherWay(refused: OrderType, named: ReadonlySet<string>): ThinkingOverrides {
  const offered = [...named].filter((type) => type !== refused);
  if (refused === "disabled" || refused === "between_tools") {
    const off = refused === "disabled" ? "between_tools" : "disabled";
    return { canTurnOff: offered.includes(off) ? off : false };
  }
  const other = refused === "enabled" ? "adaptive" : "enabled";
  // Where it lists what it takes instead, and that is no way to think, it cannot.
  if (offered.length > 0 && !offered.includes(other)) return { kind: "none" };
  return { kind: refused === "enabled" ? "adaptive" : "budget" };
}

function namedEfforts(said: string) {
  const list = said.match(/supported (?:levels|values)[:\s]*([^.]*)/i)?.[1] ?? "";
  const words = list.toLowerCase().split(/\W+/);
  return EFFORTS.filter((effort) => words.includes(effort));
}
