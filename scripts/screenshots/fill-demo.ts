import { join } from "node:path";
import { loadExample } from "../../src/example/load-example.ts";
import { openStore } from "../../src/store/open.ts";
import { call } from "../../test/support/call.ts";
import { connectHttp } from "../../test/support/connect.ts";
import { fillLedger } from "../../test/web/fill-ledger.ts";

/** Writes sessions to an empty ledger and returns the id of the newest, the example. */
export async function fillSessions(home: string): Promise<string> {
  await fillLedger(home, [
    {
      title: "Which queue for the import jobs?",
      project: "warehouse",
      tags: ["decision"],
      source: "reasoning",
      thoughts: [
        "Three candidates: the database we have, a broker, and a hosted queue.",
        "What decides is not speed but who is called at night.",
        "The database: one thing less to run, and jobs commit together with their rows.",
      ],
    },
    {
      title: "Rename the customer id without a stop",
      project: "shop",
      tags: ["migration", "planning"],
      source: "gateway",
      thoughts: [
        "Write both columns, read the old one.",
        "Fill the new one in batches, and compare.",
        "Read the new one; the old one goes a release later. Open: who else reads the table?",
      ],
      unfinished: true,
    },
    {
      title: "Why do the tests of the cart fail on Mondays?",
      project: "shop",
      tags: ["bug-hunt"],
      source: "think",
      thoughts: ["The week begins on a Sunday in one place and on a Monday in the other."],
    },
  ]);
  const store = await openStore({ file: join(home, "clew.db") });
  const { sessionId, written } = await loadExample(store, { paceMs: 400 });
  await written;
  await store.close();
  return sessionId;
}

/** Creates a notebook with outputs of every kind and returns its id. */
export async function fillNotebook(server: string): Promise<string> {
  const post = async (path: string, body: object) => {
    const response = await fetch(`${server}/api${path}`, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify(body),
    });
    if (!response.ok) throw new Error(`${path}: ${await response.text()}`);
    return response;
  };
  for (const [title, template] of [
    ["Is the cache worth it?", "benchmark"],
    ["How the index works", "sequential-feynman"],
  ])
    await post("/notebooks", { title, template });
  const created = (await (await post("/notebooks", { title: "Where the memory goes" })).json()) as {
    readonly notebook: { readonly id: string };
  };
  const { id } = created.notebook;
  for (const cell of CELLS) await post(`/notebooks/${id}/cells`, cell);
  await (await post(`/notebooks/${id}/run-all`, { keepGoing: true })).text();
  return id;
}

/** Calls some tools, one of them with invalid input. */
export async function fillCalls(url: URL): Promise<void> {
  await using connected = await connectHttp("handshake", url);
  for (let number = 1; number <= 5; number++)
    await call(connected.client, "think", { thought: `Note ${number}: the line climbs at night too.` });
  await call(connected.client, "thoughtbox", { thought: "" });
  await call(connected.client, "mental_models", { operation: "get_model", args: { model: "five-whys" } });
  await call(connected.client, "recall", { query: "memory" });
}

const CELLS = [
  {
    kind: "markdown",
    content:
      "Resident memory of the orders service, hour by hour. The samples are from **last night**.\n\nIs the growth even, and how long until the limit of 1 GB?",
  },
  {
    kind: "code",
    filename: "growth.ts",
    content: `// Hourly samples, in MB
const samples = [604, 644, 683, 725, 764, 803];
const growth = samples.slice(1).map((value, hour) => value - samples[hour]!);
console.log("growth per hour:", growth.join(" "));
console.log("\\u001b[32mhours left:\\u001b[0m", Math.floor((1024 - samples.at(-1)!) / 40));`,
  },
  {
    kind: "code",
    filename: "chart.ts",
    content: `const bars = samples.map((value, at) => {
  const height = value / 10;
  return \`<rect x="\${at * 52 + 4}" y="\${100 - height}" width="40" height="\${height}" rx="3" fill="#9a2f40"/>\`;
});
Deno.jupyter.svg\`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 312 104">\${bars.join("")}</svg>\``,
  },
  {
    kind: "code",
    filename: "table.ts",
    content:
      "samples.map((rss, at) => ({ hour: at + 2, rss, heapUsed: Math.round(rss * 0.31), external: 22 }))",
  },
  {
    kind: "code",
    filename: "check.ts",
    content: `function check(limit: number) {
  if (samples.at(-1)! > limit) throw new RangeError(\`over \${limit} MB\`);
}
check(800);`,
  },
];
