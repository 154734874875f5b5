import * as z from "zod";
import { Failure } from "../../ledger/index.ts";

/** People write `"PORT": 3000`; a variable is always a text. */
const Variable = z.union([z.string(), z.number(), z.boolean()]).transform(String);

/** The names under which configurations of other hosts know Streamable HTTP. */
const HTTP_TYPES = ["http", "streamable-http", "streamableHttp", "streamable_http"] as const;

/** One entry of `mcpServers`: a command that speaks MCP on its streams, or the address of a server. */
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
    /** How long one call may take in all, whatever its progress; ten times `timeout` unless it is given. */
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

/** Entries by the names of their servers, as people have them in their configuration files. */
export type ServerEntries = Readonly<Record<string, z.input<typeof ServerEntry>>>;

const Entries = z.record(z.string().min(1, "a server needs a name"), ServerEntry);

/** Reads entries, with or without `mcpServers` around them; what is wrong is told field by field. */
export function readEntries(value: unknown): ReadonlyMap<string, ServerEntry> {
  const read = Entries.safeParse(withoutWrapper(value));
  if (read.success) return new Map(Object.entries(read.data));
  const problems = read.error.issues.map(
    ({ path, message }) => `${["mcpServers", ...path.map(String)].join(".")}: ${message}`,
  );
  throw new Failure("INVALID_ARGUMENT", { problem: problems.join("\n") });
}

function withoutWrapper(value: unknown): unknown {
  if (typeof value !== "object" || value === null || !("mcpServers" in value)) return value;
  return value.mcpServers;
}
