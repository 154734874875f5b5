import { describe, expect, it } from "vitest";
import { type CallResult, call, unusedHandle } from "../../support/call.ts";
import { textOf } from "../../support/ledger.ts";
import type { TestClient } from "./client.ts";

const URI = "thoughtbox://patterns-cookbook";

/** When an answer contains the patterns cookbook. */
export function describeGuide(testClient: () => TestClient): void {
  const think = (given: Record<string, unknown>) => call(testClient().client, "thoughtbox", given);

  async function expectGuide({ meta }: CallResult): Promise<void> {
    expect(meta.embeddedResources).toEqual([
      {
        uri: URI,
        mimeType: "text/markdown",
        text: await textOf(testClient().client, URI),
        annotations: { audience: ["llm"] },
      },
    ]);
  }

  describe("the patterns cookbook", () => {
    it("[B6] is in _meta at thought 1 and at the final thought, and not between", async () => {
      const workflow_id = unusedHandle();
      const chain = { totalThoughts: 3, workflow_id };
      const first = await think({ ...chain, thought: "One", thoughtNumber: 1, nextThoughtNeeded: true });
      const second = await think({ ...chain, thought: "Two", thoughtNumber: 2, nextThoughtNeeded: true });
      const last = await think({ ...chain, thought: "Three", thoughtNumber: 3, nextThoughtNeeded: false });
      await expectGuide(first);
      expect(second.meta).not.toHaveProperty("embeddedResources");
      await expectGuide(last);
      for (const result of [first, second, last])
        expect(result.content.map(({ type }) => type)).toEqual(["text"]);
    });

    it("[B6] is in content too when it is asked for", async () => {
      const workflow_id = unusedHandle();
      await think({ thought: "One", nextThoughtNeeded: true, workflow_id });
      const asked = await think({ thought: "Two", nextThoughtNeeded: true, includeGuide: true, workflow_id });
      await expectGuide(asked);
      expect(asked.content[1]).toEqual({
        type: "resource",
        resource: { uri: URI, mimeType: "text/markdown", text: await textOf(testClient().client, URI) },
      });
      expect(JSON.parse(asked.text)).toEqual(asked.structured);
    });
  });
}
