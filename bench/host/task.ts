import type { Order, ToolPlace } from "./talk.ts";

/** The task of every program: one message in a new conversation. */
export interface Task {
  readonly tool: ToolPlace;
  readonly order: Order;
  /** Instead, this many messages in a conversation that the next such task continues. */
  readonly messages?: number;
}

/** The result of a task. */
export interface Taken {
  readonly ms: number;
  /** Processor time of the program, in milliseconds. */
  readonly processorMs: number;
  /** How many pieces of text arrived. */
  readonly pieces: number;
  /** For a task with pauses: from the sending of each piece to its consumer, in milliseconds. */
  readonly delays: readonly number[];
  /** For a conversation that continues: megabytes of JavaScript that remain after garbage collection. */
  readonly heapMb: number;
}
