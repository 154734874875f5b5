import { once } from "node:events";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { printedAddress } from "../http.ts";
import { processorTime } from "../measure.ts";
import { openHttpClient } from "../post.ts";
import { clew, environment } from "../servers.ts";
import { thoughtArguments } from "../thoughts.ts";
import type { Workspace } from "../workspace.ts";
import { drive, together } from "./drive.ts";
import type { WriteTask, Written } from "./program.ts";

/** Processes that write to one database. */
export interface Contender {
  /** Makes each process write for its clients. */
  write(task: WriteTask): Promise<Written>;
  close(): Promise<void>;
}

/** Connections per process: the default of a server. */
export const connections = 5;

/** Starts processes that write through our store, or through `pg` alone. */
export async function startPrograms(
  workspace: Workspace,
  kind: "store" | "floor",
  url: string,
  count: number,
): Promise<Contender> {
  const file = fileURLToPath(new URL("program.ts", import.meta.url));
  const programs = Array.from({ length: count }, () => {
    const child = workspace.start([file, kind, url, `${connections}`], {});
    const lines = createInterface({ input: child.stdout! });
    const failed = once(child, "exit").then(([code]) => {
      throw new Error(`a ${kind} process ended with ${code}`);
    });
    failed.catch(() => {});
    const write = async (task: WriteTask): Promise<Written> => {
      const answered = once(lines, "line");
      child.stdin!.write(`${JSON.stringify(task)}\n`);
      const [line] = await Promise.race([answered, failed]);
      return JSON.parse(line);
    };
    return { child, write };
  });
  return {
    async write(task) {
      const written = await Promise.all(programs.map((program) => program.write(task)));
      const processorUs = written.reduce((sum, part) => sum + part.processorUs, 0);
      return { ...together(written), processorUs };
    },
    async close() {
      await Promise.all(programs.map(({ child }) => workspace.end(child)));
    },
  };
}

/** Starts servers as a user does; the clients are in this process. */
export async function startServers(workspace: Workspace, url: string, count: number): Promise<Contender> {
  const servers = await serve(workspace, url, count);
  const writers = servers.map((): (() => Promise<unknown>)[] => []);
  const clients: { close(): void }[] = [];
  const openWriter = async (address: URL) => {
    const client = await openHttpClient(address, "modern");
    clients.push(client);
    let number = 0;
    let sessionId: string | undefined;
    // A client with a workflow id has its own session from its first thought on.
    const named = { workflow_id: `writer ${clients.length}` };
    return async () => {
      const args = thoughtArguments(++number, sessionId);
      const answer = await client.call(clew.tool, sessionId === undefined ? { ...args, ...named } : args);
      sessionId ??= answer.structuredContent?.sessionId;
    };
  };
  const spent = () => servers.reduce((sum, { pid }) => sum + processorTime(pid), 0);
  return {
    async write({ clients: count, ms, enough = 0 }) {
      for (const [index, { address }] of servers.entries())
        while (writers[index]!.length < count) writers[index]!.push(await openWriter(address));
      const before = spent();
      const driven = await drive(
        writers.flatMap((own) => own.slice(0, count)),
        ms,
        enough * servers.length,
      );
      return { ...driven, processorUs: spent() - before };
    },
    async close() {
      for (const client of clients) client.close();
      await Promise.all(servers.map(({ end }) => end()));
    },
  };
}

/** Starts `clew serve` processes on a database, each with its own data home. */
export function serve(workspace: Workspace, url: string, count: number) {
  return Promise.all(
    Array.from({ length: count }, async () => {
      const home = workspace.folder();
      const child = workspace.start(clew.http!(home), { ...environment(home), DATABASE_URL: url });
      const address = await printedAddress(child, clew.name);
      return { address, pid: child.pid ?? 0, end: () => workspace.end(child) };
    }),
  );
}
