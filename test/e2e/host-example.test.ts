import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { text } from "node:stream/consumers";
import { expect, it } from "vitest";
import { startModelServer } from "../../src/testing/index.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

it("[HS1] the seed's example program runs as written, with Clew's own server for its tools", async () => {
  const think = (number: number) => ({
    name: "thoughtbox",
    input: { thought: `Step ${number} of the plan.`, nextThoughtNeeded: true },
  });
  await using server = await startModelServer([
    { thinking: ["Four steps", " will do."], toolCalls: [1, 2, 3, 4].map(think) },
    "Begin with the first step.",
  ]);
  using home = temporaryFolder();
  // The last line of the readme's commands, with this machine's npx: its node is the one of the checkout.
  const readme = readFileSync("examples/agent-with-limits/README.md", "utf8");
  const command = /^```sh\n.*\n(.*?)\s*#.*\n```$/m.exec(readme)![1]!;
  expect(command).toMatch(/^npx node /);
  const child = spawn("sh", ["-ec", command], {
    env: {
      PATH: process.env.PATH,
      HOME: home.path,
      ANTHROPIC_API_KEY: "sk-scripted",
      ANTHROPIC_BASE_URL: server.url,
    },
  });
  const ended = new Promise((resolve) => child.once("close", resolve));
  const [stdout, stderr, code] = await Promise.all([text(child.stdout), text(child.stderr), ended]);
  expect(code).toBe(0);
  // npm may warn about its own configuration.
  const errors = stderr.split("\n").filter((line) => !line.startsWith("npm "));
  expect(errors).toEqual(["Error: Tool call limit exceeded for this message", ""]);
  expect(stdout).toContain("Assistant is thinking: Four steps\nAssistant is thinking:  will do.\n");
  expect(stdout.match(/^Tool called: thoughtbox/gm)).toHaveLength(3);
  expect(stdout).toMatch(
    /Begin with the first step\.\nDone \(limit\) after 3 tool calls for \$0\.\d{4}\.\n$/,
  );
  const asked = server.requests.filter(({ method }) => method === "POST").map(({ body }) => body);
  expect(asked[0]).toMatchObject({
    model: "claude-3-7-sonnet-20250219",
    thinking: { type: "enabled", budget_tokens: 8000 },
    system: [{ text: "You are a helpful assistant with access to tools." }],
  });
  expect(asked[0]!.tools!.map(({ name }) => name)).toContain("thoughtbox");
});
