import type { Browser } from "playwright-core";
import { newReader } from "./reader.ts";

/** What a first load of the page's front takes over the wire, in bytes, heads of the answers included. */
export interface FirstLoad {
  readonly files: number;
  readonly data: number;
}

/** Opens `/` with nothing cached and counts what came, as the browser counted it. */
export async function measureFirstLoad(browser: Browser, server: string): Promise<FirstLoad> {
  await using page = await newReader(browser, server);
  const session = await page.context().newCDPSession(page);
  const bytes = { files: 0, data: 0 };
  const paths = new Map<string, string>();
  session.on("Network.requestWillBeSent", ({ requestId, request }) =>
    paths.set(requestId, new URL(request.url).pathname),
  );
  session.on("Network.loadingFinished", ({ requestId, encodedDataLength }) => {
    bytes[paths.get(requestId)?.startsWith("/api/") ? "data" : "files"] += encodedDataLength;
  });
  await session.send("Network.enable");
  await page.goto("/");
  await page.locator(".session").first().waitFor();
  await page.waitForLoadState("load");
  return bytes;
}
