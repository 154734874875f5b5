import { describe, expect, it } from "vitest";
import { answerOf, unusedHandle } from "../../support/call.ts";
import { textOf, thoughtsOf } from "../../support/ledger.ts";
import type { TestClient } from "./client.ts";

/** What can be read by URI. */
export function describeResources(testClient: () => TestClient): void {
  const think = (given: Record<string, unknown>) => answerOf(testClient().client, "thoughtbox", given);
  const complete = async (uri: string, value: string) => {
    const argument = { name: "sessionId", value };
    const { completion } = await testClient().client.complete({
      ref: { type: "ref/resource", uri },
      argument,
    });
    return completion.values;
  };

  describe("resources", () => {
    it("[R1] the cookbook and the templates are listed", async () => {
      const { resources } = await testClient().client.listResources();
      expect(resources).toContainEqual(
        expect.objectContaining({ uri: "thoughtbox://patterns-cookbook", mimeType: "text/markdown" }),
      );
      const { resourceTemplates } = await testClient().client.listResourceTemplates();
      expect(resourceTemplates.map(({ uriTemplate }) => uriTemplate)).toEqual(
        expect.arrayContaining([
          "thoughtbox://sessions/{sessionId}",
          "thoughtbox://sessions/{sessionId}/thoughts",
          "thoughtbox://think/{sessionId}/context",
        ]),
      );
    });

    it("[R1] the four resources can be read", async () => {
      const { client } = testClient();
      const { sessionId } = await think({ thought: "Readable?", workflow_id: unusedHandle() });
      expect(await textOf(client, "thoughtbox://patterns-cookbook")).toContain("# Reasoning patterns");
      expect(JSON.parse(await textOf(client, `thoughtbox://sessions/${sessionId}`))).toMatchObject({
        id: sessionId,
        title: "Readable?",
        thoughtCount: 1,
        branchCount: 0,
      });
      expect(await thoughtsOf(client, String(sessionId))).toMatchObject([
        { seq: 1, number: 1, content: "Readable?", source: "thoughtbox", author: "end-to-end" },
      ]);
      expect(await textOf(client, `thoughtbox://think/${sessionId}/context`)).toContain("Readable?");
    });

    it.each([
      "thoughtbox://nothing",
      "thoughtbox://sessions/no-such-session",
      "thoughtbox://sessions/no-such-session/thoughts",
      "thoughtbox://think/no-such-session/context",
      "thoughtbox://sessions/",
      "thoughtbox://sessions/%E0%A4%A",
      "https://example.org/",
      "",
    ])("[R1] an unknown resource is a clear error: %j", async (uri) => {
      await expect(testClient().client.readResource({ uri })).rejects.toThrow(/not found/i);
    });

    it("[R2] session ids are completed from the typed prefix", async () => {
      const { sessionId } = await think({
        thought: "Complete me",
        sessionTitle: "Zebra crossing",
        workflow_id: unusedHandle(),
      });
      for (const uri of [
        "thoughtbox://sessions/{sessionId}",
        "thoughtbox://sessions/{sessionId}/thoughts",
        "thoughtbox://think/{sessionId}/context",
      ]) {
        expect(await complete(uri, "zebra-cr")).toEqual([sessionId]);
        expect(await complete(uri, "")).toContain(sessionId);
        expect(await complete(uri, "no such%_")).toEqual([]);
      }
    });
  });
}
