import { describe, expect, it } from "vitest";
import { answerOf, call } from "../../support/call.ts";
import type { TestClient } from "./client.ts";

/** Where the handle of a call is found, on the transports that support each place. */
export function describeHandles(testClient: () => TestClient): void {
  describe("handles", () => {
    it.each([
      ["workflow_id before session_id", { workflow_id: "arg-w", session_id: "arg-s" }, {}, "arg-w"],
      ["session_id when there is no workflow", { session_id: "arg-s" }, {}, "arg-s"],
      ["session_id when the workflow is empty", { workflow_id: "", session_id: "arg-s" }, {}, "arg-s"],
      ["session_id when the workflow is blank", { workflow_id: "  ", session_id: "arg-s" }, {}, "arg-s"],
      ["session_id when the workflow is null", { workflow_id: null, session_id: "arg-s" }, {}, "arg-s"],
      [
        "an argument before _meta",
        { session_id: "arg-s" },
        { workflow_id: "meta-w", session_id: "meta-s" },
        "arg-s",
      ],
      [
        "_meta's workflow_id before its session_id",
        {},
        { workflow_id: "meta-w", session_id: "meta-s" },
        "meta-w",
      ],
      ["_meta's session_id when its workflow is empty", {}, { workflow_id: "", session_id: "m-s" }, "m-s"],
      [
        "_meta when the arguments are empty",
        { workflow_id: "", session_id: "" },
        { session_id: "m-s" },
        "m-s",
      ],
    ])("[T5] the handle is %s", async (_, given, meta, expected) => {
      const result = await call(testClient().client, "think", { thought: "Where am I?", ...given }, meta);
      expect(result.structured?.session_id).toBe(expected);
    });

    it("[T5] a thoughtbox call finds its open session by the same handles", async () => {
      const { client } = testClient();
      const open = async (given: object, meta?: Record<string, unknown>) => {
        const thought = { thought: "One step", nextThoughtNeeded: true };
        return (await answerOf(client, "thoughtbox", { ...thought, ...given }, meta)).sessionId;
      };
      const first = await open({ workflow_id: "box-w" });
      expect(await open({ workflow_id: "box-w" })).toBe(first);
      expect(await open({}, { workflow_id: "box-w" })).toBe(first);
      expect(await open({}, { session_id: "box-w" })).toBe(first);
      expect(await open({ workflow_id: "" }, { workflow_id: "", session_id: "box-w" })).toBe(first);
      expect(await open({ workflow_id: "box-other" }, { workflow_id: "box-w" })).not.toBe(first);
      expect(await open({ sessionId: first }, { workflow_id: "box-other" })).toBe(first);
    });
  });
}
