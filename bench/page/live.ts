import { setTimeout as pause } from "node:timers/promises";
import type { Browser } from "playwright-core";
import type { StdioClient } from "../client.ts";
import { clew } from "../servers.ts";
import { thoughtText } from "../thoughts.ts";
import { newReader, settled } from "./reader.ts";
import { type Trace, traced } from "./trace.ts";

/** Time between two thoughts of a fast agent. */
const paceMs = 25;
const branchEvery = 20;

export interface Arriving {
  readonly trace: Trace;
  /** Largest displacement of the visible thought, in pixels. */
  readonly moved: number;
}

/** Traces a page in the middle of a session while another process writes to it. */
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
  await page.evaluate("watchPosition()");
  const trace = await traced(browser, page, async () => {
    await write(agent, session.id, appends);
    await page.getByRole("button", { name: `${appends} new thoughts` }).waitFor();
  });
  return { trace, moved: await page.evaluate<number>("moved") };
}

/** Appends thoughts to main, and starts a branch now and then. */
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
