import { expect, test } from "vitest";
import { readConnectRequest } from "./connect-request.ts";

const plain = { transport: "stdio", name: "clew" };
const on = (platform: NodeJS.Platform, env: Record<string, string> = {}) => ({
  platform,
  env,
  workingFolder: "/work/engine",
});
const variables = { values: {}, secrets: {} };

test("[K1] without options the entry starts clew through npx", () => {
  expect(readConnectRequest(plain, on("linux"))).toEqual({
    name: "clew",
    server: { transport: "stdio", launch: { command: "npx", args: ["-y", "clew", "mcp"] }, variables },
    url: "http://127.0.0.1:4747/mcp",
    isProject: false,
    isDryRun: false,
    isRemoval: false,
    isForced: false,
    hookCommand: expect.any(Function),
  });
});

test("[K1] on Windows npx is started through cmd, but not in a project's file, which others share", () => {
  const launch = { command: "cmd", args: ["/c", "npx", "-y", "clew", "mcp"] };
  expect(readConnectRequest(plain, on("win32")).server).toEqual({ transport: "stdio", launch, variables });
  const shared = { command: "npx", args: ["-y", "clew", "mcp"] };
  expect(readConnectRequest({ ...plain, project: true }, on("win32")).server).toEqual({
    transport: "stdio",
    launch: shared,
    variables,
  });
});

test("[K1] the user's own command replaces npx, and --tools follows it", () => {
  const wish = readConnectRequest(
    { ...plain, command: "node /x/clew.js mcp", tools: "think,recall" },
    on("win32"),
  );
  const args = ["/x/clew.js", "mcp", "--tools", "think,recall"];
  expect(wish.server).toEqual({ transport: "stdio", launch: { command: "node", args }, variables });
});

test("[K1] HTTP uses the address of clew serve unless another one is given", () => {
  expect(readConnectRequest({ ...plain, transport: "http" }, on("linux")).server).toEqual({
    transport: "http",
    url: "http://127.0.0.1:4747/mcp",
    token: undefined,
  });
  const url = "https://clew.example.org/mcp";
  expect(readConnectRequest({ ...plain, transport: "http", url }, on("linux")).server).toEqual({
    transport: "http",
    url,
    token: undefined,
  });
});

test.each([
  [{ ...plain, name: "a.b" }, "--name must be 1 to 64 letters"],
  [{ ...plain, name: "" }, "--name must be 1 to 64 letters"],
  [{ ...plain, transport: "sse" }, '--transport must be stdio or http, not "sse".'],
  [{ ...plain, url: "http://x/mcp" }, "--url requires --transport http."],
  [{ ...plain, transport: "http", url: "localhost:4747" }, "--url must be an http or https URL"],
  [{ ...plain, transport: "http", url: "file:///x" }, "--url must be an http or https URL"],
  [{ ...plain, transport: "http", tools: "think" }, "--tools and --command apply to stdio"],
  [{ ...plain, transport: "http", command: "x" }, "--tools and --command apply to stdio"],
  [{ ...plain, tools: " " }, "--tools requires a list."],
])("refuses %j", (options, message) => {
  expect(() => readConnectRequest(options, on("linux"))).toThrow(message);
});

test("[K1] a permanently installed Clew is started from its location, but not from a project's file", () => {
  const terminal = {
    ...on("linux"),
    launch: { command: "/opt/node", args: ["/opt/clew/bin/clew.js", "mcp"] },
  };
  expect(readConnectRequest(plain, terminal).server).toEqual({
    transport: "stdio",
    launch: terminal.launch,
    variables,
  });
  const shared = { transport: "stdio", launch: { command: "npx", args: ["-y", "clew", "mcp"] }, variables };
  expect(readConnectRequest({ ...plain, project: true }, terminal).server).toEqual(shared);
});

test("[K11] passes the variables of this Clew on; a project's file gets no folder of this machine", () => {
  const env = {
    CLEW_HOME: "data",
    DATABASE_URL: "postgres://clew:secret@db/clew",
    CLEW_TOKEN: "t".repeat(24),
  };
  const secrets = { DATABASE_URL: env.DATABASE_URL };
  const own = { values: { CLEW_HOME: "/work/engine/data" }, secrets };
  expect(readConnectRequest(plain, on("linux", env)).server).toMatchObject({ variables: own });
  const shared = { values: {}, secrets };
  expect(readConnectRequest({ ...plain, project: true }, on("linux", env)).server).toMatchObject({
    variables: shared,
  });
  expect(readConnectRequest({ ...plain, transport: "http" }, on("linux", env)).server).toMatchObject({
    token: env.CLEW_TOKEN,
  });
});
