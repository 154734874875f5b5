import type { Block, Piece, Pieces, Reply } from "./reply.ts";

/** The blocks of a reply in the order they are sent. */
export function contentOf(reply: Reply): readonly Block[] {
  if (reply.content !== undefined) return reply.content;
  return [
    ...(reply.thinking === undefined ? [] : [{ type: "thinking" as const, text: reply.thinking }]),
    ...(reply.text === undefined ? [] : [{ type: "text" as const, text: reply.text }]),
    ...(reply.toolCalls ?? []).map((call) => ({ type: "tool_call" as const, ...call })),
  ];
}

/** Pieces as a list. */
export function piecesOf(pieces: Pieces): readonly Piece[] {
  return typeof pieces === "string" ? [pieces] : pieces;
}

/** All that is said in pieces, without the waits. */
export function wholeOf(pieces: Pieces): string {
  return piecesOf(pieces)
    .filter((piece) => typeof piece === "string")
    .join("");
}

/** The waits among the pieces of a block. */
export function waitsOf(block: Block): readonly Promise<unknown>[] {
  return piecesOf(spokenOf(block)).filter((piece) => typeof piece !== "string");
}

/** What a block streams piece by piece: its text, or the JSON of its call. */
export function spokenOf(block: Block): Pieces {
  if (block.type === "redacted") return [];
  if (block.type !== "tool_call") return block.text;
  return block.json ?? JSON.stringify(block.input ?? {});
}
