import type { Draft } from "./draft.ts";

/** The thought numbers that a draft refers to. A session without them cannot be the one it continues. */
export function referredNumbers({ branchFrom, revises }: Draft): readonly number[] {
  return [branchFrom, revises].filter((number) => number !== undefined);
}

/**
 * Whether a chain counts down once a thought with this number is its last: the number is lower than the previous one,
 * or it is the first thought and not number 1.
 */
export function countsDown(number: number, before: { readonly number: number } | undefined): boolean {
  return before === undefined ? number > 1 : number < before.number;
}

/** Whether a number continues a chain: one more than its last number, or one less if it counts down. */
export function fitsAfter(number: number, last: number, isDown: boolean): boolean {
  return number === last + 1 || (isDown && number === last - 1);
}
