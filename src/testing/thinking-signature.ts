import { createHash, createHmac } from "node:crypto";

/** What a signature vouches for. */
export interface Signed {
  readonly model: string;
  /** The block's place in its message, and how many thinking blocks that message has. */
  readonly at: number;
  readonly of: number;
  /** A digest of the conversation before the message. */
  readonly prefix: string;
  readonly text: string;
}

/** A signature that vouches for a thinking block; the text itself is not in it. */
export function sign(signed: Signed): string {
  const { text: _, ...claims } = signed;
  return Buffer.from(JSON.stringify({ ...claims, mac: mac(signed) })).toString("base64");
}

/** What a signature vouches for, or nothing when the text is not the one that was signed. */
export function verify(signature: unknown, text: string): Signed | undefined {
  try {
    const { mac: claimed, ...claims } = JSON.parse(Buffer.from(String(signature), "base64").toString());
    const signed: Signed = { ...claims, text };
    return mac(signed) === claimed ? signed : undefined;
  } catch {
    return undefined;
  }
}

/** A digest of what came before a message: thinking and cache marks are no part of it. */
export function prefixOf(system: unknown, tools: unknown, messages: readonly unknown[]): string {
  return createHash("sha256")
    .update(JSON.stringify([system, tools, messages], plain) ?? "")
    .digest("base64url");
}

function mac({ model, at, of, prefix, text }: Signed): string {
  // The key is no secret: the signatures keep tests honest, not attackers out.
  return createHmac("sha256", "clew/testing")
    .update(JSON.stringify([model, at, of, prefix, text]))
    .digest("base64url");
}

function plain(name: string, value: unknown): unknown {
  if (name === "cache_control") return undefined;
  if (name === "content" && typeof value === "string") return [{ type: "text", text: value }];
  if (!Array.isArray(value)) return value;
  return value.filter((item) => item?.type !== "thinking" && item?.type !== "redacted_thinking");
}
