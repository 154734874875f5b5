import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { connectStdio } from "../support/connect.ts";
import { noted } from "../support/notebook.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

it("[H5] the calls of the notebook guide are answered as it says", async () => {
  const guide = readFileSync("docs/guide/notebooks.md", "utf8");
  const blocks = [...guide.matchAll(/^```json\n(.*?)^```$/gms)].map(([, text]) => JSON.parse(text!));
  expect(blocks.length).toBeGreaterThan(8);
  using folder = temporaryFolder();
  // The registry is the one that this machine is set up for.
  const env = { ...(process.env as Record<string, string>), CLEW_HOME: folder.path };
  await using door = await connectStdio("2026-07-28", { home: folder.path, env });
  for (let at = 0; at < blocks.length; at += 2) {
    const { operation, args } = blocks[at];
    const answer = await noted(door.client, operation, args);
    expect(comparable(answer)).toEqual(comparable(blocks[at + 1]));
  }
});

/** Ids and times are never the same twice. */
function comparable(answer: object): unknown {
  return JSON.parse(
    JSON.stringify(answer)
      .replace(/nb-[a-z0-9]+/g, "nb")
      .replace(/"durationMs":\d+/g, '"durationMs":0'),
  );
}
