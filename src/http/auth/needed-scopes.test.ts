import { describe, expect, test } from "vitest";
import { toolSets } from "../../server/catalogue.ts";
import { operations } from "../../server/gateway/operations.ts";
import { notebookOperations } from "../../server/notebook/operations.ts";
import { observingOperations } from "../../server/tools/observability-gateway.ts";
import { neededScopes } from "./needed-scopes.ts";

const every = Object.values(toolSets).flat();
const effects = new Map([
  ...every.map(({ name, effect }) => [name, effect] as const),
  ["reasoning.linear", "append"],
]);
const effectOf = (tool: string) => effects.get(tool) as "read" | undefined;
const needed = (method: string, params: object = {}) =>
  neededScopes({ jsonrpc: "2.0", id: 1, method, params }, { effectOf });
const call = (name: string, given: unknown = {}) =>
  needed("tools/call", { name, arguments: given }).toSorted();

describe("scopes of a message", () => {
  test.each([
    "initialize",
    "ping",
    "tools/list",
    "resources/list",
    "prompts/list",
    "notifications/initialized",
  ])("[SA4] %s needs no scope", (method) => expect(needed(method)).toEqual([]));

  test.each([
    "resources/read",
    "resources/subscribe",
    "subscriptions/listen",
    "completion/complete",
    "prompts/get",
  ])("[SA4] %s needs the read scope", (method) => expect(needed(method)).toEqual(["read"]));

  test.each<[string, readonly string[]]>([
    ["recall", ["read"]],
    ["mental_models", ["read"]],
    ["observability_gateway", ["read"]],
    ["think", ["write"]],
    ["sequentialthinking", ["write"]],
    ["thoughtbox", ["write"]],
    ["export_reasoning_chain", ["read", "write"]],
    ["reasoning_linear", ["engine", "write"]],
    ["reasoning.linear", ["engine", "write"]],
    ["reasoning", ["engine", "write"]],
  ])("[SA4] a call of %s needs %j", (name, scopes) => expect(call(name)).toEqual(scopes));

  test("[LF6] renaming and tagging a session through the gateway needs the write scope", () => {
    const session = (args: unknown) => call("thoughtbox_gateway", { operation: "session", args });
    for (const action of ["list", "get", "export", "analyze", "search", "brief"])
      expect(session({ action })).toEqual(["read"]);
    for (const action of ["rename", "tag", "untag", "delete", 7])
      expect(session({ action })).toEqual(["read", "write"]);
    expect(session('{"operation":"rename"}')).toEqual(["read", "write"]);
  });

  test("[SA4] every tool needs a scope", () => {
    for (const { name } of every) expect(call(name), name).not.toEqual([]);
  });

  test("[SA4] an unknown tool needs every scope, and a message that is not a request needs none", () => {
    for (const params of [{ name: "no_such_tool" }, { name: 3 }, {}, null, [], "think"])
      expect(neededScopes({ method: "tools/call", params }, { effectOf: () => undefined })).toHaveLength(4);
    for (const message of [null, 3, "x", [], {}, { method: 3 }, { result: {} }])
      expect(neededScopes(message, { effectOf: () => "read" })).toEqual([]);
  });

  test.each<[Record<string, unknown>, readonly string[]]>([
    [{ critique: true }, ["engine", "write"]],
    [{ Critique: "yes" }, ["engine", "write"]],
    [{ critique: 1 }, ["engine", "write"]],
    [{ critique: false }, ["write"]],
    [{ critique: "false" }, ["write"]],
    [{ critique: null }, ["write"]],
  ])("[SA4] a thought with %j needs %j", (given, scopes) => {
    expect(call("thoughtbox", { thought: "x", ...given })).toEqual(scopes);
    const args = { thought: "x", ...given };
    expect(call("thoughtbox_gateway", { operation: "thought", args })).toEqual(scopes);
    expect(call("thoughtbox_gateway", { action: "thought", params: JSON.stringify(args) })).toEqual(scopes);
  });
});

describe("scopes of the observability gateway", () => {
  const look = (given: unknown, hasPrometheus: boolean) =>
    neededScopes(
      { method: "tools/call", params: { name: "observability_gateway", arguments: given } },
      { effectOf, hasPrometheus },
    );

  test("[SA4] every operation needs the read scope, and those that query Prometheus also operator", () => {
    const asking = ["metrics", "metrics_range", "alerts"];
    for (const { name } of observingOperations) {
      expect(look({ operation: name }, false), name).toEqual(["read"]);
      const scopes = asking.includes(name) ? ["read", "operator"] : ["read"];
      expect(look({ operation: name }, true), name).toEqual(scopes);
    }
  });

  test.each<[string, unknown]>([
    ["under another name", { action: "metrics" }],
    ["in another case", { Operation: " Metrics_Range" }],
    ["beside a harmless one", { operation: "health", action: "alerts" }],
    ["in a list", { operation: ["health"] }],
    ["not at all", {}],
  ])("[SA4] a Prometheus query sent %s does not count as harmless", (_, given) => {
    expect(look(given, true)).toEqual(["read", "operator"]);
  });
});

describe("scopes of an operation", () => {
  const ALL = ["read", "run", "write"];

  test("[SA4] every operation is listed: none needs more than necessary because it is missing", () => {
    const reading = ["list", "list_cells", "get_cell"];
    const running = ["run_cell", "run_all", "run_stale", "interrupt", "restart", "install_deps"];
    for (const { name } of notebookOperations) {
      const scopes = call("notebook", { operation: name });
      expect(scopes, name).not.toEqual(ALL);
      expect(scopes.includes("run"), name).toBe(running.includes(name));
      expect(scopes.includes("write"), name).toBe(!reading.includes(name));
      expect(call("thoughtbox_gateway", { operation: "notebook", args: { action: name } }), name).toEqual(
        scopes,
      );
    }
    for (const { name } of operations.filter((one) => one.name !== "notebook"))
      expect(call("thoughtbox_gateway", { operation: name }), name).not.toContain("run");
  });

  test.each<[string, unknown]>([
    ["under another name", { action: "run_cell" }],
    ["in another case", { Operation: "Run-Cell" }],
    ["beside a harmless one", { operation: "list", action: "run_cell" }],
    ["in a list", { operation: ["list"] }],
    ["as a number", { operation: 7 }],
    ["not at all", {}],
    ["unknown", { operation: "list2run" }],
  ])("[SA4] an operation sent %s does not count as harmless", (_, given) => {
    expect(call("notebook", given)).toContain("run");
  });

  test.each<[string, unknown]>([
    ["in a text", { operation: "notebook", args: JSON.stringify({ action: "run_cell" }) }],
    ["in a text with escapes", { operation: "notebook", args: '{"\\u0061ction":"run_cell"}' }],
    ["under another name", { action: "notebook", params: { operation: "run_cell" } }],
    ["twice", { operation: "notebook", args: { action: "list" }, arguments: { action: "run_cell" } }],
    ["beside a harmless one", { operation: "get_state", action: "notebook", args: { action: "run_cell" } }],
    ["not at all", { operation: "notebook" }],
    ["unread", { operation: "notebook", args: [1] }],
  ])("[SA4] an action of the gateway's notebook sent %s does not count as harmless", (_, given) => {
    expect(call("thoughtbox_gateway", given)).toContain("run");
  });
});
