import type { Table } from "./report.ts";
import { measureFacts } from "./worth/facts.ts";
import { measureRecall } from "./worth/recall.ts";

/** What a ledger gives back: facts in a brief, thoughts found again. Needs no server. */
export async function measureWorth(): Promise<readonly Table[]> {
  return [...(await measureFacts()), ...(await measureRecall())];
}
