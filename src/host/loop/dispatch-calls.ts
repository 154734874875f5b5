import type { ToolCallPart } from "../../llm/index.ts";
import type { MessageStreamChunk } from "../chunk.ts";
import { dispatch, type Outcome, type Refusal, settle } from "../limits/index.ts";
import type { Chunks, HostToolResult, HowFar } from "../loop.ts";
import { chunkQueue } from "./chunk-queue.ts";
import { errorResult, fitResult, resultPart, resultText } from "./fit-result.ts";
import { onTimer } from "./interruption.ts";
import { judgeCall, type Verdict } from "./judge-call.ts";
import { interruptedText, type LoopRun } from "./loop-run.ts";
import { runTool } from "./run-tool.ts";
import { openSlots } from "./slots.ts";

/** What came of a turn's calls. */
export interface Dispatch {
  /** How many were run. */
  readonly ran: number;
  /** The limit that one of them met: neither it nor any after it was run. */
  readonly refused?: Refusal;
}

const PARALLEL = 8;
const RESULT_LETTERS = 100_000;
const TOOL_TIMEOUT_MS = 120_000;

/**
 * Dispatches calls one by one in order and runs them side by side, those of one server one after the other unless all of
 * them only read; each gets one result, which is in the stream as soon as it is there. With a reason to withhold the
 * tools none is run.
 */
export async function* dispatchCalls(
  run: LoopRun,
  calls: readonly ToolCallPart[],
  withheld?: string,
): Chunks<Dispatch> {
  const queue = chunkQueue<MessageStreamChunk>();
  run.open = { calls, results: new Map() };
  const tell: Tell = (chunk) =>
    chunk.type === "tool_progress" ? queue.pushOf(chunk.id, chunk) : queue.push(chunk);
  run.tell = tell;
  const work = dispatchAll(run, calls, withheld, tell).finally(() => {
    delete run.tell;
    queue.end();
  });
  // Whoever leaves meanwhile still waits for it, below.
  const settled = work.catch(() => {});
  try {
    yield* queue.items();
    return await work;
  } finally {
    await settled;
  }
}

type Tell = (chunk: MessageStreamChunk) => void;
type Runnable = Extract<Verdict, { readonly type: "run" }>;

async function dispatchAll(
  run: LoopRun,
  calls: readonly ToolCallPart[],
  withheld: string | undefined,
  tell: Tell,
): Promise<Dispatch> {
  const slots = openSlots(Math.max(1, run.parts.parallel ?? PARALLEL));
  const inOrder = serversInOrder(run, calls);
  /** The last call of each server that keeps its order. */
  const last = new Map<string, Promise<void>>();
  const tasks: Promise<void>[] = [];
  const outcomes = new Map<string, Outcome>();
  let reason = withheld;
  let refused: Refusal | undefined;
  let ran = 0;
  const refuse = (by: Refusal) => {
    refused = by;
    reason = by.text;
  };
  async function runNow(asked: ToolCallPart, fate: Runnable): Promise<void> {
    try {
      const outcome = await runOne(run, fate, tell);
      if (outcome !== undefined) outcomes.set(asked.id, outcome);
    } finally {
      slots.leave();
    }
  }
  async function runAfter(before: Promise<void>, asked: ToolCallPart, fate: Runnable): Promise<void> {
    await before;
    await slots.enter();
    if (run.interruption.cause === undefined) return runNow(asked, fate);
    slots.leave();
    answer(run, asked, errorResult(interruptedText(run)), 0, tell);
  }
  for (const asked of calls) {
    const verdict = await judge(run, asked, reason);
    const server = verdict.type === "run" ? verdict.tool.server : undefined;
    const before = server === undefined ? undefined : last.get(server);
    if (verdict.type === "run" && before === undefined) await slots.enter();
    const fate = run.interruption.cause === undefined ? count(run, verdict) : INTERRUPTED;
    if (fate.type === "run") {
      ran += 1;
      const task = before === undefined ? runNow(asked, fate) : runAfter(before, asked, fate);
      tasks.push(task);
      if (server !== undefined && inOrder.has(server)) last.set(server, task);
      continue;
    }
    if (verdict.type === "run" && before === undefined) slots.leave();
    if (fate.type === "refuse") refuse(fate.refused);
    if (fate.type === "answer" && fate.outcome !== undefined) outcomes.set(asked.id, fate.outcome);
    answer(run, asked, errorResult(textOf(run, fate)), 0, tell);
  }
  await Promise.all(tasks);
  for (const { id } of calls) {
    const outcome = outcomes.get(id);
    if (outcome !== undefined) run.budget = settle(run.budget, outcome);
  }
  return { ran, ...(refused && { refused }) };
}

/** The servers whose calls of this turn run one after the other: all those that may change something. */
function serversInOrder({ tools }: LoopRun, calls: readonly ToolCallPart[]): ReadonlySet<string> {
  const found = calls.flatMap(({ name }) => tools.get(name) ?? []);
  const changing = found.filter(({ origin }) => origin?.hints.readOnly !== true || origin.changed);
  return new Set(changing.flatMap(({ server }) => server ?? []));
}

const INTERRUPTED: Verdict = { type: "interrupted" };

async function judge(run: LoopRun, asked: ToolCallPart, reason: string | undefined): Promise<Verdict> {
  return reason === undefined ? await judgeCall(run, asked) : { type: "answer", text: notRun(reason) };
}

/** Counts a call that is about to be run; time has passed since it was judged. */
function count(run: LoopRun, verdict: Verdict): Verdict {
  if (verdict.type !== "run") return verdict;
  const dispatched = dispatch(run.budget, verdict.call, run.now());
  run.budget = dispatched.budget;
  return dispatched.allowed ? verdict : { type: "refuse", refused: dispatched.refused };
}

function textOf(run: LoopRun, fate: Exclude<Verdict, Runnable>): string {
  if (fate.type === "answer") return fate.text;
  return fate.type === "refuse" ? notRun(fate.refused.text) : interruptedText(run);
}

function notRun(reason: string): string {
  return `${reason}. This call was not run.`;
}

async function runOne(run: LoopRun, { tool, call, notes, isRepeated }: Runnable, tell: Tell) {
  const { parts, interruption, now } = run;
  const { id, name, input, server } = call;
  tell({ type: "tool_start", content: name, id, ...(server !== undefined && { server }), input });
  const begun = now();
  const given = await runTool(tool, call, {
    signal: interruption.signal,
    timeoutMs: parts.toolTimeoutMs ?? TOOL_TIMEOUT_MS,
    after: parts.after ?? onTimer,
    hooks: parts.hooks ?? {},
    onProgress: (message, how) => tell(progressChunk(id, name, message, how)),
  });
  const result = fitResult(given ?? errorResult(interruptedText(run)), parts.resultLetters ?? RESULT_LETTERS);
  const noted = [...result.content, ...notes.map((text) => ({ type: "text" as const, text }))];
  answer(run, call, { ...result, content: noted }, Math.max(0, now() - begun), tell);
  return given === undefined ? undefined : outcomeOf(result, isRepeated);
}

const PROGRESS_LETTERS = 500;

function progressChunk(
  id: string,
  name: string,
  message: string,
  how: HowFar | undefined,
): MessageStreamChunk {
  const { progress, total } = how ?? {};
  return {
    type: "tool_progress",
    content: String(message).slice(0, PROGRESS_LETTERS).toWellFormed(),
    id,
    name,
    ...(progress !== undefined && { progress }),
    ...(total !== undefined && { total }),
  };
}

function outcomeOf({ isError }: HostToolResult, isRepeated: boolean): Outcome {
  return isRepeated ? "repeated" : isError ? "failed" : "progress";
}

function answer(
  run: LoopRun,
  { id, name }: { readonly id: string; readonly name: string },
  result: HostToolResult,
  durationMs: number,
  tell: Tell,
): void {
  run.open?.results.set(id, resultPart(id, result));
  tell({
    type: "tool_result",
    content: resultText(result),
    id,
    name,
    is_error: result.isError,
    duration_ms: durationMs,
  });
}
