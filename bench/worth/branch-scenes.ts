import { readFileSync } from "node:fs";
import { type BranchFate, factsOf, type Thought } from "../../src/ledger/index.ts";

/**
 * Sessions that were written for the fates of branches: short ones with two branches of two or three thoughts each, and
 * longer ones with branches of three to ten thoughts by four authors who did not know the rules. The last two wrote mostly
 * hard ones: good news of what is dropped, trouble with what is taken. Nothing is fitted on those of the last author.
 */
const FILES = {
  scenes: "branch-scenes.txt",
  "long scenes": "long-scenes.txt",
  "other scenes": "other-scenes.txt",
  "untouched scenes": "untouched-scenes.txt",
} as const;

/** A session of a few thoughts and how its branches ended. */
export interface Scene {
  readonly fates: ReadonlyMap<string, string>;
  readonly thoughts: readonly Thought[];
}

/** The branches of the scenes whose state is false, and how many branches there are. */
export async function wrongSceneFates(set: keyof typeof FILES): Promise<{
  readonly wrong: readonly string[];
  readonly count: number;
}> {
  const wrong: string[] = [];
  let count = 0;
  for (const [index, { fates, thoughts }] of scenesOf(set).entries()) {
    const { branches } = await factsOf(thoughts);
    const found = new Map<string, BranchFate>(branches.map(({ branchId, fate }) => [branchId, fate]));
    count += fates.size;
    for (const [branch, fate] of fates)
      if (found.get(branch) !== fate)
        wrong.push(`${set} ${index + 1}, ${branch}: ${found.get(branch)} instead of ${fate}`);
  }
  return { wrong, count };
}

/** The scenes of a set. */
export function scenesOf(set: keyof typeof FILES): readonly Scene[] {
  return readFileSync(new URL(FILES[set], import.meta.url), "utf8")
    .trim()
    .split(/\n\n+/)
    .map((text) => {
      const lines = text.split("\n");
      const fates = lines.flatMap((line) => {
        const [, branch, fate] = /^fate (\S+) (\w+)$/.exec(line) ?? [];
        return branch === undefined ? [] : [[branch, fate!] as const];
      });
      return { fates: new Map(fates), thoughts: thoughtsOf(lines.slice(fates.length)) };
    });
}

/** `[branch<1] text` opens a branch at thought 1, `[branch] text` continues it. */
function thoughtsOf(lines: readonly string[]): Thought[] {
  const last = new Map<string, number>();
  return lines.map((line, index) => {
    const [, branchId, fork, rest] = /^\[([\w-]+)(?:<(\d+))?\] (.*)$/.exec(line) ?? [];
    const number = (last.get(branchId ?? "") ?? Number(fork ?? 0)) + 1;
    last.set(branchId ?? "", number);
    return {
      id: `t${index + 1}`,
      sessionId: "scene",
      seq: index + 1,
      number,
      total: number,
      content: rest ?? line,
      ...(branchId === undefined ? {} : { branchId }),
      ...(fork === undefined ? {} : { branchFrom: Number(fork) }),
      isRevision: false,
      nextThoughtNeeded: true,
      mode: "chain",
      source: "thoughtbox",
      metadata: {},
      createdAt: "2026-01-05T08:00:00.000Z",
    };
  });
}
