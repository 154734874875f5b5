import { expect, test } from "vitest";
import { takenPort } from "../../test/support/ports.ts";
import { startWebServer } from "../../test/support/web-server.ts";
import { Failure } from "../ledger/index.ts";
import { cached, createProbe, createWebProbe, type Finding } from "./probe.ts";

test("[MX3] a probe says why a part is down, and resolves by its deadline", async () => {
  const down = (error: unknown) => createProbe(() => Promise.reject(error))();
  expect(await down(new Failure("STORE_BUSY", {}))).toMatchObject({
    status: "down",
    reason: expect.stringContaining("busy"),
  });
  expect(await down(new Error("gone"))).toEqual({ status: "down", reason: "gone" });
  let ended: AbortSignal | undefined;
  const never = createProbe((signal) => {
    ended = signal;
    return new Promise(() => {});
  }, 5);
  expect(await never()).toEqual({ status: "down", reason: "no answer within 0.005 s" });
  expect(ended?.aborted).toBe(true);
});

test("[MX3] another server is up if it answers with success, and is not probed if it is not configured", async () => {
  const asked: string[] = [];
  await using server = await startWebServer((request, answer) => {
    asked.push(`${request.url} ${request.headers.authorization ?? ""}`);
    if (request.url?.startsWith("/elsewhere"))
      return answer.writeHead(302, { location: "http://127.0.0.1:1/" }).end();
    answer.writeHead(request.url === "/sub/-/ready" ? 200 : 503).end("busy");
  });
  expect(await createWebProbe(undefined, "/-/ready")()).toEqual({ status: "not_configured" });
  expect(await createWebProbe(`${server.url}/sub/`, "/-/ready")()).toEqual({ status: "up" });
  expect(await createWebProbe(server.url, "/x")()).toEqual({ status: "down", reason: "HTTP 503" });
  expect(await createWebProbe(`${server.url}/elsewhere`, "/x")()).toMatchObject({ status: "down" });
  const named = server.url.replace("//", "//ann:s3cret@");
  expect(await createWebProbe(named, "/sub/-/ready")()).toEqual({ status: "up" });
  expect(asked.at(-1)).toBe(`/sub/-/ready Basic ${btoa("ann:s3cret")}`);
  const { port, [Symbol.asyncDispose]: leave } = await takenPort();
  await leave();
  expect(await createWebProbe(`http://ann:s3cret@127.0.0.1:${port}`, "/")()).toEqual({
    status: "down",
    reason: "ECONNREFUSED",
  });
});

test("[MX6] concurrent callers share a finding, which is cached for a moment", async () => {
  let time = 0;
  const asked: ((finding: Finding) => void)[] = [];
  const probe = cached(
    () => new Promise<Finding>((answer) => asked.push(answer)),
    1_000,
    () => time,
  );
  const both = Promise.all([probe(), probe()]);
  time = 5_000;
  const late = probe();
  asked[0]!({ status: "up" });
  expect(await both).toEqual([{ status: "up" }, { status: "up" }]);
  expect(await late).toEqual({ status: "up" });
  time = 5_999;
  expect(await probe()).toEqual({ status: "up" });
  expect(asked).toHaveLength(1);
  time = 6_000;
  const again = probe();
  asked[1]!({ status: "down" });
  expect(await again).toEqual({ status: "down" });
});
