import type { Fact, StandingFact } from "../ledger/index.ts";

type Row = Readonly<Record<string, unknown>>;

/** The columns of a fact `f` of the thought `t`. */
export const FACT_COLUMNS =
  "f.seq, f.ordinal, f.kind, f.text, f.reason, f.origin, f.replaced_by, f.was, t.number, t.branch_id";

/** Converts a row to a fact. */
export function toFact(row: Row): Fact {
  return {
    kind: row.kind as Fact["kind"],
    text: row.text as string,
    ...(row.reason !== null && { reason: row.reason as string }),
    seq: row.seq as number,
    thoughtNumber: row.number as number,
    ...(row.branch_id !== "" && { branchId: row.branch_id as string }),
    origin: row.origin as Fact["origin"],
    ...(row.replaced_by !== null && { replacedBy: row.replaced_by as number }),
    ...(row.was !== null && { was: row.was as string }),
  };
}

/** Converts a row to a fact that a later one may replace. */
export function toStandingFact(row: Row): StandingFact {
  return {
    seq: row.seq as number,
    ordinal: row.ordinal as number,
    thoughtNumber: row.number as number,
    branch: row.branch_id as string,
    kind: row.kind as Fact["kind"],
    text: row.text as string,
    origin: row.origin as Fact["origin"],
  };
}
