import type { Client } from "@modelcontextprotocol/client";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { allRoutes } from "../../src/http/api/create-api.ts";
import { createApp } from "../../src/http/app.ts";
import { catalogueOf } from "../../src/server/catalogue.ts";
import { answerOf, call } from "../support/call.ts";
import { eras } from "../support/connect.ts";
import { readEvents } from "../support/read-events.ts";
import { type Attempt, attemptsAt, unknownArguments } from "./strangers/attempts.ts";
import {
  type Belongings,
  fillLedger,
  ledgerOf,
  RUMOUR,
  SECRET,
  SHARED_HANDLE,
} from "./strangers/belongings.ts";
import { completedIn } from "./strangers/completions.ts";
import { type Scene, startScene } from "./strangers/scene.ts";

const catalogue = catalogueOf(["all", "classic"]);
const TOOLS = "?tools=all,classic";

let scene: Scene;
let ann: Belongings;
beforeAll(async () => {
  scene = await startScene();
  scene.serving.url.search = TOOLS;
  ann = await fillLedger(scene);
});
afterAll(() => scene[Symbol.asyncDispose]());

/** What of ann's data is in an answer, except for what was sent in the request. */
function leaksIn(answer: unknown, sent: unknown): readonly string[] {
  const text = JSON.stringify(answer) ?? "";
  const asked = JSON.stringify(sent) ?? "";
  const private_ = [SECRET, ...ann.thoughtIds, ...ann.notebookIds, ...ann.invocationIds, scene.home];
  return private_.filter((word) => text.includes(word) && !asked.includes(word));
}

/** The answer or the refusal, whichever arrives. */
const either = <T>(asked: Promise<T>): Promise<T | { readonly refused: string }> =>
  asked.catch((error: unknown) => ({ refused: String(error) }));

async function attempt(client: Client, { tool, arguments: given }: Attempt, meta?: object): Promise<void> {
  const result = await either(call(client, tool, given, meta && { ...meta }));
  const leaks = leaksIn(result, { given, meta });
  expect({ tool, given, meta, leaks, ...(leaks.length > 0 && { result }) }).toEqual({
    tool,
    given,
    meta,
    leaks: [],
  });
}

test("[SA5] the attack covers every argument of every tool, except harmless ones", () => {
  expect(unknownArguments(catalogue)).toEqual([]);
});

describe.each(eras)("to a stranger of the %s era", (era) => {
  let bob: Client;
  let before: Awaited<ReturnType<typeof ledgerOf>>;
  beforeAll(async () => {
    // Without a handle, most attempts of a stateless client would be refused just for that.
    bob = (await scene.connect("bob", era, era === "handshake" ? {} : { "X-Session-Id": "of-bob" })).client;
    before = await ledgerOf(scene, "ann");
    // Without a session of bob's, every operation after the first stage would be refused just for that.
    const operation = (name: string, args: object) => ({ operation: name, args });
    await answerOf(bob, "thoughtbox_gateway", operation("start_new", { title: "Of bob" }));
    await answerOf(bob, "thoughtbox_gateway", operation("cipher", {}));
    await answerOf(bob, "notebook", operation("create", { title: "Of bob" }));
  });

  test("[SA5] no tool shows or changes anything of ann's, whatever its arguments", async () => {
    const { requests } = scene.model;
    const asked = requests.length;
    const attempts = attemptsAt(catalogue, ann);
    expect(new Set(attempts.map(({ tool }) => tool))).toEqual(
      new Set(catalogue.tools.map(({ name }) => name)),
    );
    expect(attempts.length).toBeGreaterThan(300);
    for (const one of attempts) await attempt(bob, one);
    const prompts = requests.slice(asked).map(({ body }) => JSON.stringify(body));
    expect(prompts.length).toBeGreaterThan(10);
    expect(prompts.filter((prompt) => prompt.includes(SECRET))).toEqual([]);
    expect(await ledgerOf(scene, "ann")).toEqual(before);
  });

  test("[SA5] nor with her handles in `_meta` and in headers", async () => {
    const first = catalogue.tools.map(
      ({ name }) => attemptsAt(catalogue, ann).find(({ tool }) => tool === name)!,
    );
    for (const handle of ann.sessionIds) {
      for (const one of first) {
        await attempt(bob, one, { session_id: handle });
        await attempt(bob, one, { workflow_id: handle });
      }
      for (const header of ["X-Session-Id", "X-Workflow-Id"]) {
        const { client } = await scene.connect("bob", era, { [header]: handle });
        for (const one of first) await attempt(client, one);
        await client.close();
      }
    }
    expect(await ledgerOf(scene, "ann")).toEqual(before);
  });

  test("[SA5] none of her resources is listed, and no listed one mentions her", async () => {
    const values = valuesOf(ann);
    for (const resource of catalogue.resources) {
      for (const uri of filled(resource.uri, values)) {
        const read = await either(bob.readResource({ uri }));
        expect({ uri, leaks: leaksIn(read, uri) }).toEqual({ uri, leaks: [] });
        // Bob may have a session with the same name as one of hers.
        if (uri.includes(ann.notebookIds[0]!)) expect(read).toHaveProperty("refused");
      }
    }
  });

  test("[SA5] no prompt mentions her, and no completion has her ids", async () => {
    const values = valuesOf(ann);
    for (const { name, arguments: given } of catalogue.prompts) {
      for (const sessionId of ann.sessionIds) {
        const args = Object.fromEntries(given.map((one) => [one.name, sessionId]));
        const result = await either(bob.getPrompt({ name, arguments: args }));
        expect({ name, leaks: leaksIn(result, args) }).toEqual({ name, leaks: [] });
      }
    }
    const own = await ledgerOf(scene, "bob");
    const known = [...own.sessions.map(({ id }) => id), ...own.notebooks.map((one) => one!.id), "cell-1"];
    const context = { arguments: { notebookId: ann.notebookIds[0]!, sessionId: ann.sessionIds[0]! } };
    for (const { ref, name } of completedIn(catalogue)) {
      const ids = values[name] ?? [];
      for (const value of ["", ...ids.flatMap((id) => [id, id.slice(0, 3), id.slice(0, 18)])]) {
        const { completion } = await bob.complete({ ref, argument: { name, value }, context });
        expect(completion.values.filter((one) => ids.includes(one) && !known.includes(one))).toEqual([]);
      }
    }
  });

  test("[SA5] no list contains anything of hers", async () => {
    const lists = [bob.listTools(), bob.listResources(), bob.listResourceTemplates(), bob.listPrompts()];
    expect(leaksIn(await Promise.all(lists), "")).toEqual([]);
  });
});

test("[SA5] no route of the server reveals her calls or her ledger to another principal", async () => {
  const { routes } = createApp({
    endpoint: undefined as never,
    checkTools: () => undefined,
    hostnames: [],
    api: {} as never,
    metrics: async () => "",
    version: "0",
  });
  const pages = routes.filter(({ method, path }) => method === "GET" && !path.includes("*"));
  // The stream of changes has its own test, because it does not end.
  const paths = new Set(pages.map(({ path }) => path).filter((path) => path !== "/api/events"));
  expect(paths.size).toBeGreaterThan(20);
  for (const path of paths) {
    for (const one of addressesOf(path, ann)) {
      const answer = await scene.get("bob", one);
      expect({ one, leaks: leaksIn(answer, one) }).toEqual({ one, leaks: [] });
    }
  }
  for (const id of ann.invocationIds) {
    expect((await scene.get("bob", `/api/invocations/${id}`)).status).toBe(404);
    expect((await scene.get("bob", `/api/invocations?before=${id}`)).text).toBe("[]");
    expect((await scene.get("ann", `/api/invocations/${id}`)).status).toBe(200);
    expect(JSON.parse((await scene.get("root", `/api/invocations/${id}`)).text)).toMatchObject({
      owner: "ann",
    });
  }
  const { sessions } = await ledgerOf(scene, "ann");
  for (const { id } of sessions) {
    const listed = await scene.get("bob", `/api/invocations?session=${id}&limit=1000`);
    expect(leaksIn(listed.text, id)).toEqual([]);
    expect(JSON.parse((await scene.get("ann", `/api/invocations?session=${id}`)).text)).not.toEqual([]);
  }
});

test("[SA5] no route changes or runs anything of hers, and a search for her words finds nothing", async () => {
  const before = await ledgerOf(scene, "ann");
  const own = await ledgerOf(scene, "bob");
  const body = {
    content: "mine now",
    kind: "code",
    title: "Of bob",
    text: "Of bob",
    thought: 1,
    reason: "Of bob",
    seconds: 1,
  };
  for (const { method, path, body: fields } of allRoutes.filter((route) => route.method !== "GET")) {
    const known = Object.keys(fields?.shape ?? {});
    const sent = Object.fromEntries(Object.entries(body).filter(([name]) => known.includes(name)));
    for (const one of addressesOf(`/api${path}`, ann)) {
      // Bob may have a session with the same id.
      if (own.sessions.some(({ id }) => one.includes(encodeURIComponent(id)))) continue;
      const answer = await scene.ask("bob", method, one, sent);
      expect({ method, one, leaks: leaksIn(answer, one) }).toEqual({ method, one, leaks: [] });
      if (path.includes(":"))
        expect({ method, one, status: answer.status }).toEqual({ method, one, status: 404 });
    }
  }
  expect(await ledgerOf(scene, "ann")).toEqual(before);
  for (const path of [
    "search?q=",
    "sessions?text=",
    "sessions?tag=tag-x&text=",
    "search?project=project-x&q=",
  ]) {
    const { text } = await scene.get("bob", `/api/${path}${encodeURIComponent(RUMOUR)}`);
    const { results, sessions } = JSON.parse(text) as { results?: unknown[]; sessions?: unknown[] };
    expect(results ?? sessions).toEqual([]);
  }
});

test("[SA5] the stream of changes reveals nothing of hers to another principal, from any position", async () => {
  const answer = await scene.open("bob", "/api/events?from=0");
  const { events, stop } = readEvents(answer);
  const result = [(await events.next()).value, (await events.next()).value];
  await stop();
  expect(result[1]).toMatchObject({ event: "change" });
  expect(leaksIn(result, "")).toEqual([]);
  const own = (await ledgerOf(scene, "bob")).sessions.map(({ id }) => id);
  for (const { sessionId } of result[1]!.data as { sessionId?: string }[])
    if (sessionId !== undefined) expect(own).toContain(sessionId);
});

test("[SA5] an operator reads everything, with its owner", async () => {
  for (const era of eras) {
    const { client } = await scene.connect("root", era);
    const listed = await answerOf(client, "thoughtbox_gateway", {
      operation: "list_sessions",
      args: { limit: 1_000 },
    });
    expect(JSON.stringify(listed)).toContain(SECRET);
    const [name, kept] = ann.sessionIds.slice(2, 4) as [string, string];
    const { contents } = await client.readResource({ uri: `thoughtbox://sessions/${kept}` });
    expect(JSON.parse((contents[0] as { text: string }).text)).toMatchObject({ id: kept, owner: "ann" });
    await expect(client.readResource({ uri: `thoughtbox://sessions/${name}` })).rejects.toThrow();
    const books = await answerOf(client, "notebook", { operation: "list", args: { limit: 1_000 } });
    expect(JSON.stringify(books)).toContain(ann.notebookIds[0]);
    const { results } = await answerOf(client, "recall", { query: SECRET, limit: 200 });
    expect(results).not.toEqual([]);
  }
});

test("[SA5] only its own principal can use the session of a handshake-era connection", async () => {
  const { client } = await scene.connect("ann", "handshake");
  const sessionId = (client.transport as { sessionId?: string }).sessionId!;
  const message = { jsonrpc: "2.0", id: 1, method: "tools/call", params: { name: "think", arguments: {} } };
  for (const method of ["POST", "GET", "DELETE"])
    expect((await scene.send("bob", method, { "mcp-session-id": sessionId }, message)).status).toBe(404);
  expect((await answerOf(client, "think", { thought: "Still here" })).step).toBe(1);
});

test("[SA5] the same handle of two principals is two locations, however it is passed", async () => {
  for (const era of eras) {
    const places = ["default", SHARED_HANDLE, `new-${era}`];
    for (const handle of places) {
      const steps: unknown[] = [];
      for (const name of ["ann", "bob"] as const) {
        const { client } = await scene.connect(name, era, { "X-Workflow-Id": `header-${handle}` });
        const said = `${name} says ${handle}`;
        const result = await answerOf(client, "think", { thought: said, session_id: handle });
        expect(result.session_id).toBe(handle);
        steps.push(result.step);
        const { contents } = await client.readResource({ uri: `thoughtbox://think/${handle}/context` });
        expect((contents[0] as { text: string }).text).toContain(said);
        expect((contents[0] as { text: string }).text).not.toContain(
          `${name === "ann" ? "bob" : "ann"} says`,
        );
        await answerOf(client, "thoughtbox", { thought: said });
        const { sessionId } = await answerOf(client, "thoughtbox_gateway", { operation: "get_state" });
        const { text } = (await client.readResource({ uri: `thoughtbox://sessions/${sessionId}/thoughts` }))
          .contents[0] as { text: string };
        expect(text).toContain(said);
        expect(text).not.toContain(`${name === "ann" ? "bob" : "ann"} says`);
      }
      expect(steps).toHaveLength(2);
    }
  }
});

/** Every address of a route with her ids; a variable without a value here was forgotten in this test. */
function addressesOf(path: string, of: Belongings): readonly string[] {
  const values: Readonly<Record<string, readonly string[]>> = {
    ":id": [...of.sessionIds, ...of.notebookIds, ...of.invocationIds],
    ":cell": of.cellIds,
    ":seq": ["1"],
    ":name": of.sessionIds,
  };
  const variable = /:\w+/.exec(path)?.[0];
  if (!variable) return [path];
  const known = values[variable];
  if (!known) throw new Error(`What would a stranger send for ${variable}?`);
  return known.flatMap((value) => addressesOf(path.replace(variable, encodeURIComponent(value)), of));
}

/** Values for the variables of templates and the arguments of prompts. */
function valuesOf(of: Belongings): Readonly<Record<string, readonly string[]>> {
  return {
    sessionId: of.sessionIds,
    notebookId: of.notebookIds,
    cellId: of.cellIds,
    place: ["1"],
    modelName: of.sessionIds,
  };
}

/** Every URI of a template with these values; a variable without a value here was forgotten in this test. */
function filled(template: string, values: Readonly<Record<string, readonly string[]>>): readonly string[] {
  const variable = /\{(\w+)\}/.exec(template);
  if (!variable) return [template];
  const known = values[variable[1]!];
  if (!known) throw new Error(`What would a stranger send for ${variable[0]}?`);
  return known.flatMap((value) => filled(template.replace(variable[0], encodeURIComponent(value)), values));
}
