import { once } from "node:events";
import { createWriteStream, mkdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { text } from "node:stream/consumers";
import { residentMemory } from "./measure.ts";
import { startBenchServer } from "./postgres/bench-server.ts";
import type { Table } from "./report.ts";
import type { Scale } from "./scale.ts";
import { clewCommand } from "./servers.ts";
import type { Workspace } from "./workspace.ts";

const MEGABYTE = 1_000_000;
const POLL_MS = 50;

/**
 * Time and memory of `clew import` for one long transcript of Claude Code, of a second run that finds nothing new, and for
 * a transcript of very many small records; and of the long one into PostgreSQL.
 */
export async function measureImport(
  workspace: Workspace,
  { importMegabytes, importRecords }: Scale,
): Promise<Table> {
  const home = workspace.folder();
  const records = await writeTranscript(home, importMegabytes * MEGABYTE);
  const first = await runImport(workspace, home);
  const second = await runImport(workspace, home);
  const small = workspace.folder();
  await writeSmallRecords(small, importRecords);
  const many = await runImport(workspace, small);
  await using server = await startBenchServer(dirname(workspace.root));
  const url = { DATABASE_URL: await server.newLedger() };
  const postgres = await runImport(workspace, home, url);
  const postgresAgain = await runImport(workspace, home, url);
  const row = (name: string, { seconds, memory, thoughts }: Measured) => [name, thoughts, seconds, memory];
  return {
    title: "Import",
    note: `\`clew import claude-code\` of one transcript of ${importMegabytes} MB with ${records} records, and of one with ${importRecords} small records.`,
    columns: ["run", "thoughts imported", "seconds", "peak memory, MB"],
    rows: [
      row("first", first),
      row("second, nothing new", second),
      row("small records", many),
      row("first, PostgreSQL", postgres),
      row("second, nothing new, PostgreSQL", postgresAgain),
    ],
    checks: [
      { name: "import, time", value: first.seconds, sense: "at most", target: 60, unit: " s" },
      { name: "import, memory", value: first.memory, sense: "at most", target: 200, unit: " MB" },
      {
        name: "import of small records, memory",
        value: many.memory,
        sense: "at most",
        target: 200,
        unit: " MB",
      },
      { name: "import, PostgreSQL, time", value: postgres.seconds, sense: "at most", target: 60, unit: " s" },
      {
        name: "import, PostgreSQL, memory",
        value: postgres.memory,
        sense: "at most",
        target: 200,
        unit: " MB",
      },
    ],
  };
}

interface Measured {
  readonly seconds: number;
  readonly memory: number;
  readonly thoughts: number;
}

async function runImport(
  workspace: Workspace,
  home: string,
  env: Readonly<Record<string, string>> = {},
): Promise<Measured> {
  const began = performance.now();
  const child = workspace.start([clewCommand, "import", "claude-code", "--json"], {
    HOME: home,
    CLEW_HOME: join(home, "data"),
    ...env,
  });
  let memory = 0;
  const watch = setInterval(() => {
    // The process may have ended since the last check; then there is nothing to read.
    const peak = child.exitCode === null ? residentMemory(child.pid!, "VmHWM") : 0;
    if (peak > memory) memory = peak;
  }, POLL_MS);
  const [output] = await Promise.all([text(child.stdout!), once(child, "close")]);
  clearInterval(watch);
  const { imported } = JSON.parse(output) as { readonly imported: { readonly thoughts: number } };
  return { seconds: (performance.now() - began) / 1000, memory, thoughts: imported.thoughts };
}

/** Writes turns of a prompt, reasoning, prose, a tool call and its result, 9 kB each. */
async function writeTranscript(home: string, bytes: number): Promise<number> {
  const { put, close, written } = openTranscript(home);
  for (let turn = 0; written.bytes < bytes; turn++) {
    const words = `The reducer of cart ${turn} reads a stale index. `;
    if (turn % 20 === 0) await put("user", [{ type: "text", text: `Why is cart ${turn} slow?` }]);
    await put("assistant", [{ type: "thinking", thinking: words.repeat(15), signature: "s" }]);
    await put("assistant", [
      { type: "text", text: words.repeat(10) },
      { type: "tool_use", id: `t${turn}`, name: "Bash", input: { command: `npm test -- ${turn}` } },
    ]);
    await put("user", [{ type: "tool_result", tool_use_id: `t${turn}`, content: words.repeat(150) }]);
  }
  await close();
  return written.records;
}

/** Writes a prompt and 49 short answers, again and again. */
async function writeSmallRecords(home: string, records: number): Promise<void> {
  const { put, close, written } = openTranscript(home);
  while (written.records < records)
    if (written.records % 50 === 0) await put("user", [{ type: "text", text: "Continue." }]);
    else await put("assistant", [{ type: "text", text: `Step ${written.records} is done.` }]);
  await close();
}

/** Opens a transcript of Claude Code under a home folder. */
function openTranscript(home: string) {
  const folder = join(home, ".claude", "projects", "-w-shop");
  mkdirSync(folder, { recursive: true });
  const file = createWriteStream(join(folder, "11111111-1111-4111-8111-111111111111.jsonl"));
  const written = { bytes: 0, records: 0 };
  let parent: string | null = null;
  return {
    written,
    async put(type: string, content: object): Promise<void> {
      const uuid = `${String(written.records++).padStart(8, "0")}-1111-4111-8111-111111111111`;
      const timestamp = new Date(Date.UTC(2026, 9, 30) + written.records * 100).toISOString();
      const message = { role: type, id: `m${written.records}`, model: "model", content };
      const line = `${JSON.stringify({ parentUuid: parent, cwd: "/w/shop", gitBranch: "main", type, uuid, timestamp, message })}\n`;
      parent = uuid;
      written.bytes += line.length;
      if (!file.write(line)) await once(file, "drain");
    },
    async close(): Promise<void> {
      file.end();
      await once(file, "close");
    },
  };
}
