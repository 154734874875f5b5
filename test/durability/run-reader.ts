import { expect } from "vitest";
import { type Surroundings, startChild } from "./start-child.ts";

/** What a process could do with a ledger. */
export type Reading =
  /** The code of the failure if it could not be opened. */
  | { readonly refused: string }
  | {
      /** All thoughts. */
      readonly contents: readonly string[];
      /** How many of them contain the word "reasons". */
      readonly hits: number;
      /** The results of an append and of opening a session: "written" or the code of a failure. */
      readonly append: string;
      readonly opening: string;
    };

/** Reads a ledger and tries to write to it, in another process. */
export async function runReader(file: string, around?: Surroundings): Promise<Reading> {
  const child = startChild("reader", file, around);
  expect(await child.ended).toEqual({ code: 0, signal: null });
  return JSON.parse(child.lines.join(""));
}
