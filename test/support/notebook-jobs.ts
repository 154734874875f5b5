import type pg from "pg";
import { expect } from "vitest";
import { type CallResult, call } from "./call.ts";
import type { Deployment, RunningWorker } from "./deployment.ts";

type Args = Readonly<Record<string, unknown>>;

/** What tests of jobs do with the notebooks of a deployment. */
export interface NotebookJobs {
  /** Calls one operation of the tool `notebook` through the server of this number. */
  callNotebook(server: number, operation: string, args?: Args): Promise<CallResult>;
  newNotebook(more?: Args): Promise<string>;
  addCell(notebookId: string, content: string): Promise<string>;
  /** The worker that has a notebook's variables, once one has. */
  homeOf(notebookId: string): Promise<RunningWorker>;
  /** Waits until a running job of the notebook has this text in its output. */
  hasOutput(notebookId: string, text: string): Promise<void>;
  /** How many rows a query with one value returns. */
  found(sql: string, value: string): Promise<number | null>;
}

/** Uses the notebooks of a deployment; `db` is a connection to its database. */
export function notebookJobs(on: () => Deployment, db: () => pg.Client): NotebookJobs {
  const callNotebook = (server: number, operation: string, args: Args = {}) =>
    call(on().clients[server]!, "notebook", { operation, args });
  const found = async (sql: string, value: string) => (await db().query(sql, [value])).rowCount;
  return {
    callNotebook,
    found,
    newNotebook: async (more = {}) =>
      String((await callNotebook(0, "create", { title: "Jobs", ...more })).structured!.notebookId),
    addCell: async (notebookId, content) =>
      String(
        (await callNotebook(0, "add_cell", { notebookId, cellType: "code", content })).structured!.cellId,
      ),
    async homeOf(notebookId) {
      const find = async () => (await db().query(HOME, [notebookId])).rows[0]?.pid as number | undefined;
      await expect.poll(find).toBeDefined();
      const pid = await find();
      return on().workers.find((one) => one.pid === pid)!;
    },
    async hasOutput(notebookId, text) {
      const look = async () => (await db().query(OUTPUT, [notebookId, `%${text}%`])).rowCount;
      await expect.poll(look).toBeGreaterThan(0);
    },
  };
}

const HOME = `SELECT split_part(w.name, ':', 2)::int AS pid FROM clew.kernel_owner h
  JOIN clew.worker w ON w.id = h.worker_id WHERE h.notebook_id = $1`;
const OUTPUT = `SELECT 1 FROM clew.job_event e JOIN clew.job j ON j.id = e.job_id
  WHERE j.owner_key = $1 AND j.state = 'running' AND e.body LIKE $2`;
