import { existsSync, readFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type ModelServer, startModelServer } from "../../src/testing/index.ts";
import { blocksOf, commandsOf, documents } from "./documents.ts";
import { guideModel } from "./guide-model.ts";
import { notRun } from "./not-run.ts";
import { play } from "./play.ts";
import { startReader } from "./reader.ts";
import { scenes } from "./scenes.ts";

let model: ModelServer;
beforeAll(async () => {
  model = await startModelServer(guideModel);
});
afterAll(() => model.close());

describe("the readme and the guides", () => {
  test.each(documents)("[H9] %s: its commands run, and their output matches", async (document) => {
    const begins = notRun.filter((entry) => entry.document === document).map((entry) => entry.begins);
    await play(document, model.url, (text) => begins.some((start) => text.startsWith(start)));
  });

  test("[H9] the readme gives the token counts that clew doctor prints", async () => {
    await using reader = await startReader();
    const tokens = async (tools: string) =>
      /about ([\d,]+) tokens/.exec(await reader.run(`npx clew doctor --tools ${tools}`))?.[1];
    const shown = /costs a client about (\S+) tokens, `--tools think` about (\S+),/.exec(
      readFileSync("README.md", "utf8"),
    );
    expect(shown?.slice(1)).toEqual([await tokens("all"), await tokens("think")]);
  });

  test("[H9] the table of commands that are not run matches the documents", () => {
    const texts = (document: string) =>
      blocksOf(document).flatMap((block) => (block.language === "sh" ? commandsOf(block) : [block.text]));
    const counted = notRun.map((entry) => ({
      ...entry,
      times: texts(entry.document).filter((text) => text.startsWith(entry.begins)).length,
    }));
    expect(counted).toEqual(notRun);
  });

  test("[H9] the commands of the readme print JSON with --json", async () => {
    await using reader = await startReader();
    await scenes["README.md"]!.prepare!(reader, new AsyncDisposableStack());
    const block = blocksOf("README.md").find(({ text }) => text.startsWith("npx clew sessions list"))!;
    for (const command of commandsOf(block)) {
      const hasNone = / notebook new | sessions export /.test(command);
      const printed = await reader.run(hasNone ? command : `${command} --json`);
      if (!hasNone) expect(() => JSON.parse(printed), command).not.toThrow();
    }
  });

  test("[H9] a test named for a part of a document reads that document or names that part", () => {
    for (const { document, begins, because } of notRun) {
      if (typeof because === "string") continue;
      expect(existsSync(because.coveredBy), because.coveredBy).toBe(true);
      if (/guide\.test\.ts$/.test(because.coveredBy) && document !== "README.md")
        expect(readFileSync(because.coveredBy, "utf8"), begins).toContain(document);
    }
  });
});
