import type { Answer, Connection } from "./client.ts";
import type { Attempt, Journal } from "./journal.ts";
import { pause } from "./pace.ts";
import type { Random } from "./random.ts";
import type { Tally } from "./tally.ts";

/** What a well-behaved client needs. */
export interface WriterSetup {
  readonly connection: Connection;
  readonly journal: Journal;
  readonly random: Random;
  readonly tally: Tally;
  readonly stop: AbortSignal;
  /** The id of a session that several clients write to at once. */
  readonly shared: string;
  /** Longest pause between two calls, in milliseconds. */
  readonly pauseMs: number;
}

/** Records thoughts and cells until the round ends, and notes every answer. */
export async function runWriter(setup: WriterSetup): Promise<void> {
  const { connection, random, stop, pauseMs, shared } = setup;
  const own = `${connection.name}-own`;
  const chain: Chain = { owner: `${connection.name}-chain` };
  const notebook: Notebook = {};
  while (!stop.aborted) {
    const draw = random.next();
    if (draw < 0.4) await recordThink(setup, own, own);
    else if (draw < 0.55) await recordThink(setup, shared, shared);
    else if (draw < 0.95) await recordChain(setup, chain);
    else await recordCell(setup, notebook);
    await pause(random.between(0, pauseMs), stop);
  }
}

interface Chain {
  readonly owner: string;
  sessionId?: string | undefined;
  number?: number;
}

interface Notebook {
  id?: string;
}

async function recordThink(setup: WriterSetup, sessionId: string, owner: string): Promise<void> {
  const attempt = begin(setup, owner);
  await send(
    setup,
    attempt,
    "think",
    { thought: attempt.content, session_id: sessionId },
    ({ structured }) => {
      const step = Number(structured.step);
      return { sessionId: String(structured.session_id), seq: step, number: step };
    },
  );
}

async function recordChain(setup: WriterSetup, chain: Chain): Promise<void> {
  const attempt = begin(setup, chain.owner);
  const number = (chain.number ?? 0) + 1;
  const isLast = setup.random.chance(0.05);
  const place =
    chain.sessionId === undefined ? { sessionTitle: chain.owner } : { sessionId: chain.sessionId };
  const args = {
    thought: attempt.content,
    thoughtNumber: number,
    totalThoughts: 9,
    nextThoughtNeeded: !isLast,
    ...place,
  };
  const answer = await send(setup, attempt, "thoughtbox", args, ({ structured }) => ({
    sessionId: String(structured.sessionId),
    seq: Number(structured.thoughtHistoryLength),
    number: Number(structured.thoughtNumber),
  }));
  // Without an answer the thought may be stored or not: the next one opens a new session.
  const goesOn = answer !== undefined && !answer.isError && !isLast;
  chain.sessionId = goesOn ? String(answer.structured.sessionId) : undefined;
  chain.number = goesOn ? number : 0;
}

async function recordCell({ connection, journal, random }: WriterSetup, notebook: Notebook): Promise<void> {
  const content = `${random.between(1, 9)} + ${random.between(1, 9)} // ${connection.name}`;
  try {
    if (notebook.id === undefined) {
      const made = await connection.call("notebook", {
        operation: "create",
        args: { title: connection.name },
      });
      if (made.isError) return;
      notebook.id = String(made.structured.notebookId);
    }
    const args = { notebookId: notebook.id, cellType: "code", content };
    const { isError, structured } = await connection.call("notebook", { operation: "add_cell", args });
    if (!isError) journal.addCell({ notebookId: notebook.id, cellId: String(structured.cellId), content });
  } catch {
    // No answer, so nothing is promised.
  }
}

function begin({ journal, random, connection }: WriterSetup, owner: string): Attempt {
  const text = `a thought of ${connection.name} `.repeat(random.pick([1, 1, 1, 20, 200]));
  const key = random.chance(0.5)
    ? `${connection.name}-${journal.attempts.length}-${random.next()}`
    : undefined;
  return journal.begin(owner, text, key);
}

/** Sends a thought. One with a key is sent again until it is answered, and now and then once more after that. */
async function send(
  setup: WriterSetup,
  attempt: Attempt,
  tool: string,
  args: Readonly<Record<string, unknown>>,
  read: (answer: Answer) => { readonly sessionId: string; readonly seq: number; readonly number: number },
): Promise<Answer | undefined> {
  const { connection, journal, random, stop, tally } = setup;
  for (let repeats = random.chance(0.2) ? 1 : 0; ; ) {
    let answer: Answer | undefined;
    try {
      // A repeat after the answer says nothing about when the thought was stored.
      if (!attempt.acknowledged) attempt.sentAt = Date.now();
      answer = await connection.call(tool, args, attempt.key);
    } catch {
      await pause(random.between(10, 200), stop);
    }
    const isStored = answer !== undefined && !answer.isError;
    if (answer && isStored) {
      if (!attempt.acknowledged) tally.acknowledged += 1;
      journal.acknowledge(attempt, read(answer));
      repeats -= 1;
    }
    if (answer?.isError) tally.noteRefusal(answer);
    if (attempt.key === undefined || stop.aborted || (isStored && repeats < 0)) return answer;
    if (answer?.isError && !/^STORE_/.test(answer.code ?? "")) return answer;
    if (!isStored) await pause(random.between(50, 300), stop);
  }
}
