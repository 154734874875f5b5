import { piecesOf, streamedOf } from "./content.ts";
import type { Block, Piece } from "./reply.ts";

/** A message of the Messages API, with the reply block that each block came from. */
export interface Composed {
  readonly message: Readonly<Record<string, unknown>> & { readonly usage: Readonly<Record<string, unknown>> };
  readonly blocks: readonly { readonly wire: Readonly<Record<string, unknown>>; readonly source: Block }[];
}

/** The events that stream the content of a message. */
export function contentEvents({ message, blocks }: Composed): readonly Piece[] {
  const begun = { ...message, content: [], stop_reason: null, usage: { ...message.usage, output_tokens: 1 } };
  return [
    event("message_start", { message: begun }),
    event("ping", {}),
    ...blocks.flatMap(({ wire, source }, index) => [
      event("content_block_start", { index, content_block: opened(wire) }),
      ...deltas(wire, source).map((piece) =>
        piece instanceof Promise ? piece : event("content_block_delta", { index, delta: piece }),
      ),
      event("content_block_stop", { index }),
    ]),
  ];
}

/** The events that end the stream of a message. */
export function endEvents({ message }: Composed): readonly Piece[] {
  const delta = {
    stop_reason: message.stop_reason,
    stop_sequence: null,
    stop_details: null,
    container: null,
  };
  return [event("message_delta", { delta, usage: message.usage }), event("message_stop", {})];
}

/** One server-sent event of the Messages API. */
export function event(type: string, fields: Readonly<Record<string, unknown>>): string {
  return `event: ${type}\ndata: ${JSON.stringify({ type, ...fields })}\n\n`;
}

function opened(wire: Composed["blocks"][number]["wire"]) {
  if (wire.type === "text") return { ...wire, text: "" };
  if (wire.type === "thinking") return { ...wire, thinking: "", signature: "" };
  return wire.type === "tool_use" ? { ...wire, input: {} } : wire;
}

type Delta = Readonly<Record<string, unknown>> | Promise<unknown>;

function deltas(wire: Composed["blocks"][number]["wire"], source: Block): readonly Delta[] {
  const streamed = (of: (text: string) => Delta) =>
    piecesOf(streamedOf(source)).map((piece) => (typeof piece === "string" ? of(piece) : piece));
  if (wire.type === "text") return streamed((text) => ({ type: "text_delta", text }));
  if (wire.type === "tool_use") return streamed((json) => ({ type: "input_json_delta", partial_json: json }));
  if (wire.type !== "thinking") return [];
  const signature = { type: "signature_delta", signature: wire.signature };
  // Hidden thinking has only a signature.
  if (wire.thinking === "") return [signature];
  return [...streamed((thinking) => ({ type: "thinking_delta", thinking })), signature];
}
