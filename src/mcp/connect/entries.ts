import * as z from "zod";
import { Failure } from "../../ledger/index.ts";

/** People write `"PORT": 3000`, but a variable is always text. */
const Variable = z.union([z.string(), z.number(), z.boolean()]).transform(String);

/** Names for Streamable HTTP in the configurations of other hosts. */
const HTTP_TYPES = ["http", "streamable-http", "streamableHttp", "streamable_http"] as const;

/** One entry of `mcpServers`: a command that speaks MCP over stdio, or the URL of a server. */
export const ServerEntry = z
  .object({
    type: z.enum(["stdio", ...HTTP_TYPES]).optional(),
    command: z.string().min(1).optional(),
    args: z.array(z.string()).optional(),
    env: z.record(z.string(), Variable).optional(),
    cwd: z.string().min(1).optional(),
    url: z.string().min(1).optional(),
    headers: z.record(z.string(), Variable).optional(),
    disabled: z.boolean().optional(),
    /** How long one call may take without progress, in milliseconds. */
    timeout: z.int().positive().optional(),
    /** How long one call may take in all, whatever its progress; ten times `timeout` by default. */
    totalTimeout: z.int().positive().optional(),
  })
  .superRefine((entry, { addIssue }) => {
    const problem = (field: string, message: string) =>
      void addIssue({ code: "custom", path: [field], message });
    const { command, url, type } = entry;
    if (command !== undefined && url !== undefined)
      return problem("url", "an entry has a command or a url, not both");
    if (type === "stdio" ? command === undefined : command === undefined && url === undefined)
      return problem("command", "missing: give the command to start, or the url of a server");
    if (type !== undefined && type !== "stdio" && url === undefined)
      return problem("url", `missing: an entry of type "${type}" has the url of a server`);
  });

export type ServerEntry = z.output<typeof ServerEntry>;

/** Entries by server name, as in configuration files. */
export type ServerEntries = Readonly<Record<string, z.input<typeof ServerEntry>>>;

const Entries = z.record(z.string().min(1, "a server needs a name"), ServerEntry);

/** Parses entries, with or without `mcpServers` around them. The error lists every invalid field. */
export function readEntries(value: unknown): ReadonlyMap<string, ServerEntry> {
  const result = Entries.safeParse(withoutWrapper(value));
  if (result.success) return new Map(Object.entries(result.data));
  const problems = result.error.issues.map(
    ({ path, message }) => `${["mcpServers", ...path.map(String)].join(".")}: ${message}`,
  );
  throw new Failure("INVALID_ARGUMENT", { problem: problems.join("\n") });
}

function withoutWrapper(value: unknown): unknown {
  if (typeof value !== "object" || value === null || !("mcpServers" in value)) return value;
  return value.mcpServers;
}
