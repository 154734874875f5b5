import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { hashLines, rollingSum } from "../../src/files/cited-lines.ts";
import type { StoredEvidence } from "../../src/ledger/index.ts";
import { openStore } from "../../src/store/open.ts";

/** A thought of the session with findings. */
interface Step {
  readonly content: string;
  readonly branchId?: string;
  readonly branchFrom?: number;
  readonly revises?: number;
  readonly confidence?: number;
  readonly evidence?: readonly StoredEvidence[];
}

/**
 * Writes a session that breaks most rules of the linter, and whose evidence is in each state: the files of `root` are
 * changed after they were cited. Returns its id.
 */
export async function fillFindings(home: string, root: string): Promise<string> {
  const write = (name: string, lines: readonly string[]) =>
    writeFileSync(join(root, name), lines.map((line) => `${line}\n`).join(""));
  const cite = (name: string, lines: readonly string[]): StoredEvidence => ({
    ref: `${name}:1-${lines.length}`,
    kind: "file",
    path: name,
    from: 1,
    to: lines.length,
    root,
    sha256: hashLines(lines),
    rolling: rollingSum(lines),
  });
  const pool = ["export const pool = {", "  connections: 300,", "};"];
  const steps: readonly Step[] = [
    { content: "Goal: find out why checkout times out on Fridays, and stop it." },
    {
      content: "The database allows 300 connections in total.",
      evidence: [cite("pool.ts", pool), cite("moved.ts", pool)],
    },
    { content: "Does the mobile app retry payments by itself when it loses the network?" },
    {
      content: "Decision: give the export a pool of its own rather than moving it, as #5 says.",
      evidence: [cite("export.ts", pool), { ref: "#2", kind: "thought", number: 2 }],
    },
    { content: "The log of Friday was kept.", evidence: [cite("gone.log", pool)] },
    {
      content: "The provider documents its limits.",
      evidence: [{ ref: "https://example.org/limits", kind: "url" }],
    },
    { content: "A queue in front of the provider.", branchId: "queue", branchFrom: 6 },
    { content: "It needs a worker and a table.", branchId: "queue" },
    { content: "We will store carts in Memcached from now on." },
    { content: "I rolled the change out and all tests pass." },
    { content: "The database allows 500 connections in total." },
    { content: "It may be the export.", confidence: 0.3 },
    { content: "It is the export.", confidence: 0.95 },
    { content: "No: the database allows 320 connections.", revises: 2 },
    { content: "Given #2, there is room for a second pool." },
    { content: "Let me look at the pool metrics again." },
    { content: "Let me look at the pool metrics again." },
    { content: "Let me look at the pool metrics again." },
    { content: "Next I will read the release notes of the driver." },
  ];
  const store = await openStore({ file: join(home, "clew.db") });
  const { id } = await store.openSession({ title: "Why does checkout time out on Fridays?", mode: "chain" });
  for (const [index, { revises, ...step }] of steps.entries())
    await store.append({
      target: { sessionId: id },
      nextThoughtNeeded: index < steps.length - 1,
      mode: "chain",
      source: "thoughtbox",
      ...step,
      ...(revises !== undefined && { isRevision: true, revises }),
    });
  await store.close();
  write("pool.ts", pool);
  write("moved.ts", ["// The pool of the database.", "", ...pool]);
  write("export.ts", pool.with(1, "  connections: 20,"));
  rmSync(join(root, "gone.log"), { force: true });
  return id;
}
