import type { ChildProcess } from "node:child_process";
import { median, timed } from "./measure.ts";
import { type Era, type HttpClient, openHttpClient } from "./post.ts";
import type { Cell, Check, Table } from "./report.ts";
import type { Scale } from "./scale.ts";
import { type Contender, contenders, environment, type ServerName } from "./servers.ts";
import { thoughtArguments } from "./thoughts.ts";
import type { Workspace } from "./workspace.ts";

const targets: Readonly<Record<Era, number>> = { modern: 1.2, handshake: 1 };
const concurrencies = [1, 8, 64] as const;
const eras = ["modern", "handshake"] as const satisfies readonly Era[];

/** Benchmark 3: thoughts over HTTP in both eras, by one client and by many at once. */
export async function measureHttp(workspace: Workspace, scale: Scale): Promise<Table> {
  const servers: Server[] = [];
  for (const contender of contenders())
    if (contender.http) servers.push(await startServer(workspace, contender));
  const results: Result[] = [];
  for (const era of eras) {
    for (const clients of concurrencies) results.push(...(await measureCell(servers, era, clients, scale)));
  }
  for (const server of servers) await workspace.end(server.child);
  const requests = scale.httpRounds * scale.httpRequestsPerRound;
  return {
    title: "Thoughts over HTTP",
    note: `${requests} thoughts a cell in ${scale.httpRounds} rounds, servers in turn; the rate is that of the median round. Each client keeps one connection and its own session.`,
    columns: ["era, clients", "server", "requests/s", "p50 ms", "errors", "rate / floor 1", "rate / floor 2"],
    rows: results.map((result) => row(result, results)),
    checks: checks(results),
  };
}

interface Server {
  readonly contender: Contender;
  readonly child: ChildProcess;
  readonly address: URL;
}

interface Result {
  readonly era: Era;
  readonly clients: number;
  readonly server: ServerName;
  readonly rate: number;
  readonly p50: number;
  readonly errors: readonly string[];
}

async function startServer(workspace: Workspace, contender: Contender): Promise<Server> {
  const home = workspace.folder();
  const child = workspace.start(contender.http?.(home) ?? [], environment(home));
  return { contender, child, address: await printedAddress(child, contender.name) };
}

/** The `/mcp` address of a server, which the child prints first. */
export function printedAddress(child: ChildProcess, name: string): Promise<URL> {
  let printed = "";
  return new Promise((resolve, reject) => {
    child.once("exit", () => reject(new Error(`${name} ended before it printed its address: ${printed}`)));
    child.stdout?.setEncoding("utf8").on("data", (chunk: string) => {
      printed += chunk;
      const found = /https?:\/\/[\w.:[\]-]+(?=.*\n)/.exec(printed);
      if (found) resolve(new URL("/mcp", found[0]));
    });
  });
}

async function measureCell(
  servers: readonly Server[],
  era: Era,
  clients: number,
  scale: Scale,
): Promise<readonly Result[]> {
  const crews = [];
  for (const server of servers) crews.push(await openCrew(server, era, clients));
  for (const crew of crews) await crew.run(Math.max(100, clients * 3));
  for (const crew of crews) crew.reset();
  for (let round = 0; round < scale.httpRounds; round += 1) {
    for (const crew of crews) await crew.run(scale.httpRequestsPerRound);
  }
  const results = crews.map((crew) => crew.result());
  for (const crew of crews) crew.close();
  return results;
}

async function openCrew({ contender, address }: Server, era: Era, clients: number) {
  const crew = await Promise.all(
    Array.from({ length: clients }, async () =>
      thinker(await openHttpClient(address, era), contender.tool, era),
    ),
  );
  const samples: number[] = [];
  const errors: string[] = [];
  const rates: number[] = [];
  return {
    async run(count: number): Promise<void> {
      let left = count;
      const work = async (think: () => Promise<void>): Promise<void> => {
        while (left > 0) {
          left -= 1;
          await timed(think).then(
            (time) => samples.push(time),
            (error: Error) => errors.push(error.message),
          );
        }
      };
      const elapsed = await timed(() => Promise.all(crew.map(({ think }) => work(think))));
      rates.push((count / elapsed) * 1_000);
    },
    reset(): void {
      samples.length = 0;
      rates.length = 0;
    },
    result(): Result {
      return { era, clients, server: contender.name, rate: median(rates), p50: median(samples), errors };
    },
    close(): void {
      for (const { client } of crew) client.close();
    },
  };
}

/** In the stateless era a client sends the session id itself; after a handshake the server knows it. */
function thinker(client: HttpClient, tool: string, era: Era) {
  let next = 1;
  let sessionId: string | undefined;
  return {
    client,
    async think(): Promise<void> {
      const number = next;
      next += 1;
      const answer = await client.call(tool, thoughtArguments(number, sessionId));
      if (era === "modern") sessionId ??= answer.structuredContent?.sessionId;
    },
  };
}

function row(result: Result, results: readonly Result[]): readonly Cell[] {
  const { era, clients, server, rate, p50, errors } = result;
  const label = `${era}, ${clients}`;
  return [
    label,
    server,
    rate,
    p50,
    errors.length,
    against(result, "floor 1", results),
    against(result, "floor 2", results),
  ];
}

function against(result: Result, floor: ServerName, results: readonly Result[]): number {
  const same = results.find(({ era, clients, server }) => {
    return server === floor && era === result.era && clients === result.clients;
  });
  return result.rate / (same?.rate ?? Number.NaN);
}

function checks(results: readonly Result[]): readonly Check[] {
  const ours = results.filter(({ server }) => server === "clew");
  return ours.flatMap((result): readonly Check[] => {
    const cell = `HTTP ${result.era}, ${result.clients} ${result.clients === 1 ? "client" : "clients"}`;
    const ratio = against(result, "floor 2", results);
    const first = result.errors[0] === undefined ? "" : ` (first: ${result.errors[0].slice(0, 120)})`;
    return [
      {
        name: `${cell}: rate, clew / floor 2`,
        value: ratio,
        sense: "at least",
        target: targets[result.era],
        unit: "x",
      },
      { name: `${cell}: errors${first}`, value: result.errors.length, sense: "at most", target: 0, unit: "" },
    ];
  });
}
