import { connect } from "node:net";
import { text } from "node:stream/consumers";
import { expect, it } from "vitest";
import { startServe } from "../support/serve.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

it.each([100_000, 2_000_000])(
  "[P16] a header of %i characters is answered while it is still being sent",
  async (length) => {
    using home = temporaryFolder();
    await using server = await startServe({ home: home.path });
    for (let round = 0; round < 5; round++) {
      const socket = connect(Number(server.url.port), "127.0.0.1");
      const answer = text(socket);
      socket.write(`POST /mcp HTTP/1.1\r\nHost: 127.0.0.1\r\nMcp-Name: ${"x".repeat(length)}\r\n\r\n`);
      socket.end();
      expect(await answer).toMatch(/^HTTP\/1\.1 431 /);
    }
  },
);
