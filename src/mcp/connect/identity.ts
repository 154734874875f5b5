import { createHash } from "node:crypto";

/** A fingerprint of a value: the same for the same JSON, in whatever order the members of objects come. */
export function fingerprint(value: unknown): string {
  return createHash("sha256").update(JSON.stringify(value, sorted)).digest("base64url").slice(0, 22);
}

/** A replacer that puts the members of objects in order; as lists, because a member may be called `__proto__`. */
function sorted(_: string, value: unknown): unknown {
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return ["list", ...value];
  return ["object", ...Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))];
}
