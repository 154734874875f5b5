import type { ThinkingCall } from "./thinking-tool.ts";

/** Where a thought of a thinking tool goes. */
export interface ThinkingPlace {
  readonly branchId?: string | undefined;
  readonly fork?: string | undefined;
  readonly revises?: string | undefined;
}

/** Resolves the numbers that calls of a thinking tool refer to, to keys of earlier calls. */
export function createThinkingPlaces(): (key: string, call: ThinkingCall, line: string) => ThinkingPlace {
  const byNumber = new Map<string, string>();
  return (key, call, line) => {
    const find = (number: number | undefined) =>
      number === undefined
        ? undefined
        : (byNumber.get(`${line}|${call.branchId ?? ""}|${number}`) ?? byNumber.get(`${line}||${number}`));
    const place = {
      branchId:
        call.branchId === undefined ? undefined : line === "" ? call.branchId : `${line}/${call.branchId}`,
      fork: call.branchId === undefined ? undefined : find(call.branchFrom),
      revises: find(call.revises),
    };
    if (call.number !== undefined) byNumber.set(`${line}|${call.branchId ?? ""}|${call.number}`, key);
    return place;
  };
}
