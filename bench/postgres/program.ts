// usage: node program.ts store|floor URL CONNECTIONS; answers each line {"clients", "ms"} with the result of that run
import { createInterface } from "node:readline";
import { type Drive, drive } from "./drive.ts";
import { openWriters } from "./writers.ts";

/** A run of clients that write for `ms` milliseconds, and until `enough` is written. */
export interface WriteTask {
  readonly clients: number;
  readonly ms: number;
  readonly enough?: number;
}

/** The result of a run, with the CPU time of this process. */
export interface Written extends Drive {
  readonly processorUs: number;
}

const [kind = "", url = "", connections = ""] = process.argv.slice(2);
const writers = await openWriters(kind as "store" | "floor", url, Number(connections));
for await (const line of createInterface({ input: process.stdin })) {
  const { clients, ms, enough }: WriteTask = JSON.parse(line);
  const before = process.cpuUsage();
  const driven = await drive(writers.of(clients), ms, enough);
  const { user, system } = process.cpuUsage(before);
  const written: Written = { ...driven, processorUs: user + system };
  console.log(JSON.stringify(written));
}
await writers.close();
