import type { MessageStreamChunk } from "../../host/chunk.ts";
import { line } from "../table.ts";
import { createSafeText } from "./safe-text.ts";
import type { Style } from "./style.ts";

/** Shows a message stream. */
export interface TurnView {
  show(chunk: MessageStreamChunk): void;
  /** Ends an open line, so that other output can follow. */
  rest(): void;
}

/** The least time between two lines about one call's progress. */
const QUIET_MS = 2_000;

type Of<T extends MessageStreamChunk["type"]> = Extract<MessageStreamChunk, { type: T }>;

/** A view that writes downwards only: thinking dimmed, the answer plain, one line for each tool call. */
export function createTurnView(out: (text: string) => void, style: Style): TurnView {
  /** What was written last: a block, by kind and id, or a line. */
  let last: string | undefined;
  let text: ReturnType<typeof createSafeText> | undefined;
  /** The call whose line waits for its result. */
  let waiting: string | undefined;
  /** Until when a call's progress is not shown. */
  const quiet = new Map<string, number>();

  function rest(): void {
    text?.end();
    text = undefined;
    if (waiting !== undefined) out("\n");
    waiting = undefined;
  }

  /** Blocks are separated by blank lines; single lines are not. */
  function begin(what: string): void {
    rest();
    const isLine = what === "line";
    if (last !== undefined && !(isLine && last === "line")) out("\n");
    last = what;
  }

  function block(kind: "thinking" | "content", { id, content }: Of<"thinking" | "content">): void {
    const key = `${kind} ${id}`;
    if (last !== key || text === undefined) {
      begin(key);
      text = createSafeText(kind === "thinking" ? (piece) => out(style.dim(piece)) : out);
      // Without dimming, a label marks the thinking.
      if (kind === "thinking" && style.plain) out("(thinking) ");
    }
    text.push(content);
  }

  function note(text: string): void {
    begin("line");
    out(`${style.dim(line(text))}\n`);
  }

  function result({ id, name, content, is_error, duration_ms }: Of<"tool_result">): void {
    const end = is_error
      ? `✗ ${line(content, Math.max(40, style.width() - 4))}`
      : `✓ ${Math.round(duration_ms).toLocaleString("en-US")} ms`;
    const isOwnLine = waiting === id;
    if (isOwnLine) waiting = undefined;
    else begin("line");
    if (isOwnLine) out(is_error ? `\n  ${end}\n` : `  ${end}\n`);
    else out(is_error ? `→ ${line(name, 64)}\n  ${end}\n` : `  ${end} (${line(name, 64)})\n`);
  }

  /** At most one line every two seconds: a tool may report more than anyone reads. */
  function progress({ id, name, content }: Of<"tool_progress">): void {
    const now = Date.now();
    if (now < (quiet.get(id) ?? now)) return;
    const isFirst = !quiet.has(id);
    quiet.set(id, now + QUIET_MS);
    // A call that ends quickly needs no line.
    if (!isFirst) note(`  … ${line(name, 64)}: ${line(content, 200)}`);
  }

  return {
    rest,
    show(chunk) {
      switch (chunk.type) {
        case "thinking":
        case "content":
          return block(chunk.type, chunk);
        case "tool_start":
          begin("line");
          out(callLine(chunk, style.width() - 12));
          waiting = chunk.id;
          return;
        case "tool_result":
          return result(chunk);
        case "tool_progress":
          return progress(chunk);
        case "warning":
          return note(`! ${chunk.content}`);
        case "error":
          return chunk.code === "ABORTED" ? note("stopped") : note(`! ${chunk.error}${hint(chunk)}`);
        case "done":
          return chunk.stop === "length" || chunk.stop === "refusal" ? note(STOPS[chunk.stop]) : rest();
        case "usage":
          return;
      }
    },
  };
}

/** Why an answer ended early. */
export const STOPS = {
  length: "! The answer was cut off at the model's token limit.",
  refusal: "! The model declined to answer.",
} as const;

function callLine({ content, input }: Of<"tool_start">, width: number): string {
  return line(`→ ${content} ${JSON.stringify(input)}`, Math.max(40, width));
}

function hint({ code, limit, used, fatal }: Of<"error">): string {
  if (fatal || !code.endsWith("_LIMIT")) return "";
  return ` (${amount(used)} of ${amount(limit)}). /continue grants the same amount again.`;
}

function amount(value: number | undefined): string {
  return (value ?? 0).toLocaleString("en-US", { maximumFractionDigits: 4 });
}
