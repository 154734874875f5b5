import fc from "fast-check";
import { afterAll, describe, expect, test } from "vitest";
import { randomSteps, recordSteps } from "../../test/support/random-session.ts";
import { documents, type Thought } from "../ledger/index.ts";
import { draftOf } from "../store/contract/fixture.ts";
import { allThoughts } from "../store/port.ts";
import { openImportFixture } from "./fixtures.ts";

const on = await openImportFixture();
afterAll(on.close);
let files = 0;

async function exported(id: string, format: "json" | "chain" | "atif"): Promise<string> {
  const session = (await on.store.session(id))!;
  const { thoughtCount: _, branchCount: __, windowStart: ___, ...plain } = session;
  const pieces = documents[format].write(plain, () => allThoughts(on.store, id), "2026-11-18T10:00:00.000Z");
  return on.write(`exports/${++files}.json`, (await Array.fromAsync(pieces)).join(""));
}

const program = (format: "json" | "chain" | "atif") => (format === "atif" ? "atif" : "clew");
const read = (id: string) => Array.fromAsync(allThoughts(on.store, id));

/** A graph without ids: links are the seqs of the thoughts. */
function graphOf(thoughts: readonly Thought[]) {
  const seqOf = new Map(thoughts.map(({ id, seq }) => [id, seq]));
  return thoughts.map((one) => ({
    seq: one.seq,
    number: one.number,
    total: one.total,
    content: one.content,
    branchId: one.branchId,
    branchFrom: one.branchFrom,
    isRevision: one.isRevision,
    revises: one.revises,
    revised: seqOf.get(one.revisesId ?? ""),
    parent: seqOf.get(one.parentId ?? ""),
    nextThoughtNeeded: one.nextThoughtNeeded,
    confidence: one.confidence,
    critique: one.critique,
    marks: one.marks,
    evidence: one.evidence,
    redaction: one.redaction,
    createdAt: one.createdAt,
  }));
}

/** A blank text is not a thought. */
const oddText = fc.oneof(
  fc.string({ unit: "binary", minLength: 1 }).filter((text) => text.trim() !== ""),
  fc.constantFrom("\u0000", "a\u2028b", "\ufeffx", "\ud800", '{"a":1}', "**Thought 1**", "\r\nx\r\n "),
);

describe.each(["json", "atif"] as const)("the format %s", (format) => {
  test("[E12] imports again to an equal graph, whatever the session", async () => {
    const texts = fc.array(oddText, { minLength: 1, maxLength: 5 });
    const check = fc.asyncProperty(randomSteps, texts, async (steps, contents) => {
      const { id } = await recordSteps(on.store, steps, (index) => contents[index % contents.length]!);
      const report = await on.run(await exported(id, format));
      expect(report.sessions).toHaveLength(1);
      expect(graphOf(await read(report.sessions[0]!.id))).toEqual(graphOf(await read(id)));
    });
    await fc.assert(check, { numRuns: 30 });
  });

  test("[E12] keeps marks, evidence, critiques and redactions", async () => {
    const id = `full-${format}`;
    await on.store.openSession({ id, title: "Full", mode: "chain", tags: ["x"], project: "p" });
    const marks = [{ kind: "decision", text: "Use a cache", reason: "reads are slow" }] as const;
    const evidence = [
      { ref: "src/a.ts:1-2", kind: "file", path: "src/a.ts", from: 1, to: 2, sha256: "ab" },
    ] as const;
    await on.store.append(draftOf({ sessionId: id }, "one", { marks, evidence, confidence: 0.7 }));
    await on.store.append(draftOf({ sessionId: id }, "two"));
    await on.store.saveCritique(id, 1, { text: "weak" });
    await on.store.redactThought(id, 2, {
      redactedAt: "2026-11-18T10:00:00.000Z",
      by: "ann",
      reason: "secret",
    });
    const report = await on.run(await exported(id, format));
    const copy = report.sessions[0]!.id;
    expect(graphOf(await read(copy))).toEqual(graphOf(await read(id)));
    expect((await on.store.facts(copy)).map(({ kind, text }) => [kind, text])).toEqual([
      ["decision", "Use a cache"],
    ]);
    expect(await on.store.session(copy)).toMatchObject({ title: "Full", tags: ["x"] });
  });
});

describe.each(["json", "chain", "atif"] as const)("the format %s", (format) => {
  test("[LF10] an export does not bring a deleted session or a redacted thought back", async () => {
    const id = `gone-${format}`;
    await on.store.openSession({ id, title: "Gone", mode: "chain" });
    for (const content of ["one", "a secret", "three"])
      await on.store.append(draftOf({ sessionId: id }, content));
    const file = await exported(id, format);
    const redactedAt = new Date().toISOString();
    await on.store.redactThought(id, 2, { redactedAt, by: "ann", reason: "secret" });
    const report = await on.run(file);
    expect((await read(report.sessions[0]!.id)).map(({ content }) => content)).toEqual([
      "one",
      "[redacted]",
      "three",
    ]);
    await on.store.hideSession(report.sessions[0]!.id, "ann");
    await on.store.hideSession(id, "ann");
    expect((await on.run(file)).skipped).toMatchObject({ "deleted session": 1 });
    expect(await on.store.session(`${program(format)}-${id}`)).toBeUndefined();
  });

  test("[LF10] a deleted session does not come back from an export that was never imported", async () => {
    const id = `never-${format}`;
    await on.store.openSession({ id, title: "Gone", mode: "chain" });
    await on.store.append(draftOf({ sessionId: id }, "one"));
    const file = await exported(id, format);
    await on.store.hideSession(id, "ann");
    expect(await on.run(file)).toMatchObject({ sessions: [], skipped: { "deleted session": 1 } });
  });
});
