import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Invocation, timeOrderedId } from "../../src/ledger/index.ts";
import { openStore } from "../../src/store/open.ts";
import { runClew } from "../support/clew.ts";
import { ledgerLocation } from "../support/deployment-ledger.ts";
import { type Serving, startServe } from "../support/serve.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

const START = Date.parse("2026-11-15T10:00:00.000Z");
const rows: readonly Invocation[] = ["think", "notebook", "think"].map((tool_name, index) => ({
  id: timeOrderedId(START + index),
  kind: "tool",
  session_id: "s-1",
  tool_name,
  input: { thought: `number ${index}` },
  latency_ms: 1 + index,
  success: index !== 1,
  ...(index === 1 && { error: "No cell 'x' in this notebook." }),
  created_at: new Date(START + index).toISOString(),
}));

const cleanup = new AsyncDisposableStack();
let home = "";
let serving: Serving;
beforeAll(async () => {
  home = cleanup.use(temporaryFolder()).path;
  const store = await openStore(await ledgerLocation(home));
  await store.keepInvocations(rows);
  await store.close();
  serving = cleanup.use(await startServe({ home }));
});
afterAll(() => cleanup.disposeAsync());

/** The answer of a command that must succeed with `--json`. */
async function result(...args: string[]) {
  const { code, stdout, stderr } = await runClew(["invocations", ...args, "--json"], { home });
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  return JSON.parse(stdout);
}

async function asked(path: string, headers: Record<string, string> = {}) {
  const answer = await fetch(new URL(path, serving.address), { headers });
  return { status: answer.status, body: await answer.json() };
}

describe("invocations", () => {
  it("[IV5] the command prints a table", async () => {
    const { code, stdout } = await runClew(["invocations", "list", "--failed"], { home });
    expect(code).toBe(0);
    expect(stdout).toMatch(/^ID .*\n\S+ +2026-11-15 10:00:00 +notebook +2 +failed +s-1 +No cell 'x'.*\n$/);
    expect((await runClew(["invocations", "stats"], { home })).stdout).toMatch(/\nthink +2 +0 +1 +3 /);
    expect((await runClew(["invocations", "show", rows[0]!.id], { home })).stdout).toContain("number 0");
    expect(await runClew(["invocations", "show", "nope"], { home })).toMatchObject({ code: 1, stdout: "" });
  });

  it("[IV6] the server returns the same as the command", async () => {
    expect(await result("list")).toEqual(rows.toReversed());
    for (const [path, args] of [
      ["", ["list"]],
      ["?tool=think&limit=1", ["list", "--tool", "think", "--limit", "1"]],
      ["/stats", ["stats"]],
      [`/${rows[1]!.id}`, ["show", rows[1]!.id]],
    ] as const)
      expect(await asked(`/api/invocations${path}`)).toEqual({ status: 200, body: await result(...args) });
  });

  it("[IV6] a refusal has a code and a reason", async () => {
    expect(await asked("/api/invocations?kind=person")).toMatchObject({
      status: 400,
      body: { error: { code: "INVALID_ARGUMENT", message: expect.stringContaining("tool, model") } },
    });
    expect(await asked("/api/invocations/nope")).toMatchObject({
      status: 404,
      body: { error: { code: "INVOCATION_NOT_FOUND" } },
    });
  });

  it("[P9] a page of another origin cannot read them", async () => {
    for (const path of ["", "/stats", `/${rows[0]!.id}`])
      expect(await asked(`/api/invocations${path}`, { origin: "http://example.org" })).toMatchObject({
        status: 403,
      });
  });
});
