import { expect, it } from "vitest";
import { catalogueOf } from "../../src/server/catalogue.ts";
import { clewCommand, runClew } from "../support/clew.ts";
import { connectStdio, eras } from "../support/connect.ts";
import { hostScene } from "../support/host-scene.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

/** When an agent should think in Clew, and a task that is such a moment. */
const MOMENTS = [
  ["before an irreversible step", "Delete the old table."],
  ["choosing between options", "Redis or a table?"],
  ["after a surprise", "The test fails, but only on Mondays."],
  ["when resuming", "Go on with yesterday's work."],
] as const;

it.each(MOMENTS)(
  "[FA18] a model that calls a tool only if it is told when does so: %s",
  async (when, task) => {
    expect(
      catalogueOf(["all"])
        .tools.map(({ description }) => description)
        .join(" "),
    ).not.toContain(when);
    for (const era of eras) {
      using home = temporaryFolder();
      await using connected = await connectStdio(era, { home: home.path });
      const told = connected.client.getInstructions() ?? "";
      for (const instructions of [told, ""]) {
        // The scripted model reads what a client gives to a model, and acts on nothing else.
        await using scene = await hostScene(({ body }, turn) => {
          const tool = body.tools?.find(({ name }) => /thoughtbox$/.test(String(name)));
          const isTold = JSON.stringify(body.system ?? "").includes(when);
          return turn === 0 && isTold && tool
            ? {
                thinking: "This is such a moment.",
                toolCalls: [
                  { name: String(tool.name), input: { thought: `Now: ${task}`, nextThoughtNeeded: true } },
                ],
              }
            : "Done.";
        });
        const { manager } = scene;
        const session = await manager.initializeSession(
          scene.config({
            ...(instructions && { system_prompt: instructions }),
            servers: {
              clew: { command: process.execPath, args: [clewCommand, "mcp"], env: { CLEW_HOME: home.path } },
            },
          }),
        );
        const { toolCalls } = await manager.sendMessage(session.id, task);
        expect(toolCalls).toHaveLength(instructions === "" ? 0 : 1);
      }
      const { stdout } = await runClew(["sessions", "list", "--json"], { home: home.path });
      expect(JSON.parse(stdout)).toMatchObject([{ thoughtCount: 1, title: `Now: ${task}` }]);
    }
  },
);
