import { describe, expect, it } from "vitest";
import { call, unusedHandle } from "../../support/call.ts";
import { textOf } from "../../support/ledger.ts";
import type { TestClient } from "./client.ts";

const REQUIRED = "Error: 'thought' parameter is required";

/** The `think` tool, by the seed's examples. */
export function describeThink(testClient: () => TestClient): void {
  const think = (given: Record<string, unknown>) => call(testClient().client, "think", given);

  describe("think", () => {
    it.each([
      [
        "workflow-uuid",
        "User wants to cancel flight ABC123. Need to verify: user ID, reservation ID, reason.",
      ],
      ["workflow-abc123", "Analyze user request and identify requirements"],
    ])(
      "[T1] answers exactly the five fields, in text and in structured content (%s)",
      async (id, thought) => {
        const result = await think({ thought, session_id: id });
        const fields = { status: "success", step: 1, thought, context_size: 1, session_id: id };
        expect(result.isError).toBe(false);
        expect(result.structured).toEqual(fields);
        expect(result.content).toEqual([{ type: "text", text: expect.any(String) }]);
        expect(JSON.parse(result.text)).toEqual(fields);
        expect(Object.keys(JSON.parse(result.text))).toEqual(Object.keys(fields));
      },
    );

    it.each([
      ["is missing", {}],
      ["is empty", { thought: "" }],
      ["is blank", { thought: " \n\t " }],
      ["is null", { thought: null }],
      ["is no text", { thought: { text: "Your thought here" } }],
    ])("[T2] a thought that %s is refused in the seed's words", async (_, given) => {
      const result = await think(given);
      expect(result.isError).toBe(true);
      expect(result.text).toBe(REQUIRED);
      expect(result.structured).toEqual({ status: "error", message: REQUIRED });
    });

    it("[T2] a refused thought uses no step", async () => {
      const session_id = unusedHandle();
      await think({ thought: "", session_id });
      const { structured } = await think({ thought: "Your thought here", session_id });
      expect(structured).toMatchObject({ step: 1, context_size: 1 });
    });

    it("[T3] steps and context size count up together in one session", async () => {
      const session_id = unusedHandle();
      const answers = [];
      for (const thought of ["First thought", "Second thought", "Third thought"])
        answers.push((await think({ thought, session_id })).structured);
      expect(answers).toEqual([
        { status: "success", step: 1, thought: "First thought", context_size: 1, session_id },
        { status: "success", step: 2, thought: "Second thought", context_size: 2, session_id },
        { status: "success", step: 3, thought: "Third thought", context_size: 3, session_id },
      ]);
    });

    it("[T3] two sessions count by themselves", async () => {
      const [one, other] = [unusedHandle(), unusedHandle()];
      await think({ thought: "First thought", session_id: one });
      expect((await think({ thought: "First thought", session_id: other })).structured?.step).toBe(1);
      expect((await think({ thought: "Second thought", session_id: one })).structured?.step).toBe(2);
    });

    it("[T7] the formatted context is a resource", async () => {
      const session_id = unusedHandle();
      await think({ thought: "First thought", session_id });
      await think({ thought: "Second thought", session_id });
      const text = await textOf(testClient().client, `thoughtbox://think/${session_id}/context`);
      const time = "\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d{3}Z";
      expect(text).toMatch(
        new RegExp(
          `^Previous thoughts in this session:\n\nStep 1 \\(${time}\\):\nFirst thought\n\nStep 2 \\(${time}\\):\nSecond thought\n$`,
        ),
      );
    });

    it("[T7] the context of a session with any text as its id can be read", async () => {
      const session_id = `Ticket ${unusedHandle()}/ä`;
      await think({ thought: "First thought", session_id });
      const uri = `thoughtbox://think/${encodeURIComponent(session_id)}/context`;
      expect(await textOf(testClient().client, uri)).toContain("First thought");
    });

    it("[T8] the domain prompts are listed", async () => {
      const { prompts } = await testClient().client.listPrompts();
      const found = prompts.filter(({ name }) => ["airline", "coding", "retail"].includes(name));
      expect(found.map(({ name }) => name).sort()).toEqual(["airline", "coding", "retail"]);
      for (const { description, arguments: given } of found) {
        expect(description).toBeTruthy();
        expect(given?.map(({ name, required }) => ({ name, required: required === true }))).toEqual([
          { name: "task", required: false },
        ]);
      }
    });

    it.each(["airline", "coding", "retail"])(
      "[T8] the %s prompt is rendered with and without a task",
      async (name) => {
        const render = async (given: Record<string, string>) => {
          const { messages } = await testClient().client.getPrompt({ name, arguments: given });
          expect(messages.map(({ role }) => role)).toEqual(["user"]);
          return (messages[0]!.content as { readonly text: string }).text;
        };
        const task = "Cancel ABC123 for $& and $1";
        const [bare, given] = [await render({}), await render({ task })];
        expect(bare).toContain("think");
        expect(bare).not.toContain("{{");
        expect(bare).not.toContain("Task:");
        expect(given).toContain(`Task: ${task}`);
        expect(given.replace(`Task: ${task}\n\n`, "")).toBe(bare);
        expect(await render({ task: "" })).toBe(bare);
      },
    );
  });
}
