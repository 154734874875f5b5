import { type AppendResult, Failure, type Mark, markOf, oneLine, type Thought } from "../../ledger/index.ts";
import type { Engine } from "../../llm/index.ts";
import type { Author } from "../../sessions/record.ts";
import type { Store } from "../../store/port.ts";
import type { ReasoningObserver } from "../ask.ts";
import { branchNames } from "./branch-names.ts";
import { countOf, questionOf } from "./check.ts";
import { readThought } from "./fields.ts";
import { isEngineTrouble, type ModeRun, runMode } from "./mode-run.ts";
import { type Approach, type Explored, readApproaches, readVerdict, type Verdict } from "./tree-answer.ts";
import { exploreTurn, proposeTurn, verdictTurn } from "./tree-prompt.ts";

/** A question to explore along several branches. */
export interface TreeRequest {
  readonly content?: string | undefined;
  readonly branches?: number | undefined;
}

/** The branches' findings and the winner. */
export interface TreeAnswer {
  readonly session_id: string;
  readonly operation: "tree";
  readonly branches: readonly {
    readonly branch_id: string;
    readonly thought_id: string;
    readonly approach: string;
    readonly content: string;
    /** Absent if the model gave none. */
    readonly confidence?: number;
  }[];
  readonly verdict: {
    readonly thought_id: string;
    readonly content: string;
    readonly winner: string;
    readonly confidence?: number;
  };
  /** Approaches that could not be explored, and why. */
  readonly failed?: readonly FailedApproach[];
}

interface FailedApproach {
  readonly approach: string;
  readonly reason: string;
}

/** A verdict needs at least two branches. */
const LEAST_BRANCHES = 2;

/** Explores two to four approaches, each in its own branch, and ends with a verdict on the main line. */
export async function tree(
  store: Store,
  engine: Engine | undefined,
  author: Author,
  order: TreeRequest,
  observer: ReasoningObserver = {},
): Promise<TreeAnswer> {
  const question = questionOf(order.content);
  const count = countOf("branches", order.branches, [LEAST_BRANCHES, 4], 3);
  const call = { store, engine, author, operation: "tree", question, observer };
  return treeAnswer(await runMode(call, (run) => grow(run, count)));
}

/** The answer, from the recorded thoughts of a run. */
export function treeAnswer(thoughts: readonly Thought[]): TreeAnswer {
  const verdict = thoughts.at(-1)!;
  const branches = thoughts
    .filter(({ branchId }) => branchId !== undefined)
    .toSorted((a, b) => Number(a.metadata.place) - Number(b.metadata.place));
  const failed = (verdict.metadata.failed ?? []) as readonly FailedApproach[];
  return {
    session_id: verdict.sessionId,
    operation: "tree",
    branches: branches.map(({ id, branchId, content, confidence, metadata }) => ({
      branch_id: branchId!,
      thought_id: id,
      approach: String(metadata.approach),
      content,
      ...(confidence !== undefined && { confidence }),
    })),
    verdict: {
      thought_id: verdict.id,
      content: verdict.content,
      winner: String(verdict.metadata.winner),
      ...(verdict.confidence !== undefined && { confidence: verdict.confidence }),
    },
    ...(failed.length > 0 && { failed }),
  };
}

async function grow(run: ModeRun, count: number): Promise<AppendResult> {
  const { said: approaches, asked } = await run.ask({
    says: "Looking for approaches",
    turn: proposeTurn(run, count),
    wants: `"approaches", ${count} of them with different names`,
    read(text, isLast) {
      const found = readApproaches(text, count);
      return found.length >= (isLast ? LEAST_BRANCHES : count) ? found : undefined;
    },
  });
  const list = approaches.map(({ name, idea }, index) => `${index + 1}. ${name}${idea && `: ${idea}`}`);
  const opening = await run.record({
    content: `${run.question}\n\nApproaches to explore:\n${list.join("\n")}`,
    asked,
    metadata: { approaches: approaches.map(({ name }) => name) },
  });
  const { explored, failed } = await exploreAll(run, approaches, opening);
  const { said: verdict, asked: judged } = await run.ask({
    says: "Weighing the branches",
    turn: verdictTurn(run, explored),
    wants: `a "verdict" and a "winner", one of ${explored.map(({ branchId }) => branchId).join(", ")}`,
    read: (text, isLast) => readVerdict(text, explored, isLast),
  });
  return run.record({
    content: verdictText(verdict, explored, failed),
    asked: judged,
    confidence: verdict.confidence,
    given: verdict.given,
    closes: true,
    marks: verdictMarks(run.question, verdict, explored),
    metadata: { winner: verdict.winner, ...(failed.length > 0 && { failed }) },
  });
}

/** Explores all approaches in parallel. An engine failure ends only its own branch; any other error ends them all. */
async function exploreAll(
  run: ModeRun,
  approaches: readonly Approach[],
  opening: AppendResult,
): Promise<{ readonly explored: readonly Explored[]; readonly failed: readonly FailedApproach[] }> {
  const stop = new AbortController();
  const signal = run.signal ? AbortSignal.any([run.signal, stop.signal]) : stop.signal;
  const names = approaches.map(({ name }) => name);
  const branches = branchNames(names, opening);
  const troubles: Failure[] = [];
  const faults: unknown[] = [];
  const failed: FailedApproach[] = [];
  const outcomes = await Promise.all(
    approaches.map(async (approach, place) => {
      try {
        const turn = exploreTurn(run, approach, approaches);
        return await explore(run, opening, { approach, branchId: branches[place]!, place, turn, signal });
      } catch (error) {
        if (error instanceof Failure && isEngineTrouble(error)) {
          troubles.push(error);
          failed.push({ approach: approach.name, reason: error.message });
        } else {
          faults.push(error);
          stop.abort();
        }
        return undefined;
      }
    }),
  );
  if (faults.length > 0) throw faults[0];
  const explored = outcomes.filter((one) => one !== undefined);
  if (explored.length < LEAST_BRANCHES) throw troubles[0];
  return { explored, failed };
}

async function explore(
  run: ModeRun,
  opening: AppendResult,
  branch: Pick<Explored, "approach" | "branchId"> & {
    readonly place: number;
    readonly turn: ReturnType<typeof exploreTurn>;
    readonly signal: AbortSignal;
  },
): Promise<Explored> {
  const { approach, branchId, place, turn, signal } = branch;
  const wants = `a "thought" about ${approach.name}`;
  const { said, asked } = await run.ask({
    says: `Exploring ${branchId}`,
    turn,
    wants,
    read: readThought,
    signal,
  });
  const { thought } = await run.record({
    content: said.thought,
    asked,
    confidence: said.confidence,
    given: said.given,
    branch: { branchId, from: opening.thought },
    metadata: { approach: approach.name, place },
  });
  return { approach, branchId, thought };
}

/** The choice, and the approaches that lost. */
function verdictMarks(
  question: string,
  { winner, why }: Verdict,
  explored: readonly Explored[],
): readonly Mark[] {
  const chosen = explored.find(({ branchId }) => branchId === winner)?.approach.name ?? winner;
  const lost = explored.filter(({ branchId }) => branchId !== winner);
  return [
    markOf("decision", `${oneLine(question, 200)} → ${chosen}`, why),
    ...lost.map(({ approach }) => markOf("dead_end", approach.name, `${chosen} was chosen`)),
  ];
}

/** The decision comes first, in words that a brief recognizes as one; then the reason. */
function verdictText(
  { winner, why, wouldChange }: Verdict,
  explored: readonly Explored[],
  failed: readonly FailedApproach[],
): string {
  const dropped = explored.filter(({ branchId }) => branchId !== winner).map(({ branchId }) => branchId);
  return [
    `Decision: take ${winner}.\nDropped: ${dropped.join(", ")}.`,
    why,
    ...(wouldChange === "" ? [] : [`What would change it: ${wouldChange}`]),
    ...failed.map(({ approach, reason }) => `Not explored: ${approach}. ${reason}`),
  ].join("\n\n");
}
