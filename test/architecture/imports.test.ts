import { globSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";

/** Who may import whom; a file directly in src/ composes and may import everything, and everyone may import primitives. */
const MAY_IMPORT: Readonly<Record<string, readonly string[]>> = {
  primitives: [],
  ledger: [],
  files: ["ledger"],
  // The port that notebooks keep themselves through is theirs (`notebook/shelf.ts`); the store is one. So is the one that
  // MCP servers share their sessions through (`mcp/peers.ts`, types only).
  store: ["files", "ledger", "mcp", "notebook"],
  reasoning: ["ledger", "files", "llm", "store"],
  models: ["ledger"],
  notebook: ["ledger", "files"],
  llm: ["ledger"],
  example: ["ledger", "store"],
  jobs: ["ledger", "notebook", "reasoning", "store"],
  testing: [],
  config: [],
  telemetry: ["ledger"],
  mcp: ["ledger", "llm", "notebook", "reasoning"],
  server: ["ledger", "mcp", "models", "notebook", "reasoning", "telemetry"],
  host: ["ledger", "llm", "mcp", "store"],
  http: ["example", "ledger", "mcp", "models", "notebook", "store", "telemetry"],
  cli: ["ledger", "files", "store", "models", "notebook", "host", "reasoning", "config"],
};

interface Import {
  readonly file: string;
  readonly from: string;
  readonly to: string;
}

const files = globSync("src/**/*.ts").filter((file) => !/\.(test|d)\.ts$|contract\//.test(file));
const text = (file: string) => readFileSync(file, "utf8").replace(/^\s*(\/\/|\*|\/\*).*$/gm, "");
const imports: readonly Import[] = files.flatMap((file) =>
  [...text(file).matchAll(/(?:from|import)\s*\(?\s*"([^"]+)"/g)].map(([, to]) => ({
    file,
    from: folderOf(file),
    to: to!,
  })),
);

function folderOf(file: string): string {
  return file.split("/").length === 2 ? "." : file.split("/")[1]!;
}

test("[H1] folders import only what the table allows", () => {
  const broken = imports
    .filter(({ to, from }) => to.startsWith(".") && from !== ".")
    .map(({ file, from, to }) => ({ file, from, target: folderOf(join(dirname(file), to)) }))
    .filter(
      ({ from, target }) => target !== from && target !== "primitives" && !MAY_IMPORT[from]?.includes(target),
    );
  expect(broken).toEqual([]);
  expect(Object.keys(MAY_IMPORT).sort()).toEqual(
    [...new Set(files.map(folderOf))].filter((one) => one !== ".").sort(),
  );
});

test("[H2] the SDK, the environment, the console and the backends each have one place", () => {
  const using = (pattern: RegExp) => files.filter((file) => pattern.test(text(file)));
  expect(imports.filter(({ to, from }) => to.startsWith("@modelcontextprotocol/") && from !== "mcp")).toEqual(
    [],
  );
  expect(
    using(/process\.env/).filter((file) => !["src/main.ts", "src/host/index.ts"].includes(file)),
  ).toEqual([]);
  expect(using(/\bconsole\./)).toEqual([]);
  expect(imports.filter(({ to }) => to === "pg").map(({ file }) => file)).toEqual([
    "src/store/postgres/database.ts",
  ]);
  expect(imports.filter(({ to }) => to === "graphile-worker").map(({ file }) => file)).toEqual([
    "src/jobs/postgres/queue.ts",
  ]);
  const backends = imports.filter(
    ({ to, file }) => /\/(sqlite|postgres)\//.test(to) && !/\/(sqlite|postgres)\//.test(file),
  );
  expect([...new Set(backends.map(({ file }) => file))].sort()).toEqual([
    "src/jobs/open.ts",
    "src/store/open.ts",
  ]);
});
