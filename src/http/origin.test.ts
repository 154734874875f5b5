import { expect, test } from "vitest";
import { checkOrigin } from "./origin.ts";

const check = (given: Record<string, string>, hostnames: readonly string[] = []) =>
  checkOrigin(new Headers(given), "/mcp", { hostnames });
const local = "127.0.0.1:4747";

test.each([
  "localhost",
  "localhost:4747",
  "LOCALHOST:80",
  "127.0.0.1",
  "127.0.0.1:4747",
  "[::1]",
  "[::1]:4747",
  "[0:0:0:0:0:0:0:1]:4747",
])("[P9] serves the host %s, also to its own pages", (host) => {
  expect(check({ host })).toBeUndefined();
  for (const scheme of ["http", "https"])
    expect(check({ host: local, origin: `${scheme}://${host}` })).toBeUndefined();
});

test.each([
  "",
  "evil.com",
  "localhost.evil.com",
  "127.0.0.1.evil.com",
  "evil.com:127",
  "localhost.",
  "xlocalhost",
  "localhost@evil.com",
  "evil.com@localhost",
  "user:pass@127.0.0.1",
  "evil.com#@localhost",
  "localhost/evil.com",
  "localhost\\evil.com",
  "localhost?evil.com",
  "localhost:x",
  "::1",
  "[::1].evil.com",
  "[::ffff:10.0.0.1]",
  "10.0.0.1",
  "0.0.0.0",
  "localhost, evil.com",
])("[P9] refuses the host %j, and pages from it", (host) => {
  expect(check({ host })).toContain("is not served here");
  expect(check({ host: local, origin: `http://${host}` })).toContain("may not use this server");
});

test.each(["null", "", "localhost", "file://", "file:///localhost", "data:text/html,x", "http://"])(
  "[P9] refuses the origin %j",
  (origin) => {
    expect(check({ host: local, origin })).toContain("may not use this server");
  },
);

test("[P9] refuses a request without a host, and accepts a program without an origin", () => {
  expect(check({})).toContain("is not served here");
  expect(check({ host: local })).toBeUndefined();
});

test("[P9] serves other names if they are configured, by exact match", () => {
  const names = ["clew.example"];
  expect(check({ host: "clew.example", origin: "https://clew.example" }, names)).toBeUndefined();
  expect(check({ host: "clew.example" })).toContain("not served here");
  expect(check({ host: "a.clew.example" }, names)).toContain("not served here");
});

test("[P9] a refusal shows a long or odd header safely", () => {
  const refused = check({ host: local, origin: `http://evil.com/${"x".repeat(5000)}\xff` });
  expect(refused).toMatch(/^[\x20-\x7e]{1,200}$/);
});

test.each(["/healthz", "/readyz"])(
  "[SA10] %s answers under any host name, but not to a foreign page",
  (path) => {
    for (const host of ["10.1.2.3:4747", "clew-server-7f9c", "[fd00::7]:4747", ""])
      expect(checkOrigin(new Headers({ host }), path, { hostnames: [] })).toBeUndefined();
    const page = new Headers({ host: "10.1.2.3", origin: "https://evil.com" });
    expect(checkOrigin(page, path, { hostnames: [] })).toContain("may not use this server");
  },
);

test("[SA10] /metrics answers under any host name only where it needs a token", () => {
  const headers = new Headers({ host: "10.1.2.3:4747" });
  expect(checkOrigin(headers, "/metrics", { hostnames: [], guardsMetrics: true })).toBeUndefined();
  expect(checkOrigin(headers, "/metrics", { hostnames: [] })).toContain("is not served here");
  expect(checkOrigin(headers, "/mcp", { hostnames: [], guardsMetrics: true })).toContain(
    "is not served here",
  );
});
