import type { Table } from "./report.ts";
import { measureFacts } from "./worth/facts.ts";
import { lintTables } from "./worth/lint-measure.ts";
import { measureRecall } from "./worth/recall.ts";

/** The value of a ledger: facts in a brief, thoughts found again, faults found by the linter. Needs no server. */
export async function measureWorth(): Promise<readonly Table[]> {
  return [...(await measureFacts()), ...(await measureRecall()), ...(await lintTables())];
}
