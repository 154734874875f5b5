import { once } from "node:events";
import { type IncomingMessage, request, type ServerResponse } from "node:http";
import { describe, expect, test, vi } from "vitest";
import { createApp } from "../../src/http/app.ts";
import { listen } from "../../src/http/listen.ts";
import { connectHttp, type Era, eras } from "./connect.ts";
import { openCluster } from "./mcp-cluster.ts";
import { startRoundRobin } from "./round-robin.ts";
import { startWebServer } from "./web-server.ts";

describe("[PE7] a proxy without memory", () => {
  test("passes each request to the next server", async () => {
    await using servers = await startServers(3, (at, incoming, outgoing) => {
      outgoing.writeHead(207, { "x-at": String(at) }).end(incoming.url);
    });
    await using proxy = await startRoundRobin(servers.urls);
    const seen = [];
    for (let turn = 0; turn < 6; turn++) {
      const answer = await fetch(`${proxy.url}/a?b=c`);
      seen.push([answer.status, answer.headers.get("x-at"), await answer.text()]);
    }
    expect(seen).toEqual([0, 1, 2, 0, 1, 2].map((at) => [207, String(at), "/a?b=c"]));
    expect(proxy.given).toEqual([2, 2, 2]);
  });

  test("buffers nothing, in either direction", async () => {
    await using servers = await startServers(1, (_, incoming, outgoing) => {
      outgoing.writeHead(200, { "content-type": "text/event-stream" }).flushHeaders();
      incoming.on("data", (piece) => outgoing.write(piece));
      incoming.on("end", () => outgoing.end());
    });
    await using proxy = await startRoundRobin(servers.urls);
    const asking = request(proxy.url, { method: "POST" });
    asking.flushHeaders();
    const [answer] = (await once(asking, "response")) as [IncomingMessage];
    for (const piece of ["one", "two", "three"]) {
      asking.write(piece);
      expect(String((await once(answer, "data"))[0])).toBe(piece);
    }
    asking.end();
    await once(answer, "end");
  });

  test("closes the server's side when the client is gone, and the client's side when the server is", async () => {
    const open: ServerResponse[] = [];
    await using servers = await startServers(1, (_, __, outgoing) => {
      open.push(outgoing);
      outgoing.write("begun");
    });
    await using proxy = await startRoundRobin(servers.urls);
    const leave = new AbortController();
    await fetch(proxy.url, { signal: leave.signal });
    leave.abort();
    await vi.waitFor(() => expect(open[0]!.destroyed).toBe(true));
    const cut = await fetch(proxy.url);
    open[1]!.destroy();
    await expect(cut.text()).rejects.toThrow();
  });

  test("tries the next server if one is unreachable, with the whole request", async () => {
    await using servers = await startServers(1, (_, incoming, outgoing) => incoming.pipe(outgoing));
    await using gone = await startServers(1, () => {});
    await gone[Symbol.asyncDispose]();
    await using proxy = await startRoundRobin([...gone.urls, ...servers.urls]);
    for (let turn = 0; turn < 3; turn++)
      expect(await (await fetch(proxy.url, { method: "POST", body: "hello" })).text()).toBe("hello");
    proxy.replace(0, servers.urls[0]!);
    expect((await fetch(proxy.url)).status).toBe(200);
  });
});

test.each(eras)("[PE7] three web servers behind it serve a client of the %s era", async (era: Era) => {
  const { endpoints } = openCluster(3);
  const bound = await Promise.all(
    endpoints.map((endpoint) =>
      listen(
        createApp({ endpoint, checkTools: () => undefined, hostnames: [], version: "0" }),
        "127.0.0.1",
        0,
      ),
    ),
  );
  await using proxy = await startRoundRobin(bound.map(({ port }) => `http://127.0.0.1:${port}`));
  {
    await using connected = await connectHttp(era, new URL("/mcp", proxy.url));
    for (let turn = 0; turn < 6; turn++) {
      const progress: number[] = [];
      const { content } = await connected.client.callTool(
        { name: "count", arguments: {} },
        { onprogress: (one) => progress.push(one.progress) },
      );
      expect(content).toEqual([{ type: "text", text: expect.stringMatching(/^counted at \d$/) }]);
      expect(progress).toEqual([1, 2, 3]);
    }
  }
  expect(proxy.given.every((requests) => requests > 1)).toBe(true);
  await Promise.all(endpoints.map((endpoint) => endpoint.close()));
  await Promise.all(bound.map((server) => server.close()));
});

async function startServers(
  count: number,
  answer: (at: number, incoming: IncomingMessage, outgoing: ServerResponse) => void,
) {
  const servers = await Promise.all(
    Array.from({ length: count }, (_, at) =>
      startWebServer((incoming, outgoing) => answer(at, incoming, outgoing)),
    ),
  );
  return {
    urls: servers.map(({ url }) => url),
    async [Symbol.asyncDispose]() {
      await Promise.all(servers.map((server) => server[Symbol.asyncDispose]()));
    },
  };
}
