import { type AppendResult, markOf, oneLine, type Thought } from "../../ledger/index.ts";
import type { Engine } from "../../llm/index.ts";
import type { Author } from "../../sessions/record.ts";
import type { Store } from "../../store/port.ts";
import type { ReasoningObserver } from "../ask.ts";
import type { Critique } from "../critique.ts";
import { countOf, questionOf, shareOf } from "./check.ts";
import { clean, type ModelThought, objectIn, readThought, textIn } from "./fields.ts";
import { type ModelQuestion, type ModeRun, runMode } from "./mode-run.ts";
import { answerTurn, criticiseTurn, reviseTurn } from "./reflection-prompt.ts";

/** A question whose answer is criticised and revised. */
export interface ReflectionRequest {
  readonly content?: string | undefined;
  /** The confidence that is good enough. */
  readonly threshold?: number | undefined;
  readonly rounds?: number | undefined;
}

/** How a reflection ended. */
export type Ending = "threshold" | "rounds" | "nothing to change";

/** The final answer and the rounds before it. */
export interface ReflectionAnswer {
  readonly session_id: string;
  readonly operation: "reflection";
  /** The final version. */
  readonly thought_id: string;
  readonly content: string;
  /** Absent if the model gave none. */
  readonly confidence?: number;
  /** Whether the confidence of the final version reached the threshold. */
  readonly reached: boolean;
  readonly ended: Ending;
  /** Each criticised version, in order. */
  readonly rounds: readonly {
    readonly thought_id: string;
    readonly critique: string;
    readonly revision_id?: string;
    readonly confidence?: number;
  }[];
}

/** Answers a question, then criticises and revises the answer until it is good enough or the rounds are used up. */
export async function reflection(
  store: Store,
  engine: Engine | undefined,
  author: Author,
  order: ReflectionRequest,
  observer: ReasoningObserver = {},
): Promise<ReflectionAnswer> {
  const question = questionOf(order.content);
  const threshold = shareOf("threshold", order.threshold, 0.8);
  const rounds = countOf("rounds", order.rounds, [1, 5], 3);
  const call = { store, engine, author, operation: "reflection", question, observer };
  return reflectionAnswer(await runMode(call, (run) => reflect(run, threshold, rounds)));
}

/** The answer, from the recorded thoughts of a run. */
export function reflectionAnswer(thoughts: readonly Thought[]): ReflectionAnswer {
  const closing = thoughts.at(-1)!;
  const ended = closing.metadata.ended as Ending;
  const threshold = Number(closing.metadata.threshold);
  const versions = ended === "nothing to change" ? thoughts.slice(0, -1) : thoughts;
  const last = versions.at(-1)!;
  return {
    session_id: closing.sessionId,
    operation: "reflection",
    thought_id: last.id,
    content: last.content,
    ...(last.confidence !== undefined && { confidence: last.confidence }),
    reached: (last.confidence ?? -1) >= threshold,
    ended,
    rounds: versions.flatMap(({ id, critique }, index) => {
      if (!critique) return [];
      const revision = versions[index + 1];
      return {
        thought_id: id,
        critique: String(critique.text),
        ...(revision && { revision_id: revision.id }),
        ...(revision?.confidence !== undefined && { confidence: revision.confidence }),
      };
    }),
  };
}

async function reflect(run: ModeRun, threshold: number, rounds: number): Promise<AppendResult> {
  const first = await run.ask({ ...version, says: "Answering", turn: answerTurn(run) });
  let current = await run.record({
    content: first.said.thought,
    asked: first.asked,
    confidence: first.said.confidence,
    given: first.said.given,
    // The answer does not repeat its question; exports and prompts read it from here.
    metadata: { question: run.question },
  });
  for (let round = 1; ; round++) {
    const answer = current.thought;
    const step = `round ${round} of ${rounds}`;
    const { critique, isChangeNeeded } = await criticise(run, answer, step);
    if (!isChangeNeeded)
      return run.record({
        content: `The answer in thought ${answer.number} stands: its critique found nothing that would change it.`,
        confidence: answer.confidence,
        closes: true,
        marks: [markOf("outcome", oneLine(answer.content, 300), "its critique found nothing to change")],
        metadata: { threshold, ended: "nothing to change" satisfies Ending },
      });
    const turn = reviseTurn(run, answer, critique);
    const { said, asked } = await run.ask({ ...version, says: `Revising, ${step}`, turn });
    const isReached = (said.confidence ?? -1) >= threshold;
    const closes = isReached || round === rounds;
    current = await run.record({
      content: said.thought,
      asked,
      confidence: said.confidence,
      given: said.given,
      revises: answer.number,
      closes,
      ...(closes && {
        marks: [markOf("outcome", oneLine(said.thought, 300))],
        metadata: { threshold, ended: (isReached ? "threshold" : "rounds") satisfies Ending },
      }),
    });
    if (closes) return current;
  }
}

/** How a version is read. Without a confidence the model is asked again; then it counts as never sufficient. */
const version = {
  wants: 'a "thought" and its "confidence" from 0 to 1',
  read(text: string, isLast: boolean): ModelThought | undefined {
    const said = readThought(text);
    return isLast || said.confidence !== undefined ? said : undefined;
  },
} satisfies Pick<ModelQuestion<ModelThought>, "wants" | "read">;

/** Lets the model criticise an answer and saves the critique. */
async function criticise(run: ModeRun, answer: Thought, step: string) {
  const { said, asked } = await run.ask({
    says: `Criticising, ${step}`,
    turn: criticiseTurn(run, answer),
    wants: 'a "critique" and whether a "change_needed"',
    read: readCritique,
  });
  const critique: Critique = { text: said.critique, model: asked.model, timestamp: new Date().toISOString() };
  const kept = await run.store.saveCritique(run.sessionId, answer.seq, { ...critique });
  return { critique: String(kept.text), isChangeNeeded: said.isChangeNeeded };
}

/** Plain text counts as a critique that requires a change. */
function readCritique(text: string): { readonly critique: string; readonly isChangeNeeded: boolean } {
  const said = objectIn(text);
  const critique = textIn(said, "critique", "text", "review");
  const needed = said.change_needed ?? said.changeNeeded;
  const isChangeNeeded = needed !== false && String(needed).toLowerCase() !== "false";
  return critique === "" ? { critique: clean(text), isChangeNeeded } : { critique, isChangeNeeded };
}
