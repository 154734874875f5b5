import { type AppendResult, markOf, type Thought } from "../../ledger/index.ts";
import type { Engine } from "../../llm/index.ts";
import type { Author } from "../../sessions/record.ts";
import type { Store } from "../../store/port.ts";
import type { ModelAnswer, ReasoningObserver } from "../ask.ts";
import { branchNames } from "./branch-names.ts";
import { countOf, questionOf } from "./check.ts";
import {
  type Comparison,
  type Perspective,
  readAnyComparison,
  readComparison,
  readPerspectives,
} from "./divergent-answer.ts";
import { compareTurn, divergeTurn } from "./divergent-prompt.ts";
import { type ModeRun, runMode } from "./mode-run.ts";

/** A question for several perspectives. */
export interface DivergentRequest {
  readonly content?: string | undefined;
  readonly perspectives?: number | undefined;
}

/** The perspectives, each with the assumption it challenges, and their comparison. */
export interface DivergentAnswer {
  readonly session_id: string;
  readonly operation: "divergent";
  readonly perspectives: readonly {
    readonly branch_id: string;
    readonly thought_id: string;
    readonly name: string;
    readonly assumption: string;
    readonly content: string;
    /** Absent if the model gave none. */
    readonly confidence?: number;
  }[];
  readonly synthesis: { readonly thought_id: string; readonly content: string };
}

const LEAST = 2;

/** Records perspectives on a question, each in its own branch, and their comparison. */
export async function divergent(
  store: Store,
  engine: Engine | undefined,
  author: Author,
  order: DivergentRequest,
  observer: ReasoningObserver = {},
): Promise<DivergentAnswer> {
  const question = questionOf(order.content);
  const count = countOf("perspectives", order.perspectives, [LEAST, 6], 4);
  const call = { store, engine, author, operation: "divergent", question, observer };
  return divergentAnswer(await runMode(call, (run) => diverge(run, count)));
}

/** The answer, from the recorded thoughts of a run. */
export function divergentAnswer(thoughts: readonly Thought[]): DivergentAnswer {
  const closing = thoughts.at(-1)!;
  return {
    session_id: closing.sessionId,
    operation: "divergent",
    perspectives: thoughts
      .filter(({ branchId }) => branchId !== undefined)
      .map(({ id, branchId, content, confidence, metadata }) => ({
        branch_id: branchId!,
        thought_id: id,
        name: String(metadata.perspective),
        assumption: String(metadata.assumption),
        content,
        ...(confidence !== undefined && { confidence }),
      })),
    synthesis: { thought_id: closing.id, content: closing.content },
  };
}

async function diverge(run: ModeRun, count: number): Promise<AppendResult> {
  const { said: perspectives, asked } = await run.ask({
    says: "Looking for perspectives",
    turn: divergeTurn(run, count),
    wants: `"perspectives", ${count} of them, each with another "assumption" that it challenges and a "thought"`,
    read(text, isLast) {
      const found = readPerspectives(text, count);
      return found.length >= (isLast ? LEAST : count) ? found : undefined;
    },
  });
  const assumptions = perspectives.map(({ assumption }) => `- ${assumption}`);
  const opening = await run.record({
    content: `${run.question}\n\nAssumptions to give up, one at a time:\n${assumptions.join("\n")}`,
    asked,
  });
  const branches = branchNames(
    perspectives.map(({ name }) => name),
    opening,
  );
  for (const [index, { name, assumption, thought, confidence, given }] of perspectives.entries())
    await run.record({
      content: `Suppose this is false: ${assumption}\n\n${thought}`,
      asked,
      confidence,
      given,
      branch: { branchId: branches[index]!, from: opening.thought },
      metadata: { perspective: name, assumption },
    });
  const compared = await compare(run, perspectives, asked);
  const { agree, disagree } = compared.said;
  return run.record({
    content: synthesis(branches, compared.said),
    asked: compared.asked,
    closes: true,
    marks: [
      ...(agree === "" ? [] : [markOf("outcome", agree)]),
      ...(disagree === "" ? [] : [markOf("open", disagree)]),
    ],
  });
}

/** The first answer should compare its perspectives; if it does not, the model is asked to. */
async function compare(run: ModeRun, perspectives: readonly Perspective[], asked: ModelAnswer) {
  const said = readComparison(asked.text);
  if (said.agree !== "" || said.disagree !== "") return { said, asked };
  return run.ask({
    says: "Comparing the perspectives",
    turn: compareTurn(run, perspectives),
    wants: '"agree" and "disagree"',
    read: readAnyComparison,
  });
}

/** The branches come first, in words from which a brief recognizes that none was dropped. */
function synthesis(branches: readonly string[], { agree, disagree }: Comparison): string {
  return [
    `Perspectives taken together: ${branches.join(", ")}.`,
    ...(agree === "" ? [] : [`They agree: ${agree}`]),
    ...(disagree === "" ? [] : [`They part: ${disagree}`]),
  ].join("\n\n");
}
