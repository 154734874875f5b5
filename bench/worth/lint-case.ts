import { parseReference } from "../../src/ledger/evidence.ts";
import type { Thought } from "../../src/ledger/index.ts";

/** A thought of a made-up session. */
export interface Step {
  readonly text: string;
  readonly branch?: string;
  readonly from?: number;
  readonly revises?: number;
  readonly confidence?: number;
  readonly evidence?: readonly string[];
}

/** Steps as thoughts of a completed session. `from` and `revises` count steps of the session without faults from 1. */
export function thoughtsOf(steps: readonly (Step | string)[]): readonly Thought[] {
  const ids = new Map<string, string>();
  return steps.map((given, index) => {
    const step: Step = typeof given === "string" ? { text: given } : given;
    const branch = step.branch ?? "";
    const parentId = ids.get(branch) ?? (step.from === undefined ? ids.get("") : `t${step.from}`);
    ids.set(branch, `t${index + 1}`);
    return {
      id: `t${index + 1}`,
      sessionId: "made-up",
      seq: index + 1,
      number: index + 1,
      total: steps.length,
      content: step.text,
      ...(step.branch !== undefined && { branchId: step.branch }),
      ...(step.from !== undefined && { branchFrom: step.from }),
      isRevision: step.revises !== undefined,
      ...(step.revises !== undefined && { revises: step.revises, revisesId: `t${step.revises}` }),
      nextThoughtNeeded: index < steps.length - 1,
      ...(step.confidence !== undefined && { confidence: step.confidence }),
      ...(step.evidence && { evidence: step.evidence.map(reference) }),
      mode: "chain",
      source: "thoughtbox",
      ...(parentId !== undefined && { parentId }),
      metadata: {},
      createdAt: "2026-01-01T00:00:00.000Z",
    };
  });
}

function reference(ref: string) {
  if (ref.startsWith("cmd:")) return parseReference(ref);
  const kind = ref.startsWith("#")
    ? "thought"
    : ref.startsWith("cell:")
      ? "cell"
      : /^https?:/.test(ref)
        ? "url"
        : "file";
  return {
    ref,
    kind,
    ...(kind === "thought" && { number: Number(ref.slice(1)) }),
  } as const;
}
