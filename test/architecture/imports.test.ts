import { globSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";

/**
 * Allowed imports between folders of `src/`. Every folder may import `primitives`. Files directly in `src/` compose the
 * program and may import any folder.
 */
const MAY_IMPORT: Readonly<Record<string, readonly string[]>> = {
  primitives: [],
  ledger: [],
  markdown: [],
  files: ["ledger"],
  jobs: ["ledger"],
  notebook: ["ledger", "files", "jobs", "markdown"],
  store: ["files", "jobs", "ledger", "notebook"],
  llm: ["ledger"],
  sessions: ["ledger", "files", "llm", "store"],
  reasoning: ["ledger", "llm", "sessions", "store"],
  tasks: ["jobs", "ledger", "notebook", "reasoning", "sessions"],
  models: ["ledger"],
  example: ["ledger", "store"],
  import: ["ledger", "files", "store"],
  testing: [],
  config: [],
  telemetry: ["ledger"],
  mcp: ["ledger", "llm", "notebook", "reasoning", "store", "sessions"],
  server: ["ledger", "mcp", "models", "notebook", "reasoning", "telemetry", "sessions"],
  host: ["ledger", "llm", "mcp", "store"],
  http: ["example", "import", "ledger", "mcp", "models", "notebook", "store", "telemetry", "sessions"],
  // Opens everything; only main.ts imports it.
  runtime: [
    "cli",
    "config",
    "files",
    "host",
    "http",
    "import",
    "jobs",
    "ledger",
    "llm",
    "mcp",
    "notebook",
    "reasoning",
    "server",
    "sessions",
    "store",
    "tasks",
    "telemetry",
  ],
  cli: [
    "import",
    "ledger",
    "files",
    "store",
    "models",
    "notebook",
    "host",
    "reasoning",
    "config",
    "sessions",
  ],
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

const folderImports = imports
  .filter(({ to, from }) => to.startsWith(".") && !to.endsWith(".json") && from !== ".")
  .map(({ file, from, to }) => ({ file, from, target: folderOf(join(dirname(file), to)) }))
  .filter(({ from, target }) => target !== from);

test("[H1] folders import only what the table allows", () => {
  const forbidden = folderImports.filter(
    ({ from, target }) => target !== "primitives" && !MAY_IMPORT[from]?.includes(target),
  );
  expect(forbidden).toEqual([]);
  expect(Object.keys(MAY_IMPORT).sort()).toEqual(
    [...new Set(files.map(folderOf))].filter((folder) => folder !== ".").sort(),
  );
});

test("[H1] neither the table nor the imports between folders have a cycle", () => {
  const actual = Object.groupBy(folderImports, ({ from }) => from);
  expect(findCycle((folder) => MAY_IMPORT[folder] ?? [])).toBeUndefined();
  expect(findCycle((folder) => (actual[folder] ?? []).map(({ target }) => target))).toBeUndefined();
});

/** The first cycle between folders, as a path; undefined if there is none. */
function findCycle(importsOf: (folder: string) => readonly string[]): readonly string[] | undefined {
  const done = new Set<string>();
  function visit(folder: string, path: readonly string[]): readonly string[] | undefined {
    if (path.includes(folder)) return [...path.slice(path.indexOf(folder)), folder];
    if (done.has(folder)) return undefined;
    for (const next of importsOf(folder)) {
      const cycle = visit(next, [...path, folder]);
      if (cycle) return cycle;
    }
    done.add(folder);
    return undefined;
  }
  for (const folder of Object.keys(MAY_IMPORT)) {
    const cycle = visit(folder, []);
    if (cycle) return cycle;
  }
  return undefined;
}

test("[H2] the SDK, the environment, the console and each backend are used in one place only", () => {
  const using = (pattern: RegExp) => files.filter((file) => pattern.test(text(file)));
  expect(imports.filter(({ to, from }) => to.startsWith("@modelcontextprotocol/") && from !== "mcp")).toEqual(
    [],
  );
  expect(
    using(/process\.env/).filter(
      (file) =>
        !["src/main.ts", "src/first-answers.ts", "src/session-start.ts", "src/host/index.ts"].includes(file),
    ),
  ).toEqual([]);
  expect(using(/\bconsole\./)).toEqual([]);
  expect(imports.filter(({ to }) => to === "pg").map(({ file }) => file)).toEqual([
    "src/store/postgres/database.ts",
  ]);
  expect(imports.filter(({ to }) => to === "graphile-worker").map(({ file }) => file)).toEqual([
    "src/store/postgres/jobs/queue.ts",
  ]);
  const backends = imports.filter(
    ({ to, file }) => /\/(sqlite|postgres)\//.test(to) && !/\/(sqlite|postgres)\//.test(file),
  );
  expect([...new Set(backends.map(({ file }) => file))]).toEqual(["src/store/open.ts"]);
});
