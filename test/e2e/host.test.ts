import { expect, it } from "vitest";
import type { Question } from "../../src/host/index.ts";
import { clewCommand } from "../support/clew.ts";
import { calling, hostScene, only, thoughtsOf, tool } from "../support/host-scene.ts";
import { startServe } from "../support/serve.ts";
import { odd, packaged } from "../support/server-sets.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

const clewServer = (home: string, ...flags: string[]) => ({
  command: process.execPath,
  args: [clewCommand, "mcp", ...flags],
  env: { CLEW_HOME: home },
});

const QUESTION = {
  method: "elicitation/create",
  params: {
    message: "Who are you?",
    requestedSchema: { type: "object", properties: { name: { type: "string" } } },
  },
};

it("[HC1] tools of servers by stdio and HTTP are offered under unique names, and run", async () => {
  using home = temporaryFolder();
  await using web = await startServe({ home: home.path });
  await using scene = await hostScene(({ body }, turn) => {
    const names = body.tools!.map(({ name }) => String(name));
    if (turn > 0) return "Both are written down.";
    expect(new Set(names).size).toBe(names.length);
    const calls = names.filter((name) => /thoughtbox$/.test(name) && !name.includes("gateway"));
    return {
      thinking: "Both.",
      toolCalls: calls.map((name) => ({ name, input: { thought: `By ${name}`, nextThoughtNeeded: false } })),
    };
  });
  const { manager } = scene;
  const session = await manager.initializeSession(
    scene.config({
      servers: {
        local: clewServer(home.path, "--tools", "thoughtbox"),
        web: { url: `${web.url}?tools=thoughtbox` },
        memory: packaged("server-memory", { MEMORY_FILE_PATH: `${home.path}/memory.json` }),
      },
    }),
  );
  expect(session.servers().map(({ name, state }) => [name, state])).toEqual([
    ["local", "ready"],
    ["web", "ready"],
    ["memory", "ready"],
  ]);
  const { toolCalls, content } = await manager.sendMessage(session.id, "Write it down twice.");
  expect(content).toBe("Both are written down.");
  expect(toolCalls.map(({ server, isError }) => [server, isError]).sort()).toEqual([
    ["local", false],
    ["web", false],
  ]);
  const evidence = (await thoughtsOf(scene.store, session.id)).flatMap(
    ({ metadata }) => metadata.evidence ?? [],
  );
  expect(evidence.map((one) => (one as { server: string }).server).sort()).toEqual(["local", "web"]);
});

it("[HC1] a server that cannot be started is a warning, and the others work", async () => {
  using home = temporaryFolder();
  await using scene = await hostScene([calling("save"), "Saved."]);
  const { manager } = scene;
  const servers = {
    gone: { command: "no-such-program-anywhere" },
    unset: { command: "x", env: { TOKEN: "$".concat("{NOT_SET_ANYWHERE}") } },
    clew: clewServer(home.path),
  };
  const { id } = await manager.initializeSession(scene.config({ servers, tools: [tool("save")] }));
  const chunks = await Array.fromAsync(manager.sendMessageStream(id, "Save."));
  expect(only(chunks, "warning").map(({ content }) => content)).toEqual([
    expect.stringMatching(/^The server 'gone' cannot be used: /),
    expect.stringContaining("servers.unset.env.TOKEN: the variable NOT_SET_ANYWHERE is not set"),
  ]);
  expect(chunks.at(-1)).toMatchObject({ type: "done" });
  expect(scene.asked()[0]!.body.tools!.map(({ name }) => name)).toEqual(
    expect.arrayContaining(["save", "thoughtbox"]),
  );
});

it("[HC1] a tool of the program replaces a server's tool of the same name, with a warning", async () => {
  using home = temporaryFolder();
  await using scene = await hostScene([{ thinking: "Go.", toolCalls: [{ name: "think" }] }, "Done."]);
  const { manager } = scene;
  const config = scene.config({
    servers: { clew: clewServer(home.path, "--tools", "think") },
    tools: [tool("think", "ours")],
  });
  const { id } = await manager.initializeSession(config);
  const { toolCalls, warnings } = await manager.sendMessage(id, "Think.");
  expect(toolCalls).toMatchObject([{ name: "think", result: "ours" }]);
  expect(warnings).toEqual(["The tool 'think' of the server 'clew' is hidden by one in `tools`."]);
});

it("[HC4] resources and prompts of servers can be used through the session", async () => {
  using home = temporaryFolder();
  await using scene = await hostScene([]);
  const { manager } = scene;
  const session = await manager.initializeSession(scene.config({ servers: { clew: clewServer(home.path) } }));
  const [resource] = await session.resources();
  expect(resource).toMatchObject({ server: "clew", uri: expect.any(String) });
  expect(await session.readResource("clew", resource!.uri)).toMatchObject([{ type: "resource" }]);
  const prompts = await session.prompts();
  const coding = prompts.find(({ name }) => name.includes("coding"))!;
  const [first] = await session.getPrompt("clew", coding.name, { task: "Sort a list." });
  expect(JSON.stringify(first)).toContain("Sort a list.");
  await expect(session.readResource("other", "x")).rejects.toThrow("There is no server 'other'");
  const bare = await manager.initializeSession(scene.config());
  expect([await bare.resources(), await bare.prompts(), bare.servers()]).toEqual([[], [], []]);
  await expect(bare.readResource("clew", "x")).rejects.toThrow("This session has no servers");
});

it("[HC4] a server's question is answered by the manager's callback", async () => {
  const questions: Question[] = [];
  await using scene = await hostScene(
    [{ thinking: "Ask.", toolCalls: [{ name: "ask", input: QUESTION }] }, "Done."],
    {
      async elicit(question) {
        questions.push(question);
        return { action: "accept", content: { name: "Ada" } };
      },
    },
  );
  const { manager } = scene;
  const { id } = await manager.initializeSession(scene.config({ servers: { odd: odd() } }));
  const { toolCalls } = await manager.sendMessage(id, "Who?");
  expect(questions).toMatchObject([{ server: "odd", message: "Who are you?" }]);
  expect(toolCalls).toMatchObject([{ result: '{"action":"accept","content":{"name":"Ada"}}' }]);
});
