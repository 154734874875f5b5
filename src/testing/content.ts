import type { Block, Piece, Pieces, Reply } from "./reply.ts";

/** The blocks of a reply in order. */
export function contentOf(reply: Reply): readonly Block[] {
  if (reply.content !== undefined) return reply.content;
  return [
    ...(reply.thinking === undefined ? [] : [{ type: "thinking" as const, text: reply.thinking }]),
    ...(reply.text === undefined ? [] : [{ type: "text" as const, text: reply.text }]),
    ...(reply.toolCalls ?? []).map((call) => ({ type: "tool_call" as const, ...call })),
  ];
}

export function piecesOf(pieces: Pieces): readonly Piece[] {
  return typeof pieces === "string" ? [pieces] : pieces;
}

/** The joined text of pieces, without the promises. */
export function wholeOf(pieces: Pieces): string {
  return piecesOf(pieces)
    .filter((piece) => typeof piece === "string")
    .join("");
}

/** The promises among the pieces of a block. */
export function waitsOf(block: Block): readonly Promise<unknown>[] {
  return piecesOf(streamedOf(block)).filter((piece) => typeof piece !== "string");
}

/** The streamed content of a block: its text, or the JSON of its call. */
export function streamedOf(block: Block): Pieces {
  if (block.type === "redacted") return [];
  if (block.type !== "tool_call") return block.text;
  return block.json ?? JSON.stringify(block.input ?? {});
}
