/** One event of a stream of server-sent events. */
export interface ServerSentEvent {
  /** Empty when the event has no name. */
  readonly event: string;
  readonly data: string;
}

/**
 * Reads server-sent events: given bytes as they arrive, it answers the events that they complete, in time linear in
 * their length. Not a stream of its own, which would cost more for each word than all the rest of reading it.
 */
export function eventReader(): (bytes: Uint8Array) => readonly ServerSentEvent[] {
  const decoder = new TextDecoder();
  /** The pieces of a line that has not ended. */
  let pieces: string[] = [];
  let event = "";
  let data: string[] | undefined;
  return (bytes) => {
    let text = decoder.decode(bytes, { stream: true });
    if (pieces.at(-1) === "\r") {
      // A last return was held back: a line feed may follow it.
      pieces.pop();
      text = `\r${text}`;
    }
    const isHeld = text.length > 0 && text.endsWith("\r");
    if (isHeld) text = text.slice(0, -1);
    if (text.includes("\r")) text = text.replace(/\r\n?/g, "\n");
    const events: ServerSentEvent[] = [];
    let start = 0;
    for (let end = text.indexOf("\n"); end !== -1; end = text.indexOf("\n", start)) {
      let line = text.slice(start, end);
      if (pieces.length > 0) {
        line = pieces.join("") + line;
        pieces = [];
      }
      start = end + 1;
      if (line === "") {
        if (data !== undefined) events.push({ event, data: data.length === 1 ? data[0]! : data.join("\n") });
        event = "";
        data = undefined;
      } else if (isField(line, "event")) event = afterColon(line, "event");
      else if (isField(line, "data")) {
        if (data === undefined) data = [afterColon(line, "data")];
        else data.push(afterColon(line, "data"));
      }
    }
    if (start < text.length) pieces.push(text.slice(start));
    if (isHeld) pieces.push("\r");
    return events;
  };
}

function isField(line: string, name: string): boolean {
  return line.startsWith(name) && (line.length === name.length || line[name.length] === ":");
}

function afterColon(line: string, name: string): string {
  return line.slice(name.length + (line[name.length + 1] === " " ? 2 : 1));
}
