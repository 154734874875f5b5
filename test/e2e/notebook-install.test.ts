import { expect, it } from "vitest";
import { connectHttp, connectStdio } from "../support/connect.ts";
import { notebook, noted, runCode } from "../support/notebook.ts";
import { takenPort } from "../support/ports.ts";
import { registryVariables } from "../support/registry.ts";
import { startServe } from "../support/serve.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

it("[J18] the seed's packages are installed with progress, and cells import them, also after a restart", async () => {
  using home = temporaryFolder();
  await using server = await startServe({ home: home.path, env: registryVariables });
  await using one = await connectHttp("2026-07-28", server.url, { "X-Session-Id": "at-work" });
  const { notebookId } = await noted(one.client, "create", { title: "Packages" });
  const heard: string[] = [];
  const result = await one.client.callTool(
    {
      name: "notebook",
      arguments: { operation: "install_deps", args: { notebookId, dependencies: ["lodash", "date-fns"] } },
    },
    { onprogress: ({ message }) => void heard.push(String(message)), resetTimeoutOnProgress: true },
  );
  expect(result.structuredContent).toEqual({
    notebookId,
    installed: ["lodash", "date-fns"].map((name) => ({
      name,
      version: expect.stringMatching(/^\d+\.\d+\.\d+/),
    })),
  });
  expect(heard.join("")).toContain("Looking for lodash");
  const use =
    'import lodash from "lodash";\nimport { addDays } from "date-fns";\nlodash.chunk([1, 2, 3], 2).length + typeof addDays';
  expect((await runCode(one.client, use)).structured).toMatchObject({ value: "2function" });
  await noted(one.client, "restart");
  expect(await noted(one.client, "run_all")).toMatchObject({ status: "completed" });
});

it("[J18] reports an unreachable registry and an invalid package name in one line", async () => {
  using home = temporaryFolder();
  const port = await closedPort();
  const env = { npm_config_registry: `http://127.0.0.1:${port}/` };
  await using one = await connectStdio("handshake", { home: home.path, env });
  await noted(one.client, "create", { title: "Offline" });
  const answer = await notebook(one.client, "install_deps", { deps: "lodash" });
  expect(answer.text).toBe(
    "INSTALL_FAILED: Nothing was installed: the registry cannot be reached. Send the same call again when it can.",
  );
  for (const wanted of ["../evil", "git+https://example.org/x.git", "file:/etc", "--registry=x"]) {
    const refused = await notebook(one.client, "install_deps", { dependencies: [wanted] });
    expect(refused.isError).toBe(true);
    expect(refused.text).toMatch(/^[A-Z_]+: .+$/);
  }
});

/** A port that was free a moment ago, so nothing answers there. */
async function closedPort(): Promise<number> {
  await using taken = await takenPort();
  return taken.port;
}
