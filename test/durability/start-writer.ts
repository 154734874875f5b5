import { type Child, type Surroundings, startChild } from "./start-child.ts";

/** The arguments of a writing process. */
export interface WriterOrder {
  readonly file: string;
  readonly sessionId: string;
  /** Starts the content of every thought, followed by `x` and its index: a word to search for. */
  readonly word: string;
  readonly count: number;
  /** How many appends are in progress at once; the default is 1. */
  readonly inFlight?: number;
  /** How many more words each thought has. */
  readonly padding?: number;
  /** Waits for a command before each thought. */
  readonly eachOnCommand?: boolean;
  /** Reports a failure, waits for a command and tries the same thought again, instead of stopping. */
  readonly retryOnCommand?: boolean;
}

/** An acknowledged thought of a writing process. */
export interface Acknowledgement {
  readonly id: string;
  readonly seq: number;
  /** When, on the clock that all processes of a machine share. */
  readonly at: bigint;
  readonly word: string;
}

/** A process that appends thoughts. */
export interface Writer extends Child {
  acknowledged(): readonly Acknowledgement[];
  /** The failures it saw, by code. */
  failures(): readonly string[];
}

/** Starts a process that appends thoughts; it begins at the first command. */
export async function startWriter(order: WriterOrder, around?: Surroundings): Promise<Writer> {
  const child = startChild("writer", order, around);
  await child.until(() => child.lines.length > 0);
  return {
    ...child,
    acknowledged: () => said(child, "acknowledged").map(toAcknowledgement),
    failures: () => said(child, "failed").map(([code]) => code!),
  };
}

/** Starts several, lets them begin at once and waits for all of them. */
export async function runWriters(orders: readonly WriterOrder[]): Promise<readonly Writer[]> {
  const writers = await Promise.all(orders.map((order) => startWriter(order)));
  for (const writer of writers) writer.command();
  await Promise.all(writers.map((writer) => writer.ended));
  return writers;
}

function said(child: Child, word: string): string[][] {
  return child.lines
    .map((line) => line.split(" "))
    .filter(([first]) => first === word)
    .map((words) => words.slice(1));
}

function toAcknowledgement([id, seq, at, word]: string[]): Acknowledgement {
  return { id: id!, seq: Number(seq), at: BigInt(at!), word: word! };
}
