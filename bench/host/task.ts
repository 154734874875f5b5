import type { Order, ToolPlace } from "./talk.ts";

/** The task of every program: one message in a new conversation. */
export interface Task {
  readonly tool: ToolPlace;
  readonly order: Order;
  /** So many messages instead, in a conversation that the next such task goes on with. */
  readonly messages?: number;
}

/** What came of it. */
export interface Taken {
  readonly ms: number;
  /** Processor time of the program, in milliseconds. */
  readonly processorMs: number;
  /** How many pieces of text came. */
  readonly pieces: number;
  /** Of an order with pauses: from the sending of each piece to its consumer, in milliseconds. */
  readonly delays: readonly number[];
  /** Of a conversation that stays: megabytes of JavaScript that are left when all garbage is gone. */
  readonly heapMb: number;
}
