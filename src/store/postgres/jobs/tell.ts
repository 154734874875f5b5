import * as z from "zod";
import type { Rows } from "../database.ts";
import { readJson } from "../read-json.ts";

/** On this channel whoever asked for a job hears that there is something to read; a message is the job's id. */
export const CALLERS = "clew_job";
/** On this channel workers hear what is wanted of them. */
export const WORKERS = "clew_worker";

const Wish = z.union([z.object({ cancel: z.string() }), z.object({ leave: z.string() })]);

/** What is wanted of the worker that has it: to end a job, or to give up a home. */
export type Wish = Readonly<z.infer<typeof Wish>>;

/** The wish in a notification; undefined when it is not one: any login of the database can send any text. */
export function readWish(payload: string): Wish | undefined {
  return Wish.safeParse(readJson(payload)).data;
}

/** Tells whoever asked for a job that there is something to read, once the transaction is done. */
export async function tellCaller(rows: Rows, job: string): Promise<void> {
  await rows.query("SELECT pg_notify($1, $2)", [CALLERS, job]);
}

/** Tells all workers what is wanted, once the transaction is done. */
export async function tellWorkers(rows: Rows, wish: Wish): Promise<void> {
  await rows.query("SELECT pg_notify($1, $2)", [WORKERS, JSON.stringify(wish)]);
}

/** In a statement's list of results: its transaction is on disk before it is acknowledged. */
export const DURABLY = "set_config('synchronous_commit', 'on', true)";
