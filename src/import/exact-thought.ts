import * as z from "zod";
import { Evidence, Redaction, readMarks } from "../ledger/index.ts";
import type { ExactThought } from "./transcript.ts";
import { type JsonObject, listOf } from "./value.ts";

const Count = z.int().min(1).max(2_147_483_647);
const Flag = z.boolean();
const Confidence = z.number().min(0).max(1);
const Critique = z.record(z.string(), z.unknown());
const MOST_EVIDENCE = 50;

/** The fields of a thought that only an export of Clew has; undefined if its number or position is missing. */
export function exactThought(fields: JsonObject, seq: unknown): ExactThought | undefined {
  const number = Count.safeParse(fields.number).data;
  const position = Count.safeParse(seq).data;
  if (number === undefined || position === undefined) return undefined;
  const { marks } = readMarks(fields.marks);
  const evidence = listOf(fields.evidence)
    .slice(0, MOST_EVIDENCE)
    .flatMap((one) => Evidence.safeParse(one).data ?? []);
  return {
    seq: position,
    number,
    total: Math.max(number, Count.safeParse(fields.total).data ?? number),
    branchFrom: Count.safeParse(fields.branchFrom).data,
    nextThoughtNeeded: Flag.safeParse(fields.nextThoughtNeeded).data,
    confidence: Confidence.safeParse(fields.confidence).data,
    author: typeof fields.author === "string" ? fields.author : undefined,
    critique: Critique.safeParse(fields.critique).data,
    redaction: Redaction.safeParse(fields.redaction).data,
    ...(marks.length > 0 && { marks }),
    ...(evidence.length > 0 && { evidence }),
  };
}
