import { createHash, createHmac } from "node:crypto";

/** The claims of a signature. */
export interface Signed {
  readonly model: string;
  /** The index of the block in its message, and the number of thinking blocks there. */
  readonly at: number;
  readonly of: number;
  /** A digest of the conversation before the message. */
  readonly prefix: string;
  readonly text: string;
}

/** Signs a thinking block. The text itself is not part of the signature. */
export function sign(signed: Signed): string {
  const { text: _, ...claims } = signed;
  return Buffer.from(JSON.stringify({ ...claims, mac: mac(signed) })).toString("base64");
}

/** The claims of a signature; undefined when it does not match the text. */
export function verify(signature: unknown, text: string): Signed | undefined {
  try {
    const { mac: claimed, ...claims } = JSON.parse(Buffer.from(String(signature), "base64").toString());
    const signed: Signed = { ...claims, text };
    return mac(signed) === claimed ? signed : undefined;
  } catch {
    return undefined;
  }
}

/** A digest of the conversation before a message, without thinking and cache marks. */
export function prefixOf(system: unknown, tools: unknown, messages: readonly unknown[]): string {
  return createHash("sha256")
    .update(JSON.stringify([system, tools, messages], plain) ?? "")
    .digest("base64url");
}

function mac({ model, at, of, prefix, text }: Signed): string {
  // The key is not secret: signatures detect mistakes in tests, not attackers.
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
