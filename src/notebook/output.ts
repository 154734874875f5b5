import * as z from "zod";

/** One output of a cell's run, in order of arrival. */
export const Output = z.discriminatedUnion("type", [
  z.object({ type: z.literal("stream"), name: z.enum(["stdout", "stderr"]), text: z.string() }),
  z.object({
    type: z.literal("display"),
    data: z.record(z.string(), z.string()).describe("texts by media type; JSON types as JSON text"),
    result: z.boolean().optional().describe("whether it is the value of the cell's last expression"),
  }),
  z.object({
    type: z.literal("error"),
    name: z.string(),
    message: z.string(),
    frame: z.string().optional().describe("the lines of the cell that it points at"),
  }),
]);
export type Output = z.infer<typeof Output>;

/** The outputs of a notebook, by cell id. */
export type Outputs = ReadonlyMap<string, readonly Output[]>;

/** The media type of a table: `{schema?: {fields: [{name}]}, data: [row, …]}` (Frictionless tabular data resource). */
export const TABLE = "application/vnd.dataresource+json";

/** The value of a text with a JSON media type; undefined if it is not JSON, or nested too deeply. */
export function jsonOf(mime: string, text: string): unknown {
  if (!/^application\/(.*\+)?json$/.test(mime)) return undefined;
  try {
    const value: unknown = JSON.parse(text);
    return isWithin(value, 100) ? value : undefined;
  } catch {
    return undefined;
  }
}

function isWithin(value: unknown, depth: number): boolean {
  if (typeof value !== "object" || value === null) return true;
  return depth > 0 && Object.values(value).every((part) => isWithin(part, depth - 1));
}
