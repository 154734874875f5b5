import type { Browser } from "playwright-core";
import { newReader } from "./reader.ts";

/** Bytes of the first load over the wire, including response headers. */
export interface FirstLoad {
  readonly files: number;
  readonly data: number;
}

/** Opens `/` without a cache and sums the bytes that the browser reports. */
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
