import { expect } from "vitest";
import { type Surroundings, startChild } from "./start-child.ts";

/** What a process could do with a ledger. */
export type Reading =
  /** It could not even be opened: the code of the failure. */
  | { readonly refused: string }
  | {
      /** All thoughts. */
      readonly contents: readonly string[];
      /** How many of them have the word "reasons". */
      readonly hits: number;
      /** What came of an append, and of opening a session: "written" or the code of a failure. */
      readonly append: string;
      readonly opening: string;
    };

/** Reads a ledger, and tries to write to it, in a process of its own. */
export async function runReader(file: string, around?: Surroundings): Promise<Reading> {
  const child = startChild("reader", file, around);
  expect(await child.ended).toEqual({ code: 0, signal: null });
  return JSON.parse(child.lines.join(""));
}
