import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { randomSteps, recordSteps } from "../../test/support/random-session.ts";
import { openStore } from "../store/open.ts";
import { allThoughts } from "../store/port.ts";
import { Analysis, analyse } from "./analyse.ts";
import type { Thought } from "./thought.ts";

const createdAt = "2025-01-15T10:00:00Z";

describe("the statistics of a session", () => {
  test("[N1] the example of the gateway gives the documented values", async () => {
    const minutes = [0, 10, 20, 35, 50, 70, 90];
    const thoughts = minutes.map((minute, index) =>
      thought(index + 1, minute, {
        ...(index === 3 && { branchId: "alternative", branchFrom: 2, parentId: "t2" }),
        ...(index === 1 && { critique: { text: "Consider Y" } }),
        ...(index === 4 && { metadata: { critiqueRequested: true } }),
        ...(index === 6 && { nextThoughtNeeded: false }),
      }),
    );
    expect(await statisticsOf(thoughts)).toEqual({
      metadata: { thoughtCount: 7, branchCount: 1, revisionCount: 0, duration: 5400000, createdAt },
      structure: { linearityScore: 0.85, revisionRate: 0, maxDepth: 2, thoughtDensity: 0.078 },
      quality: { critiqueRequests: 2, hasConvergence: true, isComplete: true },
    });
  });

  test("[N1] a session without thoughts has no shares, no depth and no rate", async () => {
    expect(await statisticsOf([])).toEqual({
      metadata: { thoughtCount: 0, branchCount: 0, revisionCount: 0, duration: 0, createdAt },
      structure: { linearityScore: 0, revisionRate: 0, maxDepth: 0, thoughtDensity: 0 },
      quality: { critiqueRequests: 0, hasConvergence: false, isComplete: false },
    });
  });

  test("[N1] thoughts of one moment, or with a clock set back, have no rate", async () => {
    for (const minute of [5, 3])
      expect(await statisticsOf([thought(1, 5), thought(2, minute)])).toMatchObject({
        metadata: { duration: 0 },
        structure: { thoughtDensity: 0 },
      });
  });

  test("[N1] the share of straight thoughts is cut, that of revisions rounded", async () => {
    const revision = { isRevision: true, revises: 1, revisesId: "t1" };
    const { structure } = await statisticsOf([thought(1, 0), thought(2, 1, revision), thought(3, 2)]);
    expect(structure).toMatchObject({ linearityScore: 0.66, revisionRate: 0.3333 });
  });

  test("[N1] a branch of a branch of a branch is four deep, wherever else its name is used", async () => {
    const lane = (branchId: string, parentId: string) => ({ branchId, parentId });
    const thoughts = [
      thought(1, 0),
      thought(2, 1, lane("a", "t1")),
      thought(3, 2, lane("b", "t2")),
      thought(4, 3, lane("a", "t2")),
      thought(5, 4, lane("c", "t3")),
      thought(6, 5, lane("d", "t1")),
    ];
    expect(await statisticsOf(thoughts)).toMatchObject({
      metadata: { branchCount: 4 },
      structure: { maxDepth: 4 },
      quality: { hasConvergence: false },
    });
  });

  test("[N2] every value, and nothing else, has a definition of one sentence", async () => {
    const analysis = await analyse({ createdAt }, stream([]));
    const { definitions, ...parts } = Analysis.parse(analysis);
    const names = Object.values(parts).flatMap((part) => Object.keys(part));
    expect(Object.keys(definitions).sort()).toEqual(names.sort());
    for (const text of Object.values(definitions)) expect(text).toMatch(/^[A-Z][^.]*\.$/);
  });

  test("[N3] for any session, the values match a second computation", async () => {
    let now = Date.parse(createdAt);
    let id = 0;
    const store = await openStore(
      { memory: true },
      { now: () => (now += (id * 7919) % 100_000), newId: () => `t${++id}` },
    );
    await fc.assert(
      fc.asyncProperty(randomSteps, async (steps) => {
        const session = await recordSteps(store, steps);
        const analysis = Analysis.parse(await analyse(session, allThoughts(store, session.id)));
        const { definitions: _, ...plain } = analysis;
        const thoughts = await Array.fromAsync(allThoughts(store, session.id));
        expect(plain).toEqual(reckon(session.createdAt, thoughts));
        expect(analysis.metadata).toMatchObject({
          thoughtCount: session.thoughtCount,
          branchCount: session.branchCount,
        });
      }),
      { numRuns: 100 },
    );
    await store.close();
  });
});

/** The same statistics computed from the whole session in memory. */
function reckon(opened: string, thoughts: readonly Thought[]) {
  const byId = new Map(thoughts.map((one) => [one.id, one]));
  const firstOf = (branchId: string) => thoughts.find((one) => one.branchId === branchId)!;
  const depth = (branchId: string | undefined): number =>
    branchId === undefined ? 1 : 1 + depth(byId.get(firstOf(branchId).parentId!)?.branchId);
  const revisions = thoughts.filter(({ isRevision }) => isRevision).length;
  const straight = thoughts.filter(
    ({ isRevision, branchId }) => !isRevision && branchId === undefined,
  ).length;
  const lastBranch = thoughts.findLastIndex(({ branchId }) => branchId !== undefined);
  const times = thoughts.map((one) => Date.parse(one.createdAt));
  const duration = times.at(-1)! - times[0]!;
  return {
    metadata: {
      thoughtCount: thoughts.length,
      branchCount: new Set(thoughts.flatMap(({ branchId }) => branchId ?? [])).size,
      revisionCount: revisions,
      duration,
      createdAt: opened,
    },
    structure: {
      linearityScore: Number((straight / thoughts.length).toFixed(6).slice(0, 4)),
      revisionRate: Number((revisions / thoughts.length).toFixed(4)),
      maxDepth: Math.max(...thoughts.map(({ branchId }) => depth(branchId))),
      thoughtDensity: expect.closeTo(duration === 0 ? 0 : thoughts.length / (duration / 60_000), 3),
    },
    quality: {
      critiqueRequests: thoughts.filter(({ metadata }) => metadata.critiqueRequested).length,
      hasConvergence:
        lastBranch >= 0 && thoughts.slice(lastBranch).some(({ branchId }) => branchId === undefined),
      isComplete: !thoughts.at(-1)!.nextThoughtNeeded,
    },
  };
}

async function statisticsOf(thoughts: readonly Thought[]) {
  const { definitions: _, ...plain } = await analyse({ createdAt }, stream(thoughts));
  return plain;
}

async function* stream(thoughts: readonly Thought[]) {
  yield* thoughts;
}

function thought(seq: number, minute: number, more: Partial<Thought> = {}): Thought {
  return {
    id: `t${seq}`,
    sessionId: "debug-auth-2025-01",
    seq,
    number: seq,
    total: 7,
    content: "…",
    isRevision: false,
    nextThoughtNeeded: true,
    mode: "chain",
    source: "gateway",
    metadata: {},
    createdAt: new Date(Date.parse(createdAt) + minute * 60_000).toISOString(),
    ...more,
  };
}
