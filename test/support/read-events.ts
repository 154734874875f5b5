/** An event as its reader sees it. */
export interface ReadEvent {
  readonly event: string;
  readonly data: unknown;
  readonly id?: string;
}

/** Reads server-sent events one by one, until the stream ends or the reader has enough. */
export function readEvents(answer: Response): {
  readonly events: AsyncGenerator<ReadEvent, undefined>;
  stop(): Promise<void>;
} {
  const reader = answer.body!.getReader();
  const decoder = new TextDecoder();
  let text = "";

  async function* read(): AsyncGenerator<ReadEvent, undefined> {
    for (;;) {
      const end = text.indexOf("\n\n");
      if (end !== -1) {
        const block = text.slice(0, end);
        text = text.slice(end + 2);
        const event = parse(block);
        if (event) yield event;
        continue;
      }
      const { done, value } = await reader.read();
      if (done) return undefined;
      text += decoder.decode(value, { stream: true });
    }
  }

  return { events: read(), stop: () => reader.cancel() };
}

function parse(block: string): ReadEvent | undefined {
  const fields = new Map(
    block.split("\n").map((line) => [line.split(":", 1)[0]!, line.slice(line.indexOf(":") + 2)]),
  );
  const [event, data, id] = [fields.get("event"), fields.get("data"), fields.get("id")];
  if (event === undefined || data === undefined) return undefined;
  return { event, data: JSON.parse(data), ...(id !== undefined && { id }) };
}
