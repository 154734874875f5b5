import type { Tool } from "@modelcontextprotocol/client";
import { describe, expect, it } from "vitest";
import { call, unusedHandle } from "../../support/call.ts";
import type { TestClient } from "./client.ts";

const COMBINATORS = ["anyOf", "oneOf", "allOf", "$ref"];

/** What clients can rely on for every tool. */
export function describeProtocol(testClient: () => TestClient): void {
  const tools = async (): Promise<readonly Tool[]> => (await testClient().client.listTools()).tools;

  describe("protocol", () => {
    it("[P1] the tools are listed and can be called", async () => {
      expect((await tools()).map(({ name }) => name)).toEqual(
        expect.arrayContaining(["think", "thoughtbox"]),
      );
      for (const name of ["think", "thoughtbox"])
        expect((await call(testClient().client, name, { thought: "Can you hear me?" })).isError).toBe(false);
    });

    it("[P1] an unknown tool is a clear error that names those there are", async () => {
      await expect(call(testClient().client, "thinkbox")).rejects.toThrow(
        /There is no tool 'thinkbox'.*think, thoughtbox/,
      );
    });

    it("[P4] input schemas are plain objects, and every tool has an output schema", async () => {
      for (const { name, description, inputSchema, outputSchema } of await tools()) {
        expect(name).toMatch(/^[A-Za-z0-9_-]{1,64}$/);
        expect(description?.length).toBeGreaterThan(0);
        expect(description?.length).toBeLessThan(1024);
        expect(inputSchema.type).toBe("object");
        expect(keysIn(inputSchema).filter((key) => COMBINATORS.includes(key))).toEqual([]);
        expect(outputSchema?.type).toBe("object");
      }
    });

    it("[P5] content and structured content carry the same facts, warnings and refusals too", async () => {
      const workflow_id = unusedHandle();
      for (const given of [{ thought: "One" }, { thought: "Two", thoughtNumber: "two", branchId: "b" }])
        for (const name of ["think", "thoughtbox"]) {
          const result = await call(testClient().client, name, { ...given, workflow_id });
          expect(JSON.parse(result.text)).toEqual(result.structured);
        }
      const refusal = await call(testClient().client, "think", { thought: "", workflow_id });
      expect(refusal.structured?.message).toBe(refusal.text);
    });

    it("[P6] a tool that appends is neither read-only nor idempotent", async () => {
      for (const name of ["think", "thoughtbox"]) {
        const listed = (await tools()).find((tool) => tool.name === name);
        expect(listed?.annotations).toMatchObject({
          readOnlyHint: false,
          destructiveHint: false,
          idempotentHint: false,
        });
      }
    });
  });
}

function keysIn(value: unknown): string[] {
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => [key, ...keysIn(inner)]);
}
