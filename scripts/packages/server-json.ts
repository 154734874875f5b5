import * as z from "zod";
import type { Package } from "../packages.ts";

const SCHEMA = "https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json";

/** The entry in the MCP registry. */
export function registryEntry({ name, mcpName, version, description }: Package): object {
  return {
    $schema: SCHEMA,
    name: mcpName,
    title: "Clew",
    description,
    version,
    packages: [
      {
        registryType: "npm",
        identifier: name,
        version,
        runtimeHint: "npx",
        transport: { type: "stdio" },
        packageArguments: [{ type: "positional", value: "mcp" }],
        environmentVariables: [
          { name: "CLEW_HOME", description: "Folder of the ledger", format: "filepath" },
          {
            name: "DATABASE_URL",
            description: "A PostgreSQL database instead of the folder",
            isSecret: true,
          },
        ],
      },
    ],
  };
}

/** The rules of the schema of 2025-12-11 for what the entry uses; anything else is refused. */
const Variable = z.strictObject({
  name: z.string().min(1),
  description: z.string().optional(),
  format: z.enum(["string", "number", "boolean", "filepath"]).optional(),
  isSecret: z.boolean().optional(),
  isRequired: z.boolean().optional(),
  default: z.string().optional(),
});
const Exact = z
  .string()
  .max(255)
  .regex(/^\d{1,9}\.\d{1,9}\.\d{1,9}(-[\w.]{1,99})?$/, "must be one exact version");
const Server = z.strictObject({
  $schema: z.literal(SCHEMA),
  name: z
    .string()
    .min(3)
    .max(200)
    .regex(/^[a-zA-Z0-9.-]+\/[a-zA-Z0-9._-]+$/),
  title: z.string().min(1).max(100),
  description: z.string().min(1).max(100),
  version: Exact,
  packages: z.array(
    z.strictObject({
      registryType: z.enum(["npm", "pypi", "oci", "nuget", "mcpb"]),
      identifier: z.string().min(1),
      version: Exact,
      runtimeHint: z.string(),
      transport: z.strictObject({ type: z.literal("stdio") }),
      packageArguments: z.array(z.strictObject({ type: z.literal("positional"), value: z.string() })),
      environmentVariables: z.array(Variable),
    }),
  ),
});

/** What is wrong with a registry entry. */
export function serverProblems(entry: unknown): readonly string[] {
  const { error } = Server.safeParse(entry);
  return (error?.issues ?? []).map(({ path, message }) => `server.json: ${path.join(".")} ${message}`);
}
