import { expect, test } from "vitest";
import { tool } from "../../test/support/host-scene.ts";
import { toStoredConfig, usableServers } from "./stored-config.ts";

/** What stands for a variable of the host. */
const REFERENCE = "$".concat("{SAFE}");

test("[HS6] does not store keys, headers and values of variables, and stores names of variables", () => {
  const kept = toStoredConfig({
    type: "claude",
    model: "m",
    api_key: "sk-ant-very-secret-1234567890",
    system_prompt: "Be brief.",
    max_tool_calls: 3,
    tools: [tool("look")],
    servers: {
      plain: { command: "npx", args: ["files", "."], timeout: 5 },
      stdio: { command: "npx", env: { TOKEN: "hidden-value", SAFE: REFERENCE, PORT: 3000 } },
      web: { url: "https://example.com/mcp", headers: { Authorization: "Bearer hidden-value" } },
      args: { command: "x", args: ["--api-key=sk-hidden-value-1234567890"] },
      url: { url: "https://user:hidden-value@example.com/" },
    },
  });
  expect(JSON.stringify(kept)).not.toMatch(/hidden-value|very-secret|3000/);
  expect(kept).toMatchObject({
    model: "m",
    system_prompt: "Be brief.",
    max_tool_calls: 3,
    toolNames: ["look"],
  });
  expect(kept.servers).toMatchObject({
    plain: { command: "npx", args: ["files", "."], timeout: 5 },
    stdio: { env: { SAFE: REFERENCE } },
  });
  expect(usableServers(kept.servers!)).toEqual({
    usable: { plain: kept.servers!.plain },
    missing: [
      "servers.stdio.env.TOKEN",
      "servers.web.headers.Authorization",
      "servers.args.args",
      "servers.url.url",
    ],
  });
});

test("[HS6] stores the name of a model object and that it was passed in", () => {
  const engine = { name: "own", model: "own-1", turn: async function* () {} };
  expect(toStoredConfig({ model: engine })).toEqual({ model: "own-1", handedIn: true });
});
