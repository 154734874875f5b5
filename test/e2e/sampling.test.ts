import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { expect, test } from "vitest";
import { call } from "../support/call.ts";
import { clewCommand, clewEnvironment } from "../support/clew.ts";
import { prepareLedger } from "../support/deployment-ledger.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

/** A handshake-era client that offers its model. */
async function lending(home: string, model: (prompt: string) => string, env: Record<string, string> = {}) {
  const client = new Client(
    { name: "lender", version: "0.0.0" },
    { capabilities: { sampling: {} }, versionNegotiation: { mode: "legacy" } },
  );
  const prompts: string[] = [];
  client.setRequestHandler("sampling/createMessage", ({ params }) => {
    const { content } = params.messages.at(-1)!;
    const text = !Array.isArray(content) && content.type === "text" ? content.text : "";
    prompts.push(`${params.systemPrompt}\n${text}`);
    return { role: "assistant", model: "client-model-1", content: { type: "text", text: model(text) } };
  });
  await prepareLedger(home);
  await client.connect(
    new StdioClientTransport({
      command: process.execPath,
      args: [clewCommand, "mcp"],
      env: clewEnvironment({ home, env }),
      stderr: "ignore",
    }),
  );
  return { client, prompts, [Symbol.asyncDispose]: () => client.close() };
}

test("[EN9] the client's model is used if no engine is configured", async () => {
  using home = temporaryFolder();
  await using on = await lending(home.path, () => '{"thought": "From the client.", "confidence": 0.6}');
  const result = await call(on.client, "reasoning_linear", { content: "Whose model is this?" });
  expect(result.structured).toMatchObject({ content: "From the client.", confidence: 0.6 });
  expect(on.prompts[0]).toContain("Whose model is this?");
  const { structured } = await call(on.client, "thoughtbox", { thought: "A step.", critique: true });
  expect(structured?.critique).toMatchObject({ model: "client-model-1" });
});

test("[EN9] --engine sampling asks the client although another engine is configured", async () => {
  using home = temporaryFolder();
  const env = { OPENAI_BASE_URL: "http://127.0.0.1:1/v1", CLEW_ENGINE: "sampling" };
  await using on = await lending(home.path, () => "Plain words.", env);
  const result = await call(on.client, "reasoning_linear", { content: "Whose?" });
  expect(result.structured).toMatchObject({ content: "Plain words.", confidence: 0.8 });
});

test("[EN9] a client's refusal is reported in one clear line", async () => {
  using home = temporaryFolder();
  await using on = await lending(home.path, () => {
    throw Object.assign(new Error("User rejected sampling request"), { code: -1 });
  });
  const result = await call(on.client, "reasoning_linear", { content: "May I?" });
  expect(result.isError).toBe(true);
  expect(result.text).toMatch(/^Error: \w+: The user declined the sampling request\./);
});
