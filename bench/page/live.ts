import { setTimeout as pause } from "node:timers/promises";
import type { Browser } from "playwright-core";
import type { StdioClient } from "../client.ts";
import { clew } from "../servers.ts";
import { thoughtText } from "../thoughts.ts";
import { newReader, settled } from "./reader.ts";
import { type Trace, traced } from "./trace.ts";

/** An agent that is quick. */
const paceMs = 25;
const branchEvery = 20;

/** What arriving thoughts do to a reader. */
export interface Arriving {
  readonly trace: Trace;
  /** How far the thought that is read was from its place, at most, in pixels. */
  readonly moved: number;
}

/** Reads a thought in the middle of a session while another process writes. */
export async function measureArriving(
  browser: Browser,
  server: string,
  agent: StdioClient,
  session: { readonly id: string; readonly thoughts: number },
  appends: number,
): Promise<Arriving> {
  await using page = await newReader(browser, server);
  const middle = Math.round(session.thoughts / 2);
  await page.goto(`/s/${session.id}?thought=${middle}`);
  await page.locator(`#thought-${middle} .markdown`).waitFor();
  await settled(page);
  await page.locator(".connection", { hasText: "Live" }).waitFor();
  await page.evaluate("watchPlace()");
  const trace = await traced(browser, page, async () => {
    await write(agent, session.id, appends);
    await page.getByRole("button", { name: `${appends} new thoughts` }).waitFor();
  });
  return { trace, moved: await page.evaluate<number>("moved") };
}

/** Thoughts of the main line, and now and then one that begins a branch. */
async function write(agent: StdioClient, sessionId: string, count: number): Promise<void> {
  for (let index = 1; index <= count; index += 1) {
    const branch = { branchId: `live-${index}`, branchFromThought: 1 };
    await agent.call(clew.tool, {
      thought: thoughtText(index),
      nextThoughtNeeded: true,
      sessionId,
      ...(index % branchEvery === 0 && branch),
    });
    await pause(paceMs);
  }
}
