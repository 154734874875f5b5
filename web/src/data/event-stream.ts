/** One event of a stream of the type `text/event-stream`. */
export interface StreamEvent {
  readonly event: string;
  readonly data: string;
  /** The last id that the stream has told, here or before. */
  readonly id: string | undefined;
}

/**
 * Reads events as they arrive, wherever the bytes are cut. `onBytes` hears of every piece, also of comments, by which
 * a server shows that it lives.
 */
export async function* readEvents(
  body: ReadableStream<Uint8Array>,
  onBytes: () => void = () => {},
): AsyncGenerator<StreamEvent, void> {
  let rest = "";
  let id: string | undefined;
  let event = "";
  let data: string[] = [];
  const decoder = new TextDecoder();
  const reader = body.getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      onBytes();
      // A carriage return at the end may be half of a line's end.
      const text = rest + decoder.decode(value, { stream: true });
      const end = text.endsWith("\r") ? text.length - 1 : text.length;
      const lines = text.slice(0, end).split(/\r\n|\n|\r/);
      rest = lines.pop()! + text.slice(end);
      for (const line of lines) {
        if (line === "") {
          if (data.length > 0) yield { event: event || "message", data: data.join("\n"), id };
          event = "";
          data = [];
          continue;
        }
        const [, field, content] = /^([^:]*):? ?(.*)$/s.exec(line)!;
        if (field === "data") data.push(content!);
        else if (field === "event") event = content!;
        else if (field === "id" && !content!.includes("\0")) id = content;
      }
    }
  } finally {
    await reader.cancel().catch(() => {});
  }
}
