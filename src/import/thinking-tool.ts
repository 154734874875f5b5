import { type JsonObject, objectOf, textOf } from "./value.ts";

/** A call of a thinking tool. */
export interface ThinkingCall {
  readonly content: string;
  readonly number?: number | undefined;
  readonly revises?: number | undefined;
  readonly branchId?: string | undefined;
  readonly branchFrom?: number | undefined;
  readonly confidence?: number | undefined;
}

const THINKING_TOOLS = new Set(["think", "sequentialthinking", "thoughtbox", "thoughtboxgateway"]);

/** The thought in a call of a thinking tool; undefined for any other call. `name` may be prefixed by its server. */
export function readThinkingCall(name: string, input: unknown): ThinkingCall | undefined {
  // Programs join the names of server and tool by `__`, `_`, `.`, `/` or `:`.
  const plain = (name.split(/__|[./:]/).at(-1) ?? name).toLowerCase();
  const isThinking =
    THINKING_TOOLS.has(plain.replaceAll(/[_-]/g, "")) || THINKING_TOOLS.has(plain.split("_").at(-1)!);
  if (!isThinking) return undefined;
  const given = objectOf(input);
  const args = given.thought === undefined ? objectOf(given.args) : given;
  const content = textOf(args.thought);
  if (content === undefined) return undefined;
  return {
    content,
    number: numberOf(args, "thoughtNumber"),
    revises: [false, "false"].includes((args.isRevision ?? args.is_revision) as boolean)
      ? undefined
      : numberOf(args, "revisesThought"),
    branchId: textOf(args.branchId) ?? textOf(args.branch_id),
    branchFrom: numberOf(args, "branchFromThought"),
    confidence: shareOf(args.confidence),
  };
}

function numberOf(args: JsonObject, name: string): number | undefined {
  const value = args[name] ?? args[name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)];
  // Models send "3" for 3.
  const number = typeof value === "string" && /^\d{1,9}$/.test(value) ? Number(value) : value;
  return typeof number === "number" && Number.isSafeInteger(number) ? number : undefined;
}

function shareOf(value: unknown): number | undefined {
  return typeof value === "number" && value >= 0 && value <= 1 ? value : undefined;
}
