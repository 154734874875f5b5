import { connect } from "node:net";

/** The answer on a connection: the status is 0 if it was closed without an answer. */
export interface RawAnswer {
  readonly status: number;
  readonly text: string;
}

const WITHIN_MS = 20_000;

/**
 * Sends bytes over a new connection and reads one answer; rejects if there is neither an answer nor an end. With
 * `hangsUp` nothing more is sent, which ends an incomplete request, and one that is not answered yet.
 */
export function sendRaw(port: number, bytes: Buffer, { hangsUp = false } = {}): Promise<RawAnswer> {
  return new Promise((resolve, reject) => {
    const socket = connect({ port, host: "127.0.0.1" });
    let text = "";
    const done = () => {
      clearTimeout(timer);
      socket.destroy();
      resolve({ status: Number(/^HTTP\/1\.1 (\d{3}) /.exec(text)?.[1] ?? 0), text });
    };
    const timer = setTimeout(() => {
      socket.destroy();
      reject(
        new Error(`No answer and no end to ${JSON.stringify(bytes.toString("latin1").slice(0, 2_000))}`),
      );
    }, WITHIN_MS);
    socket.setEncoding("latin1");
    socket.on("data", (chunk) => {
      // `100 Continue` is not the answer yet.
      text = (text + chunk).replace(/^HTTP\/1\.1 1\d\d .*?\r\n\r\n/s, "");
      if (isWhole(text)) done();
    });
    // The server may refuse the rest of a request by closing the connection: the answer, if any, is in `text`.
    socket.on("error", () => {});
    socket.on("close", done);
    socket.on("connect", () => (hangsUp ? socket.end(bytes) : socket.write(bytes)));
  });
}

/** Whether an answer has arrived: its whole body, or the first part of a stream. */
function isWhole(text: string): boolean {
  const at = text.indexOf("\r\n\r\n");
  if (at < 0) return false;
  const [head, body] = [text.slice(0, at), text.slice(at + 4)];
  const length = /^content-length: (\d+)/im.exec(head)?.[1];
  if (length !== undefined) return body.length >= Number(length);
  if (/^content-type: text\/event-stream/im.test(head)) return body.includes("\n\n");
  return body.endsWith("0\r\n\r\n");
}
