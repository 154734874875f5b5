import type { Browser, Page } from "playwright-core";
import { newReader } from "./reader.ts";
import { type Trace, traced } from "./trace.ts";

const steps = 60;

/** Traces panning and zooming the graph of a session. */
export async function measureGraph(
  browser: Browser,
  server: string,
  id: string,
): Promise<{ readonly pan: Trace; readonly zoom: Trace }> {
  await using page = await newReader(browser, server);
  await page.goto(`/s/${id}?view=graph`);
  await page.locator(".graph-place canvas").first().waitFor();
  // The first frames compile the shaders.
  await drag(page, 4);
  const pan = await traced(browser, page, () => drag(page, steps));
  const zoom = await traced(browser, page, async () => {
    for (let step = 0; step < steps; step += 1) await page.mouse.wheel(0, step < steps / 2 ? 120 : -120);
  });
  return { pan, zoom };
}

async function drag(page: Page, count: number): Promise<void> {
  await page.mouse.move(640, 700);
  await page.mouse.down();
  for (let step = 1; step <= count; step += 1) await page.mouse.move(640 - step, 700 - step * 8);
  await page.mouse.up();
}
