import { afterEach, describe, expect, it } from "vitest";
import { answerOf } from "../support/call.ts";
import { runClew, type Surroundings } from "../support/clew.ts";
import { connectHttp, connectStdio, type Era, eras } from "../support/connect.ts";
import { textOf } from "../support/ledger.ts";
import { noted, runCode } from "../support/notebook.ts";
import { usePostgres } from "../support/postgres-ledger.ts";
import { startOne } from "../support/serve.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

const { newLedger } = usePostgres();
let cleanup = new AsyncDisposableStack();
afterEach(async () => {
  await cleanup.disposeAsync();
  cleanup = new AsyncDisposableStack();
});

async function connect(database: string, era: Era) {
  const home = cleanup.use(temporaryFolder());
  const env = database === "PostgreSQL" ? { DATABASE_URL: await newLedger() } : undefined;
  const around: Surroundings = { home: home.path, ...(env && { env }) };
  const connected =
    database === "SQLite"
      ? await connectStdio(era, around)
      : await connectHttp(era, cleanup.use(await startOne(around)).url, { "X-Session-Id": "at-work" });
  return { around, client: cleanup.use(connected).client };
}

const combinations = ["SQLite over stdio", "PostgreSQL over HTTP"].flatMap((place) =>
  eras.map((era) => ({ place, era })),
);

describe.each(combinations)("outcomes of cells, $place ($era)", ({ place, era }) => {
  it("[FA24] a thought that cites a cell declares what its last run came to; a later run replaces it", async () => {
    const { around, client } = await connect(place.split(" ")[0]!, era);
    await noted(client, "create", { title: "Sums" });
    const run = await runCode(client, "[20, 22].reduce((sum, one) => sum + one)");
    const { notebookId, cellId } = run.structured as { notebookId: string; cellId: string };
    const ref = `cell:${notebookId}/${cellId}`;
    const { sessionId } = await answerOf(client, "thoughtbox", {
      thought: "The two shelves together.",
      evidence: [ref],
      marks: ["open: does the third shelf count?"],
    });
    await noted(client, "update_cell", { cellId, content: 'throw new RangeError("no\\nshelf");' });
    await noted(client, "run_cell", { cellId }).catch(() => {});
    const named = place.startsWith("PostgreSQL") && era !== "handshake" ? { sessionId } : {};
    await answerOf(client, "thoughtbox", { thought: "And with all three.", evidence: [ref], ...named });
    await answerOf(client, "thoughtbox", {
      thought: "So there are two shelves.",
      evidence: [ref],
      marks: ["outcome: two shelves hold 42"],
      ...named,
    });
    const { stdout } = await runClew(["sessions", "export", String(sessionId), "--format", "json"], around);
    const { nodes } = JSON.parse(stdout) as { nodes: { thought: { marks?: string[] } }[] };
    const name = `${notebookId}/${cellId}`;
    expect(nodes.map(({ thought }) => thought.marks)).toEqual([
      ["open: does the third shelf count?", `outcome: cell ${name}: 42`],
      [`outcome: cell ${name}: failed with RangeError: no shelf`],
      ["outcome: two shelves hold 42"],
    ]);
    const { facts } = JSON.parse(await textOf(client, `thoughtbox://sessions/${sessionId}`)) as {
      facts: { text: string; was?: string; replacedBy?: unknown }[];
    };
    expect(facts.find(({ text }) => text.endsWith(": 42"))?.replacedBy).toBeDefined();
    expect(facts.find(({ text }) => text.includes("RangeError"))?.was).toBe(`cell ${name}: 42`);
  });
});
