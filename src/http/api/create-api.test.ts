import { Hono, type MiddlewareHandler } from "hono";
import { describe, expect, test } from "vitest";
import { openApi } from "../../../test/support/api.ts";
import { allRoutes, createApi } from "./create-api.ts";
import { openapiOf } from "./openapi.ts";

interface Operation {
  readonly operationId: string;
  readonly summary: string;
  readonly parameters: readonly { readonly name: string; readonly in: string; readonly required: boolean }[];
  readonly requestBody?: { readonly required: boolean };
  readonly responses: Readonly<Record<string, { readonly content: Readonly<Record<string, unknown>> }>>;
}

const document = openapiOf(allRoutes, "1.2.3") as {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, unknown>> };
};

describe("the description of the API", () => {
  test("[AP1] has every route, each with a unique name and its variables", async () => {
    const described = Object.entries(document.paths).flatMap(([path, operations]) =>
      Object.entries(operations).map(([method, one]) => ({ path, method, ...one })),
    );
    expect(described.map(({ method, path }) => `${method.toUpperCase()} ${path}`).toSorted()).toEqual(
      allRoutes.map(({ method, path }) => `${method} /api${path.replace(/:(\w+)/g, "{$1}")}`).toSorted(),
    );
    expect(new Set(described.map(({ operationId }) => operationId)).size).toBe(described.length);
    for (const { path, parameters } of described)
      expect(parameters.filter((one) => one.in === "path").map(({ name }) => `{${name}}`)).toEqual(
        path.match(/\{\w+\}/g) ?? [],
      );
  });

  test("[AP1] every reference resolves, and every component is used", () => {
    const text = JSON.stringify(document);
    const named = [...text.matchAll(/"\$ref":"#\/components\/schemas\/(\w+)"/g)].map(([, name]) => name!);
    expect([...new Set(named)].toSorted()).toEqual(Object.keys(document.components.schemas));
    expect(text).not.toContain("$defs");
    expect(text.match(/"\$ref":"(?!#\/components\/schemas\/)/)).toBeNull();
  });

  test("[AP1] lists required fields as required and fields with a default as optional", () => {
    const search = document.paths["/api/search"]!.get!;
    expect(search.parameters.filter((one) => one.required).map(({ name }) => name)).toEqual(["q"]);
    expect(document.paths["/api/notebooks/{id}/cells"]!.post!.requestBody?.required).toBe(true);
    expect(document.paths["/api/notebooks"]!.post!.requestBody?.required).toBe(false);
    expect(Object.keys(document.paths["/api/events"]!.get!.responses[200]!.content)).toEqual([
      "text/event-stream",
    ]);
  });

  test("[AP1] is served, and `/api` links to it", async () => {
    const { get } = await openApi();
    expect(await get("/openapi.json")).toEqual(JSON.parse(JSON.stringify(openapiOf(allRoutes, "0.0.0"))));
    expect(await get("/")).toMatchObject({ name: "clew", openapi: "/api/openapi.json" });
  });
});

describe("invalid requests", () => {
  test.each([
    ["GET", "/nowhere"],
    ["PUT", "/sessions"],
    ["DELETE", "/models/x"],
    ["GET", "/sessions/x/"],
    ["POST", "/events"],
  ])("[AP2] %s %s is 404 and says where to look", async (method, path) => {
    const { refused } = await openApi();
    expect(await refused(method, path)).toEqual({
      status: 404,
      error: {
        code: "INVALID_OPERATION",
        message: `There is no ${method} ${path}.`,
        hint: expect.stringContaining("/api/openapi.json"),
      },
    });
  });

  test.each([
    ["no field", { kind: "code", content: "1", colour: "red" }, "Unknown field 'colour'."],
    ["a missing one", { kind: "code" }, "content is required."],
    ["a wrong choice", { kind: "poem", content: "" }, "kind: 'poem' is not one of title, markdown, code."],
    ["a wrong type", { kind: "code", content: 7 }, "content: '7' is not a string."],
    [
      "a number too low",
      { kind: "code", content: "", position: 0 },
      "position: '0' is not a whole number of 1",
    ],
    ["no object", [1], "The body must be a JSON object."],
  ])("[AP2] refuses a body with %s and says what to send", async (_, body, problem) => {
    const { refused } = await openApi();
    const { status, error } = await refused("POST", "/notebooks/n/cells", body);
    expect([status, error.code]).toEqual([400, "INVALID_ARGUMENT"]);
    expect(error.message).toContain(problem);
    expect(error.hint).toContain("POST /api/notebooks/:id/cells takes the fields kind, content");
  });

  test.each([
    ["no JSON", "{", 400],
    ["too much", JSON.stringify({ content: "x".repeat(5 << 20) }), 413],
    ["too deep", `${'{"a":'.repeat(100)}1${"}".repeat(100)}`, 400],
  ])("[AP2] refuses a body that is %s", async (_, body, status) => {
    const answer = await bare().request("/notebooks", {
      method: "POST",
      headers: { "content-type": "application/json", "content-length": String(body.length) },
      body,
    });
    expect(answer.status).toBe(status);
    expect(await answer.json()).toMatchObject({
      error: { code: "INVALID_ARGUMENT", hint: expect.any(String) },
    });
  });

  test.each([
    undefined,
    "text/plain",
    "application/x-www-form-urlencoded",
    "multipart/form-data",
    "application/json5",
  ])("[AP9] refuses a change sent as %s before anything is done", async (type) => {
    const changing = allRoutes.filter(({ method }) => method !== "GET");
    expect(changing.length).toBeGreaterThan(8);
    for (const { method, path } of changing) {
      const answer = await bare().request(path.replace(/:\w+/g, "x"), {
        method,
        headers: type === undefined ? {} : { "content-type": type },
        body: new Blob(["{}"]),
      });
      expect({ method, path, status: answer.status }).toEqual({ method, path, status: 415 });
    }
  });
});

test("[AP8] reading needs read, changing write, running cells also run, and notes steer", async () => {
  const needed: string[] = [];
  const need =
    (scope: string): MiddlewareHandler =>
    async (context) => {
      needed.push(scope);
      return context.text(scope, 403);
    };
  const api = new Hono().route("/", createApi({} as never, { need, report: () => {} }));
  for (const { method, path, scopes } of allRoutes) {
    const runs = /\/(run|run-all|interrupt|restart)$/.test(path) && method === "POST";
    const steers = /\/(notes|hold)$/.test(path);
    const isDescription = ["/", "/openapi.json"].includes(path);
    // Transcripts are files of the machine.
    const imports = path.startsWith("/imports");
    const changing = runs ? ["write", "run"] : ["write"];
    expect({ path, scopes }).toEqual({
      path,
      scopes: isDescription
        ? []
        : imports
          ? ["operator"]
          : method === "GET"
            ? ["read"]
            : steers
              ? ["steer"]
              : changing,
    });
    if (isDescription) continue;
    needed.length = 0;
    expect((await api.request(path.replace(/:\w+/g, "1"), { method })).status).toBe(403);
    expect(needed).toEqual([scopes[0]]);
  }
});

/** The API on nothing: whatever gets through fails. */
const bare = () => createApi({ viewOf: () => ({}) } as never, { report: () => {} });
