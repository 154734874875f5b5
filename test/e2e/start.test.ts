import { expect, test } from "vitest";
import { runClew } from "../support/clew.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

/** Makes a process report, when it ends, which parts of Node it has loaded. */
const TELLING = `process.on("exit", () => console.error("loaded " + JSON.stringify(process.moduleLoadList)))`;

test("[D8] the tools are listed before a database or HTTP is loaded", async () => {
  using folder = temporaryFolder();
  const clientInfo = { name: "start", version: "1" };
  const lines = [
    { id: 1, method: "initialize", params: { protocolVersion: "2025-11-25", capabilities: {}, clientInfo } },
    { method: "notifications/initialized" },
    { id: 2, method: "tools/list" },
  ];
  const { stdout, stderr } = await runClew(["mcp"], {
    home: folder.path,
    env: { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(TELLING)}` },
    input: lines.map((line) => `${JSON.stringify({ jsonrpc: "2.0", ...line })}\n`).join(""),
  });
  expect(stdout).toContain('"name":"think"');
  const loaded: readonly string[] = JSON.parse(/^loaded (.*)$/m.exec(stderr)![1]!);
  const wanted = ["net", "http", "https", "sqlite", "internal/deps/undici/undici"];
  expect(wanted.filter((name) => loaded.includes(`NativeModule ${name}`))).toEqual(["net"]);
});
