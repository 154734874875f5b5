import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { answerOf } from "../support/call.ts";
import { type Connected, connectStdio, eras } from "../support/connect.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

describe.each(eras)("resources and prompts (%s)", (era) => {
  const cleanup = new AsyncDisposableStack();
  const home = cleanup.use(temporaryFolder()).path;
  let client: Connected["client"];
  let sessionId: string;
  beforeAll(async () => {
    ({ client } = cleanup.use(await connectStdio(era, { home })));
    const first = await answerOf(client, "thoughtbox", {
      thought: "Why does the upload stall? Decision: measure the socket first.",
      thoughtNumber: 1,
      totalThoughts: 2,
      nextThoughtNeeded: true,
      sessionTitle: "Upload stalls",
    });
    sessionId = String(first.sessionId);
  });
  afterAll(() => cleanup.disposeAsync());

  const read = async (uri: string) => {
    const { contents } = await client.readResource({ uri });
    return (contents[0] as { text: string }).text;
  };
  const prompt = async (name: string, given: Record<string, string> = {}) => {
    const { messages } = await client.getPrompt({ name, arguments: given });
    return (messages[0]!.content as { text: string }).text;
  };

  it("[R6] the seed's static resources and templates are listed, and each static one can be read", async () => {
    const { resources } = await client.listResources();
    const uris = resources.map(({ uri }) => uri);
    for (const name of [
      "patterns-cookbook",
      "architecture",
      "notebook/operations",
      "mental-models/catalog",
      "init/sessions",
      "capabilities",
    ])
      expect(uris).toContain(`thoughtbox://${name}`);
    for (const uri of uris) expect((await read(uri)).length).toBeGreaterThan(40);
    const { resourceTemplates } = await client.listResourceTemplates();
    expect(resourceTemplates.map(({ uriTemplate }) => uriTemplate)).toEqual(
      expect.arrayContaining([
        "thoughtbox://sessions/{sessionId}",
        "thoughtbox://sessions/{sessionId}/thoughts",
        "thoughtbox://mental-models/{modelName}",
        "thoughtbox://notebooks/{notebookId}",
        "thoughtbox://init/load/{sessionId}",
      ]),
    );
  });

  it("[R6] descriptions of the server name everything that it serves, and nothing else", async () => {
    const { tools } = await client.listTools();
    const [capabilities, architecture] = [
      await read("thoughtbox://capabilities"),
      await read("thoughtbox://architecture"),
    ];
    for (const { name } of tools) {
      expect(capabilities).toContain(`\`${name}\``);
      expect(architecture).toContain(`\`${name}\``);
    }
    await using few = await connectStdio(era, { home }, ["--tools", "think"]);
    const { contents } = await few.client.readResource({ uri: "thoughtbox://capabilities" });
    const { text } = contents[0] as { text: string };
    expect(text).toContain("`think`");
    expect(text).not.toContain("`thoughtbox_gateway`");
  });

  it("[R6] the index of sessions leads to a brief of each", async () => {
    const { sessions } = JSON.parse(await read("thoughtbox://init/sessions"));
    expect(sessions).toMatchObject([
      { id: sessionId, title: "Upload stalls", load: `thoughtbox://init/load/${sessionId}` },
    ]);
    const brief = await read(sessions[0].load);
    expect(brief).toContain("measure the socket first");
    expect(brief).toContain("(#1)");
    await expect(read("thoughtbox://init/load/nope")).rejects.toThrow();
    await expect(read("thoughtbox://notebooks/nope")).rejects.toThrow();
  });

  it("[R7] list_mcp_assets is an inventory of what this server offers", async () => {
    const { prompts } = await client.listPrompts();
    const inventory = await prompt("list_mcp_assets");
    for (const { name } of prompts) expect(inventory).toContain(`\`${name}\``);
    expect(inventory).toContain("`thoughtbox`");
  });

  it("[R7] interleaved-thinking has five phases and takes its arguments in either spelling", async () => {
    const text = await prompt("interleaved-thinking", {
      task: "Ship it",
      thoughts_limit: "12",
      clear_folder: "true",
    });
    expect(text).toContain("Ship it");
    expect(text.match(/^## \d\. .*$/gm)).toEqual([
      "## 1. Tooling inventory",
      "## 2. Sufficiency assessment",
      "## 3. Strategy development",
      "## 4. Execution",
      "## 5. Final answer",
    ]);
    expect(text).toContain("at most 12 thoughts");
    expect(text).toContain("remove the temporary files");
    const plain = await prompt("interleaved-thinking", { task: "Ship it" });
    expect(plain).toContain("at most 100 thoughts");
    expect(plain).not.toContain("remove the temporary files");
    await expect(prompt("interleaved-thinking")).rejects.toThrow(/task/);
  });

  it("[R7] resume gives the brief of a session; its argument and flags are completed", async () => {
    const text = await prompt("resume", { sessionId });
    expect(text).toContain("measure the socket first");
    const complete = async (name: string, argument: string, value: string) =>
      (await client.complete({ ref: { type: "ref/prompt", name }, argument: { name: argument, value } }))
        .completion.values;
    expect(await complete("resume", "sessionId", sessionId.slice(0, 3))).toEqual([sessionId]);
    expect(await complete("interleaved-thinking", "clearFolder", "t")).toEqual(["true"]);
    const model = await client.complete({
      ref: { type: "ref/resource", uri: "thoughtbox://mental-models/{modelName}" },
      argument: { name: "modelName", value: "five" },
    });
    expect(model.completion.values).toEqual(["five-whys"]);
  });
});
