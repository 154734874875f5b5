import {
  type AppendResult,
  type Criterion,
  type Decision,
  type DecisionTable,
  decide,
  Failure,
  markOf,
  oneLine,
  type Thought,
} from "../../ledger/index.ts";
import type { Engine } from "../../llm/index.ts";
import { type Author, checkContent } from "../../sessions/record.ts";
import type { Store } from "../../store/port.ts";
import type { ReasoningObserver } from "../ask.ts";
import { invalid } from "./check.ts";
import { readProposed, scoreTurn } from "./decision-prompt.ts";
import { type DecisionRequest, readCriteria, readOptions } from "./decision-request.ts";
import { hasScores, readScores, type Score } from "./decision-scores.ts";
import { outcomeText, reasonOf, tableText } from "./decision-words.ts";
import { type ModeRun, runMode } from "./mode-run.ts";

/** The computed decision, its input, and its thought in the ledger. */
export interface DecisionAnswer extends Decision {
  readonly session_id: string;
  readonly operation: "decision";
  readonly thought_id: string;
  readonly criteria: readonly Criterion[];
  /** The scores used, by option and criterion. */
  readonly scores: Readonly<Record<string, Readonly<Record<string, number>>>>;
  readonly scored_by: "caller" | "model";
}

/** Computes a decision and records its table and outcome. A model may propose scores, but never computes the result. */
export async function decision(
  store: Store,
  engine: Engine | undefined,
  author: Author,
  order: DecisionRequest,
  observer: ReasoningObserver = {},
): Promise<DecisionAnswer> {
  const options = readOptions(order.options);
  const criteria = readCriteria(order.criteria, order.weights);
  const given = hasScores(order.scores) ? readScores(order.scores, options, criteria) : undefined;
  if (given?.problem !== undefined) throw invalid("scores", given.problem);
  if (!given && !engine)
    throw new Failure("NO_ENGINE", {
      wanted:
        "There are no scores and no engine to propose them: send `scores`, a row per option with a number per criterion.",
    });
  const question = questionAbout(options, order.content);
  const call = { store, engine, author, operation: "decision", question, observer };
  return decisionAnswer(await runMode(call, (run) => compute(run, options, criteria, given)));
}

/** The answer, from the recorded thoughts of a run. */
export function decisionAnswer(thoughts: readonly Thought[]): DecisionAnswer {
  const [opening, closing] = [thoughts[0]!, thoughts.at(-1)!];
  const table = opening.metadata.table as DecisionTable;
  const { options, criteria, scores } = table;
  const named = options.map((option, index) => {
    return [option, Object.fromEntries(criteria.map(({ name }, place) => [name, scores[index]![place]!]))];
  });
  return {
    session_id: closing.sessionId,
    operation: "decision",
    thought_id: closing.id,
    ...decide(table),
    criteria,
    scores: Object.fromEntries(named),
    scored_by: opening.metadata.scoredBy as "caller" | "model",
  };
}

interface Given {
  readonly scores: readonly (readonly Score[])[];
}

async function compute(
  run: ModeRun,
  options: readonly string[],
  criteria: readonly Criterion[],
  given: Given | undefined,
): Promise<AppendResult> {
  const proposed = given ? undefined : await propose(run, options, criteria);
  const cells = given?.scores ?? proposed!.said;
  const table = { options, criteria, scores: cells.map((row) => row.map(({ score }) => score)) };
  await run.record({
    content: tableText(run.question, table, cells),
    ...(proposed && { asked: proposed.asked }),
    metadata: { table, scoredBy: given ? "caller" : "model" },
  });
  const decided = decide(table);
  return run.record({
    content: outcomeText(decided),
    closes: true,
    marks: [markOf("decision", `${oneLine(run.question, 200)} → ${decided.winner}`, reasonOf(decided))],
  });
}

function propose(run: ModeRun, options: readonly string[], criteria: readonly Criterion[]) {
  return run.ask({
    says: "Scoring the options",
    turn: scoreTurn(run, options, criteria),
    wants: `"scores", ${options.length} rows of ${criteria.length} scores within their scales`,
    read: (text) => readProposed(text, options, criteria),
  });
}

/** A decision without a question is about its options. */
function questionAbout(options: readonly string[], content: string | undefined): string {
  if (content === undefined || content.trim() === "") return `Decide between ${options.join(", ")}`;
  const refusal = checkContent(content);
  if (refusal) throw refusal;
  return content;
}
