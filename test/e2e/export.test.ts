import { mkdirSync, readdirSync, readFileSync, realpathSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { ProtocolError, SdkHttpError } from "@modelcontextprotocol/client";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { Analysis, readChain } from "../../src/ledger/index.ts";
import { answerOf, call, unusedHandle } from "../support/call.ts";
import { runClew } from "../support/clew.ts";
import { hostileCalls, hostileTexts } from "../support/hostile.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { openHttp, openStdio, type TestClient } from "./tools/client.ts";

const TOOL = "export_reasoning_chain";

describe.each([
  ["stdio", openStdio("handshake")],
  ["stdio, stateless", openStdio("2026-07-28")],
  ["HTTP", openHttp("handshake")],
  ["HTTP, stateless", openHttp("2026-07-28")],
])("exports over %s", (_, open) => {
  let testClient: TestClient;
  beforeAll(async () => {
    testClient = await open();
  });
  afterAll(() => testClient?.[Symbol.asyncDispose]());

  /** A chain with a branch and a revision. */
  async function think(workflow_id: string, isLast = false): Promise<string> {
    const box = (thought: string, more: object) =>
      answerOf(testClient.client, "thoughtbox", {
        thought,
        workflow_id,
        sessionTitle: "Cache or not",
        ...more,
      });
    const { sessionId } = await box("Reads are slow", {});
    await box("Cache them", { branchFromThought: 1, branchId: "cache" });
    await box("Reads are slow at noon", { isRevision: true, revisesThought: 1, nextThoughtNeeded: !isLast });
    return String(sessionId);
  }

  it.each([
    ["open", false],
    ["just completed", true],
  ])("[W2] the %s session of the caller goes to exports/ as a linked list", async (__, isLast) => {
    const workflow_id = unusedHandle();
    const sessionId = await think(workflow_id, isLast);
    const result = await call(testClient.client, TOOL, { workflow_id });
    expect(result.structured).toEqual({
      sessionId,
      path: expect.stringMatching(new RegExp(`^exports/${sessionId}-\\d{4}-\\d\\d-\\d\\dT[\\d-]+Z\\.json$`)),
      format: "SessionExport",
      thoughts: 3,
      bytes: expect.any(Number),
    });
    expect(JSON.parse(result.text)).toEqual(result.structured);
    const written = readFileSync(join(testClient.home, String(result.structured?.path)), "utf8");
    expect(Buffer.byteLength(written)).toBe(result.structured?.bytes);
    const [first, branch, revision] = readChain(written).thoughts;
    expect(first).toMatchObject({ prev: null, next: [branch!.id, revision!.id] });
    expect(branch).toMatchObject({ branchOrigin: first!.id, thought: { content: "Cache them" } });
    expect(revision).toMatchObject({ revisesNode: first!.id, thought: { isRevision: true } });
  });

  it("[W2] a session by its id in either spelling, and each call writes its own file", async () => {
    const sessionId = await think(unusedHandle());
    const paths = [
      (await answerOf(testClient.client, TOOL, { sessionId })).path,
      (await answerOf(testClient.client, TOOL, { session_id: sessionId, destination: "exports" })).path,
      (await answerOf(testClient.client, TOOL, { sessionId })).path,
    ];
    expect(new Set(paths).size).toBe(3);
  });

  it("[W2] for an unknown session, or without a session, the error says what to send", async () => {
    const unknown = await call(testClient.client, TOOL, { sessionId: "no-such-session", destination: "/" });
    expect(unknown).toMatchObject({
      isError: true,
      text: expect.stringMatching(/^SESSION_NOT_FOUND: .*'no-/),
    });
    const none = await call(testClient.client, TOOL, { workflow_id: unusedHandle() });
    expect(none).toMatchObject({
      isError: true,
      text: expect.stringMatching(/^SESSION_NOT_FOUND: .*Send the/),
    });
  });

  it("[W3] a destination outside is refused, without a path and without a file", async () => {
    const sessionId = await think(unusedHandle());
    using elsewhere = temporaryFolder();
    mkdirSync(join(testClient.home, "links"), { recursive: true });
    symlinkSync(elsewhere.path, join(testClient.home, "links", unusedHandle()));
    const [link] = readdirSync(join(testClient.home, "links")).slice(-1);
    for (const destination of ["..", "/", elsewhere.path, `links/${link}`, "a\0b", "C:\\x", "file:///x"]) {
      const result = await call(testClient.client, TOOL, { sessionId, destination });
      expect(result).toMatchObject({
        isError: true,
        text: expect.stringMatching(/^EXPORT_FAILED: Nothing was/),
      });
      expect(result.text).not.toContain(realpathSync(testClient.home));
      expect(result.meta["clew/code"]).toBe("EXPORT_FAILED");
    }
    expect(readdirSync(elsewhere.path)).toEqual([]);
    expect(
      await answerOf(testClient.client, TOOL, { sessionId, destination: join(testClient.home, "in") }),
    ).toMatchObject({
      path: expect.stringMatching(/^in\//),
    });
  });

  it("[X1] hostile arguments always get an answer without a path, and the next call works", async () => {
    const sessionId = await think(unusedHandle());
    await fc.assert(
      fc.asyncProperty(hostileCalls, hostileTexts, async ({ arguments: given, meta }, destination) => {
        const said = await call(testClient.client, TOOL, { ...given, sessionId, destination }, meta).catch(
          (error: unknown) => {
            if (error instanceof ProtocolError || error instanceof SdkHttpError) return error.message;
            throw error;
          },
        );
        expect(JSON.stringify(said)).not.toContain(testClient.home);
        expect(await answerOf(testClient.client, TOOL, { sessionId })).toMatchObject({
          sessionId,
          thoughts: 3,
        });
      }),
      { numRuns: 40 },
    );
  });

  it("[P6] the tool does not claim to be read-only", async () => {
    const { tools } = await testClient.client.listTools();
    expect(tools.find(({ name }) => name === TOOL)?.annotations).toMatchObject({
      readOnlyHint: false,
      destructiveHint: false,
      idempotentHint: false,
    });
  });

  it("[D1] the commands analyze and export the same session", async () => {
    const sessionId = await think(unusedHandle(), true);
    const clew = async (...args: string[]) => {
      const { code, stdout, stderr } = await runClew(["sessions", ...args], { home: testClient.home });
      expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
      return stdout;
    };
    const analysis = Analysis.parse(JSON.parse(await clew("analyze", sessionId, "--json")));
    expect(analysis).toMatchObject({
      metadata: { thoughtCount: 3, branchCount: 1, revisionCount: 1 },
      structure: { linearityScore: 0.33, revisionRate: 0.3333, maxDepth: 2 },
      quality: { critiqueRequests: 0, hasConvergence: true, isComplete: true },
    });
    const lines = (await clew("analyze", sessionId)).split("\n");
    expect(lines.slice(0, 2)).toEqual(["Cache or not", sessionId]);
    expect(lines).toContainEqual(expect.stringMatching(/^linearityScore +0\.33 +Main-branch thoughts/));
    expect(lines).toContainEqual(expect.stringMatching(/^isComplete +yes +Whether/));
    const { path } = await answerOf(testClient.client, TOOL, { sessionId });
    const { thoughts } = readChain(readFileSync(join(testClient.home, String(path)), "utf8"));
    expect(readChain(await clew("export", sessionId, "--format", "chain")).thoughts).toEqual(thoughts);
  });
});
