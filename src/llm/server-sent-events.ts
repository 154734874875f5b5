/** One event of a stream of server-sent events. */
export interface ServerSentEvent {
  /** Empty when the event has no name. */
  readonly event: string;
  readonly data: string;
}

/**
 * Reads server-sent events: given bytes as they arrive, it answers the events that they complete. Not a stream of its
 * own, which would cost more for each word than all the rest of reading it.
 */
export function eventReader(): (bytes: Uint8Array) => readonly ServerSentEvent[] {
  const decoder = new TextDecoder();
  let text = "";
  let event = "";
  let data: string | undefined;
  return (bytes) => {
    text += decoder.decode(bytes, { stream: true });
    if (text.includes("\r")) text = withPlainEnds(text);
    const events: ServerSentEvent[] = [];
    let start = 0;
    for (let end = text.indexOf("\n"); end !== -1; end = text.indexOf("\n", start)) {
      const line = text.slice(start, end);
      start = end + 1;
      if (line === "") {
        if (data !== undefined) events.push({ event, data });
        event = "";
        data = undefined;
      } else if (isField(line, "event")) event = afterColon(line, "event");
      else if (isField(line, "data"))
        data = data === undefined ? afterColon(line, "data") : `${data}\n${afterColon(line, "data")}`;
    }
    text = text.slice(start);
    return events;
  };
}

/** A last return stays as it is: a line feed may follow. */
function withPlainEnds(text: string): string {
  return text.replace(/\r\n|\r(?!$)/g, "\n");
}

function isField(line: string, name: string): boolean {
  return line.startsWith(name) && (line.length === name.length || line[name.length] === ":");
}

function afterColon(line: string, name: string): string {
  return line.slice(name.length + (line[name.length + 1] === " " ? 2 : 1));
}
