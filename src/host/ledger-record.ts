import {
  type Draft,
  MAX_CARRIED,
  type Mark,
  markOf,
  type NewSession,
  noteBlock,
  redact,
  redactText,
  titleFrom,
  withoutCitations,
} from "../ledger/index.ts";
import type { Store } from "../store/port.ts";
import type { MessageStreamChunk } from "./chunk.ts";
import { declaredMarks } from "./declared-marks.ts";
import type { ToolHooks } from "./loop.ts";

/** Where a session's reasoning is recorded. */
export interface RecordTarget {
  readonly store: Pick<Store, "append">;
  readonly sessionId: string;
  /** Properties of the ledger session. The title defaults to one made from the first thought. */
  readonly opening: Omit<NewSession, "title" | "mode" | "id"> & { readonly title?: string };
}

/** Writes one message's reasoning to the ledger, in order, without delaying the stream. */
export interface LedgerRecord {
  addUserText(text: string): void;
  /** A block of thinking or text is written when it ends. */
  addChunk(chunk: MessageStreamChunk): void;
  /** Waits until everything is written; returns a warning if something was lost. */
  flush(): Promise<string | undefined>;
}

/** Records the work of `model` on one message. */
export function recordMessage({ store, sessionId, opening }: RecordTarget, model: string): LedgerRecord {
  let block: Block | undefined;
  let spent: Spent | undefined;
  const calls = new Map<string, Start>();
  let writing = Promise.resolve();
  let lost = 0;
  let reason: unknown;
  const reached = new Set<string>();

  function write(
    content: string,
    author: string | undefined,
    metadata: Draft["metadata"],
    marks: readonly Mark[] = [],
  ): void {
    for (const [index, piece] of piecesOf(content).entries()) {
      const draft: Draft = {
        target: {
          sessionId,
          create: () => ({ ...opening, title: opening.title || titleFrom(piece), mode: "chain" }),
        },
        content: piece,
        nextThoughtNeeded: true,
        mode: "chain",
        source: "host",
        author,
        metadata,
        ...(index === 0 && marks.length > 0 && { marks }),
      };
      writing = writing
        .then(async () => void (await store.append(draft)))
        .catch((error) => {
          lost += 1;
          reason ??= error;
        });
    }
  }

  /** The usage of a turn goes to its last block, or to the tool call of a turn without text. */
  function takeSpent(): Spent | undefined {
    const taken = spent;
    spent = undefined;
    return taken;
  }

  function endBlock(): void {
    if (block?.type === "thinking") write(block.text, model, { role: "thinking", ...takeSpent() });
    else if (block) write(block.text, model, { role: "answer", ...takeSpent() }, declaredMarks(block.text));
    block = undefined;
  }

  /** A limit that stops the work is its outcome. A limit of calls is reported for each call, and recorded once. */
  function addLimit({ code, error, scope, limit, used }: Trouble): void {
    const name = `${code} ${scope}`;
    if (limit === undefined || reached.has(name)) return;
    reached.add(name);
    write(error, model, { role: "limit", code, scope, limit, used }, [markOf("outcome", error)]);
  }

  return {
    addUserText: (text) => write(text, "user", { role: "user" }, declaredMarks(text)),
    addChunk(chunk) {
      if (chunk.type === "thinking" || chunk.type === "content") {
        if (block?.id !== chunk.id || block.type !== chunk.type) endBlock();
        block ??= { type: chunk.type, id: chunk.id, text: "" };
        block.text += chunk.content;
        return;
      }
      if (chunk.type === "warning" || chunk.type === "tool_progress") return;
      if (chunk.type === "usage")
        spent = { usage: chunk.usage, ...(chunk.cost !== undefined && { cost: chunk.cost }) };
      endBlock();
      if (chunk.type === "error") return addLimit(chunk);
      if (chunk.type === "tool_start") calls.set(chunk.id, chunk);
      if (chunk.type !== "tool_result") return;
      const evidence = evidenceOf(chunk, calls.get(chunk.id));
      calls.delete(chunk.id);
      write(sentenceOf(evidence), model, { role: "tool", evidence, ...takeSpent() });
    },
    async flush() {
      endBlock();
      await writing;
      if (lost === 0) return;
      const [count, why] = [lost, reason instanceof Error ? reason.message : String(reason)];
      lost = 0;
      reason = undefined;
      return `${count} ${count === 1 ? "thought was" : "thoughts were"} not written to the ledger: ${redactText(why)}`;
    },
  };
}

interface Block {
  readonly type: "thinking" | "content";
  readonly id: string;
  text: string;
}

type Spent = Pick<Extract<MessageStreamChunk, { readonly type: "usage" }>, "usage" | "cost">;
type Trouble = Extract<MessageStreamChunk, { readonly type: "error" }>;
type Start = Extract<MessageStreamChunk, { type: "tool_start" }>;
type Result = Extract<MessageStreamChunk, { type: "tool_result" }>;

/** Characters of one thought. In UTF-8 they always fit into the ledger's byte limit. */
const PIECE = 250_000;
const EXCERPT = { characters: 2_000, members: 50, depth: 6, total: 8_000 };

function piecesOf(text: string): string[] {
  const pieces = text.length <= PIECE ? [text] : (text.match(/.{1,250000}/gsu) ?? []);
  return pieces.filter((piece) => piece.trim() !== "");
}

function evidenceOf(result: Result, start: Start | undefined) {
  return {
    tool: result.name,
    server: start?.server,
    input: redact(start?.input ?? {}, EXCERPT),
    output: redact(result.content, EXCERPT),
    isError: result.is_error,
    durationMs: Math.round(result.duration_ms),
  };
}

function sentenceOf({ tool, server, input, output, isError, durationMs }: ReturnType<typeof evidenceOf>) {
  const of = server === undefined ? "" : ` of ${server}`;
  const ended = isError ? "It failed" : "It answered";
  return `Tool ${tool}${of} with ${JSON.stringify(input)}.\n${ended} after ${durationMs} ms: ${withoutCitations(String(output))}`;
}

/** Hooks whose successful results also carry the notes that people wrote to the agent of a session. */
export function carryNotes(
  store: Pick<Store, "deliverNotes">,
  sessionId: string,
  hooks: ToolHooks = {},
): ToolHooks {
  return {
    ...hooks,
    async afterTool(call, result) {
      const returned = (await hooks.afterTool?.(call, result)) ?? result;
      if (returned.isError || !Array.isArray(returned.content)) return returned;
      // The tool has run. If its notes cannot be read now, they come with the next result.
      const { notes } = await store.deliverNotes(sessionId, MAX_CARRIED).catch(() => ({ notes: [] }));
      if (notes.length === 0) return returned;
      const blocks = notes.map((note) => ({ type: "text" as const, text: noteBlock(note) }));
      return { ...returned, content: [...returned.content, ...blocks] };
    },
  };
}
