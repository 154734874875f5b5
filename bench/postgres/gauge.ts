import pg from "pg";
import { familyTime, parentOf } from "../measure.ts";

/** The resources that a database server has used so far. */
export interface Spent {
  /** Processor time of all its processes, in microseconds; NaN where there is no /proc. */
  readonly processorUs: number;
  readonly walBytes: number;
}

/** Reads the resource usage of a server. */
export interface Gauge {
  read(): Promise<Spent>;
  close(): Promise<void>;
}

/** Opens a connection for reading the usage. */
export async function openGauge(url: string): Promise<Gauge> {
  const client = new pg.Client(url);
  await client.connect();
  return {
    async read() {
      const { rows } = await client.query(
        "SELECT pg_backend_pid() AS pid, (pg_current_wal_insert_lsn() - '0/0')::float8 AS wal",
      );
      const { pid, wal } = rows[0] as { readonly pid: number; readonly wal: number };
      return { processorUs: familyTime(parentOf(pid)), walBytes: wal };
    },
    close: () => client.end(),
  };
}
