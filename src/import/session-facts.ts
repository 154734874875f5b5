import type { Compaction, TokenCounts, TranscriptFacts } from "./transcript.ts";
import { countOf, objectOf } from "./value.ts";

/** How many messages' usage is remembered, to count each once. Records of one message are close to each other. */
const MOST_MESSAGES = 1000;
const MOST_MODELS = 20;
const MOST_TOOLS = 500;
const MOST_COMPACTIONS = 1000;

/** Collects the facts of a session while its transcript is scanned. */
export function createSessionFacts() {
  const models = new Set<string>();
  const toolCalls = new Map<string, number>();
  const compactions: Compaction[] = [];
  const usage = new Map<string, TokenCounts>();
  const totals = new Map<string, TokenCounts>();
  let tokens: TokenCounts | undefined;
  let [cost, hidden] = [0, 0];
  let [startedAt, endedAt]: (number | undefined)[] = [];
  let [prompt, cwd, gitBranch]: (string | undefined)[] = [];
  let isFinished = false;
  let openMessage: string | undefined;
  return {
    at(time: number | undefined): void {
      if (time === undefined) return;
      if (startedAt === undefined || time < startedAt) startedAt = time;
      if (endedAt === undefined || time > endedAt) endedAt = time;
    },
    place(folder: string | undefined, branch: string | undefined): void {
      cwd ??= folder;
      gitBranch = branch ?? gitBranch;
    },
    prompt(text: string | undefined): void {
      prompt ??= text;
    },
    model(name: string | undefined): void {
      if (name !== undefined && models.size < MOST_MODELS) models.add(name);
    },
    hid(count: number): void {
      hidden = Math.max(0, hidden + count);
    },
    cost(value: unknown): void {
      cost += countOf(value);
    },
    tool(name: string): void {
      if (toolCalls.size < MOST_TOOLS || toolCalls.has(name))
        toolCalls.set(name, (toolCalls.get(name) ?? 0) + 1);
    },
    compacted(at: string | undefined, trigger?: string | undefined): void {
      if (compactions.length < MOST_COMPACTIONS)
        compactions.push({ ...(at && { at }), ...(trigger && { trigger }) });
    },
    /** Sets whether the session could end here. A message has several records: one open call keeps the message open. */
    state(finished: boolean, message?: string, isOpen?: boolean): void {
      if (isOpen && message !== undefined) openMessage = message;
      isFinished = finished && (message === undefined || message !== openMessage);
    },
    /** Tokens of one message; records of the same message repeat them. */
    claudeUsage(message: string, value: unknown): void {
      const given = objectOf(value);
      if (Object.keys(given).length === 0) return;
      const before = usage.get(message);
      const [oldest] = usage.keys();
      if (!before && oldest !== undefined && usage.size >= MOST_MESSAGES) {
        tokens = sum(tokens, usage.get(oldest)!);
        usage.delete(oldest);
      }
      usage.set(message, {
        input: Math.max(before?.input ?? 0, countOf(given.input_tokens)),
        output: Math.max(before?.output ?? 0, countOf(given.output_tokens)),
        cacheRead: Math.max(before?.cacheRead ?? 0, countOf(given.cache_read_input_tokens)),
        cacheWrite: Math.max(before?.cacheWrite ?? 0, countOf(given.cache_creation_input_tokens)),
        reasoning: 0,
      });
    },
    /** Adds tokens. */
    tokens(more: Partial<TokenCounts>): void {
      tokens = sum(tokens, more);
    },
    /** Sets the total that the program reports for one of the files. */
    totalTokens(file: string, total: Partial<TokenCounts>): void {
      totals.set(file, sum(undefined, total));
    },
    done(rest: Partial<TranscriptFacts> = {}): TranscriptFacts {
      for (const one of [...usage.values(), ...totals.values()]) tokens = sum(tokens, one);
      return {
        prompt,
        cwd,
        gitBranch,
        models: [...models],
        ...(tokens && { tokens }),
        ...(cost > 0 && { cost }),
        startedAt,
        endedAt,
        isFinished,
        compactions,
        toolCalls,
        hidden,
        ...rest,
      };
    },
  };
}

/** Collects the facts of a session. */
export type SessionFacts = ReturnType<typeof createSessionFacts>;

function sum(before: TokenCounts | undefined, more: Partial<TokenCounts>): TokenCounts {
  const add = (name: keyof TokenCounts) => (before?.[name] ?? 0) + (more[name] ?? 0);
  return {
    input: add("input"),
    output: add("output"),
    cacheRead: add("cacheRead"),
    cacheWrite: add("cacheWrite"),
    reasoning: add("reasoning"),
  };
}
