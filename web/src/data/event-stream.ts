/** One event of a `text/event-stream`. */
export interface StreamEvent {
  readonly event: string;
  readonly data: string;
  /** The last id of the stream so far. */
  readonly id: string | undefined;
}

/** Reads events as they arrive. `onBytes` is called for every chunk, including heartbeat comments. */
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
      // A final carriage return may be the first half of a CRLF.
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
