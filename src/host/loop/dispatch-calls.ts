import type { ToolCallPart } from "../../llm/index.ts";
import type { MessageStreamChunk } from "../chunk.ts";
import { dispatch, type Outcome, type Refusal, settle } from "../limits/index.ts";
import type { Chunks, HostToolResult, ToolProgress } from "../loop.ts";
import { checkCall, type Verdict } from "./check-call.ts";
import { systemTimer } from "./interruption.ts";
import { interruptedText, type LoopRun } from "./loop-run.ts";
import { errorResult, fitResult, resultPart, resultText, runTool } from "./run-tool.ts";

/** The outcome of a turn's calls. */
export interface CallsOutcome {
  /** How many ran. */
  readonly ran: number;
  /** The limit that a call reached; neither it nor any later call ran. */
  readonly refused?: Refusal;
}

const PARALLEL = 8;
const RESULT_CHARACTERS = 100_000;
const TOOL_TIMEOUT_MS = 120_000;

/**
 * Dispatches calls one by one in order and runs them in parallel; calls to one server run one after another unless all of
 * them only read. Each call gets one result, streamed as soon as it exists. If `withheld` gives a reason, none runs.
 */
export async function* dispatchCalls(
  run: LoopRun,
  calls: readonly ToolCallPart[],
  withheld?: string,
): Chunks<CallsOutcome> {
  const queue = createChunkQueue();
  run.open = { calls, results: new Map() };
  run.emit = queue.push;
  const work = dispatchAll(run, calls, withheld, queue.push).finally(() => {
    delete run.emit;
    queue.end();
  });
  // Waited for below, even if the consumer leaves meanwhile.
  const settled = work.catch(() => {});
  try {
    yield* queue.chunks();
    return await work;
  } finally {
    await settled;
  }
}

type Emit = (chunk: MessageStreamChunk) => void;
type Runnable = Extract<Verdict, { readonly type: "run" }>;

async function dispatchAll(
  run: LoopRun,
  calls: readonly ToolCallPart[],
  withheld: string | undefined,
  emit: Emit,
): Promise<CallsOutcome> {
  const slots = createSlots(Math.max(1, run.options.parallel ?? PARALLEL));
  const sequential = sequentialServers(run, calls);
  /** The last call of each sequential server. */
  const last = new Map<string, Promise<void>>();
  const tasks: Promise<void>[] = [];
  const outcomes = new Map<string, Outcome>();
  let reason = withheld;
  let refused: Refusal | undefined;
  let ran = 0;
  async function runNow(part: ToolCallPart, runnable: Runnable): Promise<void> {
    try {
      const outcome = await runOne(run, runnable, emit);
      if (outcome !== undefined) outcomes.set(part.id, outcome);
    } finally {
      slots.leave();
    }
  }
  async function runAfter(before: Promise<void>, part: ToolCallPart, runnable: Runnable): Promise<void> {
    await before;
    await slots.enter();
    if (run.interruption.cause === undefined) return runNow(part, runnable);
    slots.leave();
    addResult(run, part, errorResult(interruptedText(run)), 0, emit);
  }
  for (const part of calls) {
    const checked: Verdict =
      reason === undefined ? await checkCall(run, part) : { type: "answer", text: notRun(reason) };
    const server = checked.type === "run" ? checked.tool.server : undefined;
    const before = server === undefined ? undefined : last.get(server);
    if (checked.type === "run" && before === undefined) await slots.enter();
    const verdict = run.interruption.cause === undefined ? count(run, checked) : INTERRUPTED;
    if (verdict.type === "run") {
      ran += 1;
      const task = before === undefined ? runNow(part, verdict) : runAfter(before, part, verdict);
      tasks.push(task);
      if (server !== undefined && sequential.has(server)) last.set(server, task);
      continue;
    }
    if (checked.type === "run" && before === undefined) slots.leave();
    if (verdict.type === "refuse") {
      refused = verdict.refused;
      reason = refused.text;
    }
    if (verdict.type === "answer" && verdict.outcome !== undefined) outcomes.set(part.id, verdict.outcome);
    addResult(run, part, errorResult(textOf(run, verdict)), 0, emit);
  }
  await Promise.all(tasks);
  for (const { id } of calls) {
    const outcome = outcomes.get(id);
    if (outcome !== undefined) run.budget = settle(run.budget, outcome);
  }
  return { ran, refused };
}

/** The servers whose calls of this turn run one after another: those that may change something. */
function sequentialServers({ tools }: LoopRun, calls: readonly ToolCallPart[]): ReadonlySet<string> {
  const found = calls.flatMap(({ name }) => tools.get(name) ?? []);
  const changing = found.filter(({ origin }) => origin?.hints.readOnly !== true || origin.changed);
  return new Set(changing.flatMap(({ server }) => server ?? []));
}

const INTERRUPTED: Verdict = { type: "interrupted" };

/** Counts a call that is about to run; time has passed since it was checked. */
function count(run: LoopRun, verdict: Verdict): Verdict {
  if (verdict.type !== "run") return verdict;
  const dispatched = dispatch(run.budget, verdict.call, run.now());
  run.budget = dispatched.budget;
  return dispatched.allowed ? verdict : { type: "refuse", refused: dispatched.refused };
}

function textOf(run: LoopRun, verdict: Exclude<Verdict, Runnable>): string {
  if (verdict.type === "answer") return verdict.text;
  return verdict.type === "refuse" ? notRun(verdict.refused.text) : interruptedText(run);
}

function notRun(reason: string): string {
  return `${reason}. This call was not run.`;
}

async function runOne(run: LoopRun, { tool, call, notes, isRepeated }: Runnable, emit: Emit) {
  const { options, interruption, now } = run;
  const { id, name, input, server } = call;
  emit({ type: "tool_start", content: name, id, server, input });
  const begun = now();
  const returned = await runTool(tool, call, {
    signal: interruption.signal,
    timeoutMs: options.toolTimeoutMs ?? TOOL_TIMEOUT_MS,
    after: options.after ?? systemTimer,
    hooks: options.hooks ?? {},
    onProgress: (message, progress) => emit(progressChunk(id, name, message, progress)),
  });
  const result = fitResult(
    returned ?? errorResult(interruptedText(run)),
    options.resultCharacters ?? RESULT_CHARACTERS,
  );
  const content = [...result.content, ...notes.map((text) => ({ type: "text" as const, text }))];
  addResult(run, call, { ...result, content }, Math.max(0, now() - begun), emit);
  if (returned === undefined) return;
  return isRepeated ? "repeated" : result.isError ? "failed" : "progress";
}

const PROGRESS_CHARACTERS = 500;

function progressChunk(
  id: string,
  name: string,
  message: string,
  { progress, total }: Partial<ToolProgress> = {},
): MessageStreamChunk {
  const content = String(message).slice(0, PROGRESS_CHARACTERS).toWellFormed();
  return { type: "tool_progress", content, id, name, progress, total };
}

function addResult(
  run: LoopRun,
  { id, name }: { readonly id: string; readonly name: string },
  result: HostToolResult,
  durationMs: number,
  emit: Emit,
): void {
  run.open?.results.set(id, resultPart(id, result));
  emit({
    type: "tool_result",
    content: resultText(result),
    id,
    name,
    is_error: result.isError,
    duration_ms: durationMs,
  });
}

const MOST_PROGRESS = 16;

/** Chunks on their way to the consumer. Unread progress of one call is bounded: the newest replaces the last. */
function createChunkQueue() {
  const waiting: MessageStreamChunk[] = [];
  /** Indexes in `waiting` of each call's progress. */
  const progress = new Map<string, number[]>();
  let hasEnded = false;
  let wake = () => {};
  return {
    push(chunk: MessageStreamChunk): void {
      const indexes = chunk.type === "tool_progress" ? (progress.get(chunk.id) ?? []) : undefined;
      if (indexes && indexes.length >= MOST_PROGRESS) waiting[indexes.at(-1)!] = chunk;
      else {
        waiting.push(chunk);
        indexes?.push(waiting.length - 1);
      }
      if (indexes && chunk.type === "tool_progress") progress.set(chunk.id, indexes);
      wake();
    },
    end(): void {
      hasEnded = true;
      wake();
    },
    async *chunks(): AsyncGenerator<MessageStreamChunk, void> {
      for (;;) {
        while (waiting.length > 0) {
          progress.clear();
          yield* waiting.splice(0);
        }
        if (hasEnded) return;
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      }
    },
  };
}

/** A semaphore. */
function createSlots(count: number) {
  const waiting: (() => void)[] = [];
  let free = count;
  return {
    async enter(): Promise<void> {
      if (free > 0) free -= 1;
      else await new Promise<void>((resolve) => void waiting.push(resolve));
    },
    leave(): void {
      const next = waiting.shift();
      if (next) next();
      else free += 1;
    },
  };
}
