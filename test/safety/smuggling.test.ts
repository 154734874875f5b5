import { connect } from "node:net";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Serving, startServe } from "../support/serve.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

const home = temporaryFolder();
let serving: Serving;
beforeAll(async () => {
  serving = await startServe({ home: home.path });
});
afterAll(async () => {
  await serving[Symbol.asyncDispose]();
  home[Symbol.dispose]();
});

/** The statuses of all answers on one connection. */
async function statusesOf(lines: string, rest: string): Promise<readonly string[]> {
  const host = `Host: ${serving.url.host}\r\n`;
  const socket = connect(Number(serving.url.port), "127.0.0.1");
  socket.end(`POST /healthz HTTP/1.1\r\n${host}${lines}\r\n${rest}GET /readyz HTTP/1.1\r\n${host}\r\n`);
  return [...(await text(socket)).matchAll(/HTTP\/1\.1 (\d{3})/g)].map(([, status]) => status!);
}

// In front of such a server, a proxy that reads the framing differently would pass the second request on as a body.
test.each([
  ["a length and chunks", "Content-Length: 5\r\nTransfer-Encoding: chunked\r\n"],
  ["chunks and a length", "Transfer-Encoding: chunked\r\nContent-Length: 5\r\n"],
  ["two lengths", "Content-Length: 5\r\nContent-Length: 6\r\n"],
  ["a list of lengths", "Content-Length: 5, 5\r\n"],
  ["a length with a sign", "Content-Length: +5\r\n"],
  ["a hexadecimal length", "Content-Length: 0x5\r\n"],
  ["chunks that are not last", "Transfer-Encoding: chunked, identity\r\n"],
  ["something like chunks", "Transfer-Encoding: xchunked\r\n"],
  ["a space before the colon", "Transfer-Encoding : chunked\r\n"],
  ["a folded line", "Transfer-Encoding:\r\n chunked\r\n"],
])(
  "[SA9] a request with %s is refused, and nothing after it is read as another request",
  async (_, lines) => {
    expect(await statusesOf(lines, "0\r\n\r\n")).toEqual(["400"]);
  },
);

test("[SA9] two well-formed requests of one connection are both answered", async () => {
  expect(await statusesOf("Transfer-Encoding: chunked\r\n", "0\r\n\r\n")).toEqual(["404", "200"]);
  expect(await statusesOf("Content-Length: 5\r\n", "0\r\n\r\n")).toEqual(["404", "200"]);
});
